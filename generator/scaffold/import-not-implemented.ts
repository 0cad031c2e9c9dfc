import type { ts as TypeScript } from 'ts-morph';
import type { Insertion } from './add-handlers.js';
import type { FileStyle } from './handler-text.js';

const from = '@tallystick/runtime/http/server';
const wanted = 'notImplemented';

/** The import of `notImplemented` that a file lacks, and what the file calls it. */
export function importNotImplemented(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  { quote, end }: FileStyle,
): { readonly name: string; readonly insertions: readonly Insertion[] } {
  const { text } = file;
  const imports = file.statements.filter(ts.isImportDeclaration);
  const lists = imports.flatMap(({ moduleSpecifier, importClause }) => {
    const bindings = importClause?.namedBindings;
    return ts.isStringLiteral(moduleSpecifier) &&
      moduleSpecifier.text === from &&
      importClause?.isTypeOnly === false &&
      bindings !== undefined &&
      ts.isNamedImports(bindings)
      ? [bindings.elements]
      : [];
  });
  const there = lists
    .flatMap((list) => [...list])
    .find(({ name, propertyName }) => (propertyName ?? name).text === wanted);
  if (there !== undefined) return { name: there.name.text, insertions: [] };
  const isTaken = new RegExp(`\\b${wanted}\\b`, 'u').test(text);
  const name = isTaken ? 'notWrittenYet' : wanted;
  const binding = isTaken ? `${wanted} as ${name}` : wanted;
  const beside = lists.find((list) => list.length > 0)?.at(-1);
  if (beside !== undefined)
    return { name, insertions: [{ at: beside.getEnd(), text: `, ${binding}` }] };
  const line = `import { ${binding} } from ${quote}${from}${quote}${end}`;
  const lineBreak = text[text.indexOf('\n') - 1] === '\r' ? '\r\n' : '\n';
  return { name, insertions: [insertionOf(ts, file, imports, line, lineBreak)] };
}

/** A line before the first import; behind the last one where a comment belongs to the first; behind directives. */
function insertionOf(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  imports: readonly TypeScript.ImportDeclaration[],
  line: string,
  lineBreak: string,
): Insertion {
  const { text } = file;
  const [first] = imports;
  if (first !== undefined) {
    const above = text.slice(first.getFullStart(), first.getStart(file));
    const belongs = /@ts-|-(?:next-line|ignore)/u.test(above);
    const last = imports.at(-1) ?? first;
    return belongs
      ? { at: last.getEnd(), text: lineBreak + line }
      : { at: first.getStart(file), text: line + lineBreak };
  }
  const statement = file.statements.find(
    (each) => !(ts.isExpressionStatement(each) && ts.isStringLiteral(each.expression)),
  );
  return { at: statement?.getStart(file) ?? 0, text: line + lineBreak + lineBreak };
}
