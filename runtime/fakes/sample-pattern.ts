import { parsePattern } from '../core/pattern/parse-pattern.js';
import type { PatternFlags, PatternNode } from '../core/pattern/syntax-tree.js';

/** Draws an integer from 0 to `count`, without `count`. */
export type Draw = (count: number) => number;

/**
 * Returns a text that a regular expression probably matches: lookaround and word boundaries are not respected, so that the text has
 * to be tested. `growth` is the number of repetitions beyond the least ones. Returns `undefined` if the syntax is not supported.
 */
export function samplePattern(source: string, growth: number, draw: Draw): string | undefined {
  const flags = flagsOf(source);
  const tree = treeOf(source, flags);
  if (tree === undefined) return undefined;
  const groups = new Map<number, string>();
  let left = maxSteps;
  const text = sample(tree);
  return left > 0 ? text : undefined;

  function sample(node: PatternNode): string {
    left -= 1;
    if (left <= 0) return '';
    switch (node.kind) {
      case 'character':
        return characterOf(node.text, flags, draw);
      case 'sequence':
        return node.parts.map(sample).join('');
      case 'either': {
        const option = node.options[draw(node.options.length)];
        return option === undefined ? '' : sample(option);
      }
      case 'group': {
        const captured = sample(node.body);
        groups.set(node.index, captured);
        return captured;
      }
      case 'repeat': {
        const most = Math.min(node.most, node.least + growth);
        const count = node.least + draw(most - node.least + 1);
        let repeated = '';
        for (let index = 0; index < count && left > 0; index += 1) repeated += sample(node.body);
        return repeated;
      }
      case 'back':
        return node.groups.map((index) => groups.get(index) ?? '').join('');
      case 'look':
      case 'start':
      case 'end':
      case 'boundary':
        return '';
    }
  }
}

/** Texts that positive lookahead in a pattern demands, such as the digit of `(?=.*\d)`, with one sample each. */
export function sampleLookaheads(source: string, draw: Draw): readonly string[] {
  const tree = treeOf(source, flagsOf(source));
  const found: string[] = [];
  const visit = (node: PatternNode): void => {
    if (node.kind === 'look' && node.direction === 'ahead' && !node.negated) {
      const text = sampleNode(node.body, draw);
      if (text !== undefined) found.push(text);
    } else if (node.kind === 'sequence') node.parts.forEach(visit);
    else if (node.kind === 'group' || node.kind === 'repeat') visit(node.body);
  };
  if (tree !== undefined) visit(tree);
  return found;
}

/** Sample of a node with the least repetitions, without characters that anything may stand for. */
function sampleNode(node: PatternNode, draw: Draw): string | undefined {
  switch (node.kind) {
    case 'character':
      return characterOf(node.text, 'u', draw);
    case 'sequence':
      return node.parts.map((part) => sampleNode(part, draw) ?? '').join('');
    case 'group':
      return sampleNode(node.body, draw);
    case 'repeat':
      return (sampleNode(node.body, draw) ?? '').repeat(Math.min(node.least, 8));
    case 'either': {
      const option = node.options[draw(node.options.length)];
      return option === undefined ? undefined : sampleNode(option, draw);
    }
    default:
      return undefined;
  }
}

/** Maximum number of nodes that one sample visits. */
const maxSteps = 20_000;

const trees = new Map<string, PatternNode | undefined>();

function treeOf(source: string, flags: PatternFlags): PatternNode | undefined {
  if (trees.has(source)) return trees.get(source);
  let tree: PatternNode | undefined;
  try {
    void new RegExp(source, flags);
    tree = parsePattern(source, flags);
  } catch {
    tree = undefined;
  }
  trees.set(source, tree);
  return tree;
}

/** Flags of a pattern: Unicode mode, unless it is valid only without. */
export function flagsOf(source: string): PatternFlags {
  try {
    void new RegExp(source, 'u');
    return 'u';
  } catch {
    return '';
  }
}

const characters = new Map<string, readonly string[]>();

/** A character that an atom matches: letters and digits if there are any. */
function characterOf(atom: string, flags: PatternFlags, draw: Draw): string {
  const key = flags + atom;
  let known = characters.get(key);
  if (known === undefined) characters.set(key, (known = charactersOf(atom, flags)));
  return known[draw(known.length)] ?? '';
}

function charactersOf(atom: string, flags: PatternFlags): readonly string[] {
  if (atom !== '.' && /^[^\\[]$/u.test(atom)) return [atom];
  const expression = new RegExp(`^${atom}$`, flags);
  const matched = (from: number, to: number): readonly string[] => {
    const found: string[] = [];
    for (let point = from; point <= to && found.length < 256; point += 1) {
      if (point >= 0xd8_00 && point <= 0xdf_ff) continue;
      const character = String.fromCodePoint(point);
      if (expression.test(character)) found.push(character);
    }
    return found;
  };
  const printable = matched(0x20, 0x7e);
  const words = printable.filter((character) => /\w/.test(character));
  if (words.length > 0) return words;
  if (printable.length > 0) return printable;
  const others = matched(0xa0, 0xff_ff);
  if (others.length > 0) return others;
  const controls = matched(0, 0x1f);
  return controls.length > 0 || flags === '' ? controls : matched(0x1_00_00, 0x1_ff_ff);
}
