import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A test, or a group of tests, that says what it proves. */
export interface Proof {
  /** Inside the repository. */
  readonly file: string;
  /** As it is written, after the titles of the groups around it: `runs: an interrupted run shows ...`. */
  readonly title: string;
  readonly ids: readonly string[];
}

/** Every proof in the repository: calls of `test` and `describe` that name guarantees in `tags`. What is skipped proves nothing. */
export function readProofs(root: string): Proof[] {
  return ["packages", "apps", "test"]
    .flatMap((folder) => testFiles(root, folder))
    .sort()
    .flatMap((file) => proofsIn(file, readFileSync(join(root, file), "utf8")));
}

/** The proofs in one test file. */
export function proofsIn(file: string, text: string): Proof[] {
  const found: Proof[] = [];
  const walk = (node: ts.Node, groups: readonly string[]) => {
    const call = ts.isCallExpression(node) ? testCall(node) : undefined;
    const titles = call ? [...groups, call.title] : groups;
    if (call && call.ids.length > 0) found.push({ file, title: titles.join(": "), ids: call.ids });
    ts.forEachChild(node, (child) => walk(child, titles));
  };
  walk(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), []);
  return found;
}

function testFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((one) => {
    const path = `${folder}/${one.name}`;
    if (one.isDirectory()) return ["node_modules", "dist"].includes(one.name) ? [] : testFiles(root, path);
    return one.name.endsWith(".test.ts") ? [path] : [];
  });
}

function testCall({ expression, arguments: [title, options] }: ts.CallExpression) {
  const words = wordsOf(expression);
  const isTest = words[0] === "test" || words[0] === "describe";
  if (!isTest || words.includes("skip") || words.includes("todo") || title === undefined) return undefined;
  if (
    !ts.isStringLiteral(title) &&
    !ts.isTemplateLiteral(title) &&
    !ts.isPropertyAccessExpression(title) &&
    !ts.isIdentifier(title)
  )
    return undefined; // the table of `test.each(...)`
  const text = title.getText().replace(/^["`]|["`]$/g, "");
  return { title: text, ids: options && ts.isObjectLiteralExpression(options) ? tagsOf(options) : [] };
}

/** `test.concurrent.each(rows)` is `test`, `concurrent`, `each`. */
function wordsOf(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return [...wordsOf(node.expression), node.name.text];
  return ts.isCallExpression(node) ? wordsOf(node.expression) : [];
}

function tagsOf(options: ts.ObjectLiteralExpression): string[] {
  return options.properties.flatMap((property) => {
    if (!ts.isPropertyAssignment(property) || property.name.getText() !== "tags") return [];
    const { initializer } = property;
    return ts.isArrayLiteralExpression(initializer)
      ? initializer.elements.flatMap((one) => (ts.isStringLiteral(one) ? [one.text] : []))
      : [];
  });
}
