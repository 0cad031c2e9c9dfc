import { code, join, type Text as Code } from '../printer/code.js';

/** A literal before layout: an object, a list, a call, or code that fits on one line. */
export type LiteralTree =
  | Code
  | readonly (readonly [key: Code, value: LiteralTree])[]
  | { readonly items: readonly LiteralTree[] }
  | CallTree;

interface CallTree {
  readonly call: Code;
  /**
   * If the last argument is a string, the formatter puts it on a separate line if the call does not
   * fit.
   */
  readonly arguments: readonly LiteralTree[];
}

const width = 100;

/**
 * Lays out a literal over several lines if necessary. `start` is the column where it begins, and
 * `outer` the columns by which the result is indented later.
 */
export function layOutLiteral(
  tree: LiteralTree,
  depth = 0,
  start: number = width,
  outer = 0,
): Code {
  const line = flatLiteral(tree);
  if (start + line.length + 1 <= width && !mustBreak(tree)) return line;
  if (typeof tree === 'string') return tree;
  const indent = '  '.repeat(depth + 1) as Code;
  const close = '  '.repeat(depth) as Code;
  if ('call' in tree) {
    const args = tree.arguments.map(
      (each) => code`${indent}${layOutLiteral(each, depth + 1, indent.length + outer, outer)},`,
    );
    return code`${tree.call}(\n${args}\n${close})`;
  }
  if ('items' in tree) {
    if (tree.items.length === 0) return code`[]`;
    const items = tree.items.map(
      (item) => code`${indent}${layOutLiteral(item, depth + 1, indent.length + outer, outer)},`,
    );
    return code`[\n${items}\n${close}]`;
  }
  if (tree.length === 0) return code`{}`;
  const members = tree.map(([key, value]) => {
    const column = indent.length + outer + key.length + 2;
    // The formatter does not break after a name this short.
    const separator = key.length > 4 && isLongText(value, column) ? code`\n${indent}  ` : code` `;
    return code`${indent}${key}:${separator}${layOutLiteral(value, depth + 1, column, outer)},`;
  });
  return code`{\n${members}\n${close}}`;
}

/** True if a string does not fit on its line and moves to the next one. */
function isLongText(tree: LiteralTree, column: number): boolean {
  return typeof tree === 'string' && /^['"]/.test(tree) && column + tree.length + 1 > width;
}

/**
 * True for lists of several lists or objects with more than one entry each, which the formatter
 * breaks.
 */
export function mustBreak(tree: LiteralTree): boolean {
  if (typeof tree === 'string' || 'call' in tree) return false;
  const children = 'items' in tree ? tree.items : tree.map(([, value]) => value);
  return ('items' in tree && isTable(tree.items)) || children.some(mustBreak);
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

/** Prints a literal on one line. */
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
