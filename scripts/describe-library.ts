import { join } from "node:path";
import ts from "typescript";

/** A library by its folder under `packages/`. */
export const libraries = ["memory", "schema", "reconciler", "models", "extraction", "storage"] as const;

/** What each library exports, with its first sentences of documentation, as Markdown. Read from the sources. */
export function describeLibraries(root: string): string {
  const entries = libraries.map((name) => join(root, "packages", name, "src/index.ts"));
  const program = ts.createProgram(entries, {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    customConditions: ["@holdfast/source"],
    types: ["node"],
    skipLibCheck: true,
  });
  return libraries.map((name, nth) => describeLibrary(program, name, entries[nth] ?? "")).join("\n\n");
}

function describeLibrary(program: ts.Program, name: string, entry: string): string {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new TypeError(`${entry} exports nothing`);
  const exported = checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const of = (flags: ts.SymbolFlags) => exported.filter((symbol) => symbol.flags & flags);
  const functions = of(ts.SymbolFlags.Function | ts.SymbolFlags.Class);
  const values = of(ts.SymbolFlags.Variable);
  const types = of(ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias).filter(
    ({ flags }) => !(flags & (ts.SymbolFlags.Variable | ts.SymbolFlags.Class)),
  );
  const methods = types.filter((symbol) => membersOf(checker, symbol).some(isMethod));
  return [
    `## @holdfast/${name}`,
    table(
      "function",
      functions.map((symbol) => rowOf(checker, symbol, signatureOf(symbol))),
    ),
    ...methods.map((symbol) => describeMembers(checker, symbol)),
    table(
      "value",
      values.map((symbol) => rowOf(checker, symbol, symbol.name)),
    ),
    table(
      "type",
      types
        .filter((symbol) => !methods.includes(symbol))
        .map((symbol) => rowOf(checker, symbol, symbol.name, fieldsOf(checker, symbol))),
    ),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function describeMembers(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const rows = membersOf(checker, symbol).map((member) => rowOf(checker, member, signatureOf(member)));
  return [`### ${symbol.name}`, docOf(checker, symbol), table("member", rows)].filter(Boolean).join("\n\n");
}

function membersOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol[] {
  if (!(symbol.flags & ts.SymbolFlags.Interface)) return [];
  return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
}

/** The fields of an object's type, with what was written of each where it was written by hand. */
function fieldsOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return "";
  const fields = checker.getPropertiesOfType(type).map((field) => {
    const written = field.valueDeclaration;
    if (written && ts.isPropertySignature(written))
      return printed(written).replace(/^readonly |( \| undefined)?;$/g, "");
    return field.flags & ts.SymbolFlags.Optional ? `${field.name}?` : field.name;
  });
  return fields.map((field) => `\`${field}\``).join(" ");
}

function isMethod(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Method) !== 0;
}

/** As its author wrote it: names of types say more here than what they stand for. */
function signatureOf(symbol: ts.Symbol): string {
  const written = symbol.declarations?.map((one) => signatureIn(one)).find((one) => one !== undefined);
  return written ?? symbol.name;
}

function signatureIn(declaration: ts.Declaration): string | undefined {
  if (ts.isFunctionDeclaration(declaration) || ts.isMethodSignature(declaration)) {
    const kinds = declaration.typeParameters?.map(printed).join(", ");
    const given = declaration.parameters.map(printed).join(", ");
    const result = declaration.type ? `: ${printed(declaration.type)}` : "";
    return `${declaration.name?.getText()}${kinds ? `<${kinds}>` : ""}(${given})${result}`;
  }
  return undefined;
}

const printer = ts.createPrinter({ removeComments: true });

function printed(node: ts.Node): string {
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replace(/\s+/g, " ");
}

function rowOf(checker: ts.TypeChecker, symbol: ts.Symbol, title: string, more = ""): string {
  const says = [docOf(checker, symbol), more].filter(Boolean).join(" ");
  return `| \`${inCell(title)}\` | ${inCell(says)} |`;
}

function inCell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function docOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  return text
    .replace(/\{@link ([\w.]+) ?\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .replaceAll("<", "&lt;")
    .trim();
}

function table(head: string, rows: readonly string[]): string {
  return rows.length === 0 ? "" : [`| ${head} | |`, "|---|---|", ...rows].join("\n");
}
