import type { ts as TypeScript } from 'ts-morph';
import type { Insertion } from './add-handlers.js';
import type { FileStyle } from './handler-text.js';

const exportName = 'notImplemented';

/** The insertion that imports `notImplemented` of a module, if necessary, and its local name. */
export function importNotImplemented(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  { quote, end }: FileStyle,
  specifier: string,
): { readonly name: string; readonly insertions: readonly Insertion[] } {
  const { text } = file;
  const imports = file.statements.filter(ts.isImportDeclaration);
  const lists = imports.flatMap(({ moduleSpecifier, importClause }) => {
    const bindings = importClause?.namedBindings;
    return ts.isStringLiteral(moduleSpecifier) &&
      moduleSpecifier.text === specifier &&
      importClause?.isTypeOnly === false &&
      bindings !== undefined &&
      ts.isNamedImports(bindings)
      ? [bindings.elements]
      : [];
  });
  const existing = lists
    .flatMap((list) => [...list])
    .find(({ name, propertyName }) => (propertyName ?? name).text === exportName);
  if (existing !== undefined) return { name: existing.name.text, insertions: [] };
  const isTaken = new RegExp(`\\b${exportName}\\b`, 'u').test(text);
  const name = isTaken ? 'notWrittenYet' : exportName;
  const binding = isTaken ? `${exportName} as ${name}` : exportName;
  const lastImported = lists.find((list) => list.length > 0)?.at(-1);
  if (lastImported !== undefined)
    return { name, insertions: [{ at: lastImported.getEnd(), text: `, ${binding}` }] };
  const line = `import { ${binding} } from ${quote}${specifier}${quote}${end}`;
  const lineBreak = text[text.indexOf('\n') - 1] === '\r' ? '\r\n' : '\n';
  return { name, insertions: [insertionOf(ts, file, imports, line, lineBreak)] };
}

/**
 * Inserts the import before the first one, or after the last one if a comment belongs to the first. Without imports, inserts it after the
 * directives.
 */
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
    const hasDirective = /@ts-|-(?:next-line|ignore)/u.test(above);
    const last = imports.at(-1) ?? first;
    return hasDirective
      ? { at: last.getEnd(), text: lineBreak + line }
      : { at: first.getStart(file), text: line + lineBreak };
  }
  const statement = file.statements.find(
    (each) => !(ts.isExpressionStatement(each) && ts.isStringLiteral(each.expression)),
  );
  return { at: statement?.getStart(file) ?? 0, text: line + lineBreak + lineBreak };
}
