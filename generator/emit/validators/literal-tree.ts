import { code, join, type Code } from '../code.js';

/** A literal before it is laid out: members, items, or code that is short enough for one line. */
export type LiteralTree =
  | Code
  | readonly (readonly [key: Code, value: LiteralTree])[]
  | { readonly items: readonly LiteralTree[] };

const width = 100;

/** A literal, broken where a line would be too long; `start` is the column it begins in. */
export function layOutLiteral(tree: LiteralTree, depth = 0, start: number = width): Code {
  const line = onOneLine(tree);
  if (start + line.length + 1 <= width) return line;
  if (typeof tree === 'string') return tree;
  const indent = '  '.repeat(depth + 1) as Code;
  const close = '  '.repeat(depth) as Code;
  if ('items' in tree) {
    if (tree.items.length === 0) return code`[]`;
    const items = tree.items.map(
      (item) => code`${indent}${layOutLiteral(item, depth + 1, indent.length)},`,
    );
    return code`[\n${items}\n${close}]`;
  }
  if (tree.length === 0) return code`{}`;
  const members = tree.map(
    ([key, value]) =>
      code`${indent}${key}: ${layOutLiteral(value, depth + 1, indent.length + key.length + 2)},`,
  );
  return code`{\n${members}\n${close}}`;
}

function onOneLine(tree: LiteralTree): Code {
  if (typeof tree === 'string') return tree;
  if ('items' in tree) return code`[${join(tree.items.map(onOneLine), ', ')}]`;
  if (tree.length === 0) return code`{}`;
  return code`{ ${join(
    tree.map(([key, value]) => code`${key}: ${onOneLine(value)}`),
    ', ',
  )} }`;
}
