import type { HeardCue } from "./cue.ts";

/**
 * The few cues in Chinese, German, Spanish and French that are never said of a single task. Others ("immer", "siempre",
 * "记得") are left out: they need more grammar than a table has.
 */
export function hearOtherLanguage(clause: string): HeardCue | undefined {
  for (const { form, rule } of cues) {
    const said = form.exec(clause)?.groups?.said;
    if (said === undefined) continue;
    return { category: rule || habit.test(said) ? "lesson" : "domain", said };
  }
  return undefined;
}

const cues: readonly { readonly form: RegExp; readonly rule: boolean }[] = [
  { rule: false, form: /^(?:请你?|你?要)?(?:记住|牢记)[：:，,\s]*(?<said>\S{4,}.*)$/su },
  // 以后 alone is "later" (以后再说); with a word of habit it is "from now on".
  {
    rule: true,
    form: /^(?:请)?(?:以后|今后|从现在起|从现在开始)[，,\s]*(?<said>(?:都|请|不要|别|一律|必须|每次|统一|始终|总是|永远|只)\S.*)$/su,
  },
  { rule: false, form: /^(?:bitte )?merk(?:e)? dir(?: bitte)?\s*[,:]\s*(?:dass\s+)?(?<said>\S.{5,})$/isu },
  {
    rule: true,
    form: /^(?:ab jetzt|ab sofort|von nun an|künftig|in zukunft)\s+(?<said>(?:bitte |immer |nie |nur |kein|keine|keinen |nicht |verwende|benutze|nutze|schreib).{3,})$/isu,
  },
  { rule: false, form: /^(?:por favor,? )?(?:recuerda|recuerde|ten en cuenta) que\s+(?<said>\S.{5,})$/isu },
  { rule: true, form: /^(?:a partir de ahora|de ahora en adelante),?\s+(?<said>\S.{5,})$/isu },
  { rule: false, form: /^(?:rappelle-toi|souviens-toi|retiens|n'oublie pas) que\s+(?<said>\S.{5,})$/isu },
  { rule: true, form: /^(?:à partir de maintenant|désormais|dorénavant),?\s+(?<said>\S.{5,})$/isu },
];

const habit =
  /必须|不要|不得|总是|始终|一律|永远|每次|\b(?:immer|nie|niemals|siempre|nunca|toujours|jamais)\b/iu;
