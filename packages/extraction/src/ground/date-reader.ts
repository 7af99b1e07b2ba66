/** Makes relative dates in a text absolute, as seen from an instant (ISO 8601). */
export type DateReader = (text: string, at: string) => string;

/**
 * Gives a reader of English dates: "yesterday", "next Monday", "two weeks ago", "last month" become what they meant when they were said; a
 * bare weekday is left, for it may mean every week, and so is what stands in code. Loaded when it is first asked for.
 */
export async function loadDateReader(): Promise<DateReader> {
  const chrono = await import("chrono-node/en");
  return (text, at) => {
    if (!anyRelative.test(text)) return text;
    const code = [...text.matchAll(/```[\s\S]*?```|`[^`\n]*`/gu)].map(({ 0: { length }, index }) => [
      index,
      index + length,
    ]);
    const found = chrono.parse(text, { instant: new Date(at), timezone: 0 });
    let absolute = "";
    let from = 0;
    for (const { index, text: said, start } of found) {
      const end = index + said.length;
      const isInCode = code.some(([first, last]) => index < last! && end > first!);
      const before = text.slice(0, index);
      const date =
        isInCode || notADate(said, text.slice(end), before) ? undefined : told(said, before, start, at);
      if (date === undefined) continue;
      absolute += text.slice(from, index) + date;
      from = end;
    }
    return absolute + text.slice(from);
  };
}

const weekdays = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const anyRelative = new RegExp(
  `\\b(?:yesterday|today|tonight|tomorrow|last|next|this|past|coming|ago|in|within|${weekdays})\\b`,
  "i",
);

/** A name (`today's date`, `tomorrow-job`), or a habit ("every Monday"). What is over has a date all the same: "yesterday's outage". */
function notADate(said: string, after: string, before: string): boolean {
  const isOver = /\b(?:yesterday|last|past)\b/iu.test(said);
  return (
    (isOver ? /^(?:[-_]\w|\()/u : /^(?:['\u2019]s\b|[-_]\w|\()/u).test(after) ||
    /\b(?:every|each|any)\s+(?:\w+\s+)?$/iu.test(before)
  );
}

interface Components {
  date(): Date;
  isCertain(component: "day" | "weekday" | "month" | "hour"): boolean;
}

function told(said: string, before: string, start: Components, at: string): string | undefined {
  const words = said.toLowerCase();
  const day = start.date().toISOString().slice(0, 10);
  if (/\bweeks?\b/.test(words) && /\b(?:last|next|this|past|coming)\b/.test(words))
    return `the week of ${mondayOf(start.date())}`;
  if (/\b(?:last|next|this|past|coming)\s+month\b/.test(words)) return day.slice(0, 7);
  if (/\b(?:last|next|this|past|coming)\s+year\b/.test(words)) return day.slice(0, 4);
  if (/\b(?:weeks?|months?|years?)\b/.test(words) && /\b(?:ago|in|within)\b/.test(words))
    return `about ${day}`;
  if (/\bdays?\b/.test(words) && /\b(?:ago|in|within)\b/.test(words)) return `on ${day}`;
  if (/\b(?:yesterday|today|tonight|tomorrow|night|morning|afternoon|evening)\b/.test(words))
    return /\b(?:yesterday|today|tonight|tomorrow|last|this)\b/.test(words) ? day : undefined;
  if (!new RegExp(weekdays).test(words)) return undefined;
  const fixed = /\b(?:last|next|this|past|coming)\b/.test(words);
  if (fixed) return words.startsWith("on ") ? `on ${day}` : day;
  if (/\b(?:by|until|till|before|from|starting)\s+$/iu.test(before)) return onOrAfter(start.date(), at);
  return undefined;
}

function onOrAfter(date: Date, at: string): string {
  const day = 86_400_000;
  let time = date.getTime();
  while (new Date(time).toISOString().slice(0, 10) < at.slice(0, 10)) time += 7 * day;
  return new Date(time).toISOString().slice(0, 10);
}

function mondayOf(date: Date): string {
  const weekday = (date.getUTCDay() + 6) % 7;
  return new Date(date.getTime() - weekday * 86_400_000).toISOString().slice(0, 10);
}
