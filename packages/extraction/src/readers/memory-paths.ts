/** True for a path into a memory folder, or of one. */
export function isMemoryPath(path: string): boolean {
  return folder.test(path);
}

const folder = /(?:^|[\\/:=])(?:\.holdfast|\.pi[\\/]+memory)(?:[\\/]|$)/iu;

/** True for a text that names a file in a memory folder: a line of a search, of a listing, of a change. Linear. */
export function namesMemoryFile(text: string): boolean {
  return file.test(text);
}

/** A line may begin behind the escape of a line end, too. */
const file = /(?<=^|[^\w-]|\\[nrt])(?:\.holdfast|\.pi[\\/]{1,4}memory)[\\/]{1,4}[^\s\\/"'`,;:|)\]}]/iu;

/**
 * True for a script that names a memory folder anywhere, however it is quoted, by a pattern too, or by a variable of ours that
 * leads there. Linear.
 */
export function namesMemoryFolder(script: string): boolean {
  const plain = script.replaceAll(/\\\r?\n|['"\\[\]{}]/gu, "");
  return inScript.test(plain) || (piFolder.test(plain) && memoryFolder.test(plain));
}

const inScript = new RegExp(
  [
    String.raw`(?<![\w-])\.holdfast(?![\w-])`,
    String.raw`(?<![\w-])\.h(?:o(?:l(?:d(?:f(?:a(?:st?)?)?)?)?)?)?[*?]`, // .hold*
    String.raw`(?<!\.)[*?]\.?holdfast(?![\w-])`, // *holdfast*, but not the expression x.*holdfast
    String.raw`(?<![\w-])\.\?oldfast(?![\w-])`,
    String.raw`(?<![\w-])\.pi/{0,4}(?:\./{1,4}){0,4}(?:memory(?![\w-])|(?:m[a-z]{0,5})?[*?])`,
    String.raw`\$holdfast_dir(?!\w)`,
  ].join("|"),
  "iu",
);
/** `cd .pi; cat memory/a.md` names it in two words. */
const piFolder = /(?<![\w-])\.pi(?![\w-])/iu;
const memoryFolder = /(?:^|[\s/=])memory(?:[\s/;&|)]|$)/iu;
