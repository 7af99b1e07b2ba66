/** A message typed while the agent worked: when, in which line that stands, and the place where its turn would be. */
export interface Queued {
  readonly text: string;
  readonly at: string | undefined;
  readonly line: number;
  readonly place: number;
}

/**
 * Follows the messages that a person typed while the agent worked. Claude Code notes each as it is typed; later it is either
 * delivered as an ordinary line, or absorbed in the middle of a turn, with no other line, or taken back. So each is said once, and at
 * the time it was typed, however it ends: a file that grows gives the same turn.
 */
export function queuedWords() {
  let waiting: Waiting[] = [];
  const absorbed: Queued[] = [];
  const absorbedTexts = new Set<string>();
  let ahead = 0;

  /** Takes out the first that fits. */
  function takeOut(fits: (one: Waiting) => boolean): Waiting | undefined {
    const found = waiting.find(fits);
    if (found !== undefined) waiting = waiting.filter((one) => one !== found);
    return found;
  }

  function absorb(one: Queued): void {
    absorbed.push(one);
    absorbedTexts.add(one.text);
  }

  return {
    typed(one: Queued): void {
      const oldest = waiting.length >= mostWaiting ? takeOut(() => true) : undefined;
      if (oldest !== undefined) absorb(oldest);
      waiting.push({ ...one, deliverable: false });
    },

    /** From now on a line of the person may be what waits. */
    dequeued(): void {
      for (const one of waiting) one.deliverable = true;
    },

    /** The oldest that waits was absorbed, or the one of this text. An attachment may have told that before. */
    removed(text: string | undefined): void {
      const fits =
        text === undefined ? (one: Waiting) => !one.deliverable : (one: Waiting) => one.text === text;
      if (ahead > 0 && (text === undefined || absorbedTexts.has(text))) ahead--;
      else {
        const one = takeOut(fits);
        if (one !== undefined) absorb(one);
      }
    },

    /** A message is shown to have been absorbed: false when this is the first that is heard of it. */
    attached(text: string): boolean {
      const one = takeOut((queued) => queued.text === text);
      if (one === undefined) return absorbedTexts.has(text);
      absorb(one);
      ahead++;
      return true;
    },

    /** It was no person who said it. */
    disowned(text: string | undefined): void {
      if (text === undefined || takeOut((one) => one.text === text) !== undefined) return;
      if (!absorbedTexts.has(text)) return;
      const at = absorbed.findLastIndex((one) => one.text === text);
      if (at >= 0) absorbed.splice(at, 1);
      absorbedTexts.delete(text);
    },

    withdrawn(text: string | undefined): void {
      takeOut((one) => one.text === text);
    },

    /** The message that an ordinary line delivers, or the first of those that it joins. Each is delivered once. */
    delivered(text: string): Queued | undefined {
      const one = takeOut((queued) => queued.deliverable && queued.text === text);
      if (one !== undefined) return one;
      const joined = joinedIn(text, waiting);
      waiting = waiting.slice(joined.length);
      return joined[0];
    },

    /** Those that no ordinary line says. */
    left(): readonly Queued[] {
      return [...absorbed, ...waiting];
    },
  };
}

type Waiting = Queued & { deliverable: boolean };

/** Nobody types more than this into a queue; it keeps the search in it short. */
const mostWaiting = 100;

/** The first of those that wait, when they are, one a line, all of the text. */
function joinedIn(text: string, waiting: readonly Waiting[]): readonly Waiting[] {
  let from = 0;
  for (const [index, queued] of waiting.entries()) {
    if (!queued.deliverable || !text.startsWith(queued.text, from)) return [];
    from += queued.text.length;
    if (from === text.length) return waiting.slice(0, index + 1);
    if (text[from++] !== "\n") return [];
  }
  return [];
}
