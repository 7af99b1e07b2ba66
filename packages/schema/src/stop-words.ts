/**
 * English words that say nothing about a subject. Negations (no, not, never, without ...), numbers and words of order
 * or place (before, after, up, off ...) are not among them: a lesson may turn on one.
 */
export const stopWords: ReadonlySet<string> = new Set(
  [
    "a an the this that these those",
    "i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself",
    "it its itself they them their theirs themselves who whom whose which what",
    "am is are was were be been being have has had having do does did doing",
    "will would shall should can could may might must ought let lets",
    "and or but if then so because as than while though although whether",
    "of at by for with about into onto through during to from in on via per",
    "here there when where why how",
    "all any both each every few more most much many other others another some such own same",
    "always just also too very only even still yet already again ever rather quite really",
    "get gets got need needs needed use uses used using want wants etc e.g i.e eg ie",
  ]
    .join(" ")
    .split(" "),
);
