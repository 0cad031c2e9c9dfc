import type { ts as TypeScript } from 'ts-morph';
import type { HandlersPlace } from './find-handlers.js';
import { handlerText } from './new-file.js';
import type { Target } from './target.js';

/** A text to put in at an offset. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** The file with these handlers added behind the last one of their place; every other byte stays as it is. */
export function addMissing(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  places: readonly HandlersPlace[],
  missing: Target['operations'],
): string {
  const { text } = file;
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const byPlace = new Map<HandlersPlace, Target['operations'][number][]>();
  for (const operation of missing) {
    const place = placeFor(operation, places);
    if (place === undefined) continue;
    byPlace.set(place, [...(byPlace.get(place) ?? []), operation]);
  }
  const insertions = [
    ...[...byPlace].flatMap(([{ node }, operations]) =>
      insertionsFor(ts, file, node, operations, lineBreak),
    ),
    ...importOf(ts, file, lineBreak),
  ].sort((a, b) => b.at - a.at);
  return insertions.reduce(
    (sum, { at, text: more }) => sum.slice(0, at) + more + sum.slice(at),
    text,
  );
}

/** Where a handler belongs: to those of its service, or to all; nowhere, where neither are here. */
export function placeFor(
  { service }: Target['operations'][number],
  places: readonly HandlersPlace[],
): HandlersPlace | undefined {
  return places.find(({ type }) => type === service) ?? places.find(({ isWhole }) => isWhole);
}

function insertionsFor(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  node: HandlersPlace['node'],
  operations: Target['operations'],
  lineBreak: string,
): readonly Insertion[] {
  const { text } = file;
  const isObject = ts.isObjectLiteralExpression(node);
  const list = isObject ? node.properties : node.members;
  const last = list.at(-1);
  const brace = node.getEnd() - 1;
  const outer = indentAt(text, isObject ? brace : node.getStart(file));
  const own = last === undefined ? undefined : indentAt(text, last.getStart(file));
  const unit =
    own?.startsWith(outer) === true && own !== outer ? own.slice(outer.length) : unitOf(text);
  const indent = own !== undefined && own !== outer ? own : outer + unit;
  const end = isObject ? ',' : '';
  const handlers = operations.map(
    (operation) => handlerText(operation, indent, unit).replaceAll('\n', lineBreak) + end,
  );
  const isFirst = last === undefined;
  const comma: readonly Insertion[] =
    isObject && !isFirst && !list.hasTrailingComma ? [{ at: last.getEnd(), text: ',' }] : [];
  // The brace may share its line with what is before it.
  const lineStart = text.lastIndexOf('\n', brace - 1) + 1;
  const isAlone = /^[ \t]*$/.test(text.slice(lineStart, brace));
  const gap = isFirst ? '' : lineBreak;
  const body = handlers.join(lineBreak + lineBreak) + lineBreak;
  return [
    ...comma,
    isAlone
      ? { at: lineStart, text: gap + body }
      : { at: brace, text: lineBreak + gap + body + outer },
  ];
}

/** The import that new handlers need, where the file does not have it. */
function importOf(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  lineBreak: string,
): readonly Insertion[] {
  const imports = file.statements.filter(ts.isImportDeclaration);
  const has = imports.some(({ importClause }) => {
    const bindings = importClause?.namedBindings;
    return (
      bindings !== undefined &&
      ts.isNamedImports(bindings) &&
      bindings.elements.some(({ name }) => name.text === 'notImplemented')
    );
  });
  if (has) return [];
  const line = `import { notImplemented } from '@tallystick/runtime/http/server';`;
  const first = imports[0];
  if (first !== undefined) return [{ at: first.getStart(file), text: line + lineBreak }];
  const start = file.statements[0]?.getStart(file) ?? 0;
  return [{ at: start, text: line + lineBreak + lineBreak }];
}

/** The white space that a line begins with. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}

/** How the file indents: by a tab, or by what its first indented line begins with. */
function unitOf(text: string): string {
  return /^(\t| {2,8})(?=\S)/m.exec(text)?.[1] ?? '  ';
}
