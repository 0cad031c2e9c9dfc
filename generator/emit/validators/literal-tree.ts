import { code, join, type Code } from '../code.js';

/** A literal before it is laid out: members, items, the call of a function, or code that is short enough for one line. */
export type LiteralTree =
  | Code
  | readonly (readonly [key: Code, value: LiteralTree])[]
  | { readonly items: readonly LiteralTree[] }
  | CallTree;

interface CallTree {
  readonly call: Code;
  /** The last is a string, which the formatter puts on a line of its own where there is no room for all. */
  readonly arguments: readonly LiteralTree[];
}

const width = 100;

/** A literal, broken where a line would be too long; `start` is the column it begins in. */
export function layOutLiteral(tree: LiteralTree, depth = 0, start: number = width): Code {
  const line = flatLiteral(tree);
  if (start + line.length + 1 <= width && !breaksAlways(tree)) return line;
  if (typeof tree === 'string') return tree;
  const indent = '  '.repeat(depth + 1) as Code;
  const close = '  '.repeat(depth) as Code;
  if ('call' in tree) {
    const given = tree.arguments.map(
      (each) => code`${indent}${layOutLiteral(each, depth + 1, indent.length)},`,
    );
    return code`${tree.call}(\n${given}\n${close})`;
  }
  if ('items' in tree) {
    if (tree.items.length === 0) return code`[]`;
    const items = tree.items.map(
      (item) => code`${indent}${layOutLiteral(item, depth + 1, indent.length)},`,
    );
    return code`[\n${items}\n${close}]`;
  }
  if (tree.length === 0) return code`{}`;
  const members = tree.map(([key, value]) => {
    const column = indent.length + key.length + 2;
    // Behind a name this short nothing is gained by a line of its own.
    const gap = key.length > 4 && isLongText(value, column) ? code`\n${indent}  ` : code` `;
    return code`${indent}${key}:${gap}${layOutLiteral(value, depth + 1, column)},`;
  });
  return code`{\n${members}\n${close}}`;
}

/** A string that its line has no room for stands on the next. */
function isLongText(tree: LiteralTree, column: number): boolean {
  return typeof tree === 'string' && /^['"]/.test(tree) && column + tree.length + 1 > width;
}

/** The formatter breaks a list of several lists, or of several objects, that hold more than one thing each. */
function breaksAlways(tree: LiteralTree): boolean {
  if (typeof tree === 'string' || 'call' in tree) return false;
  const inside = 'items' in tree ? tree.items : tree.map(([, value]) => value);
  return ('items' in tree && isTable(tree.items)) || inside.some(breaksAlways);
}

function isTable(items: readonly LiteralTree[]): boolean {
  const [first] = items;
  if (items.length < 2 || first === undefined || isLeaf(first)) return false;
  return items.every(
    (item) =>
      !isLeaf(item) &&
      'items' in item === 'items' in first &&
      ('items' in item ? item.items : item).length > 1,
  );
}

function isLeaf(tree: LiteralTree): tree is Code | CallTree {
  return typeof tree === 'string' || 'call' in tree;
}

/** A literal on one line. */
export function flatLiteral(tree: LiteralTree): Code {
  if (typeof tree === 'string') return tree;
  if ('call' in tree) return code`${tree.call}(${join(tree.arguments.map(flatLiteral), ', ')})`;
  if ('items' in tree) return code`[${join(tree.items.map(flatLiteral), ', ')}]`;
  if (tree.length === 0) return code`{}`;
  return code`{ ${join(
    tree.map(([key, value]) => code`${key}: ${flatLiteral(value)}`),
    ', ',
  )} }`;
}
