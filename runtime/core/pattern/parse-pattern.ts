import type { PatternFlags, PatternNode } from './syntax-tree.js';

/**
 * Parses a regular expression that `RegExp` accepts with these flags (ECMA-262 section 22.2.1 and annex B.1.2). Returns
 * `undefined` for unsupported syntax, such as modifiers, and for groups nested more than a hundred levels deep.
 */
export function parsePattern(source: string, flags: PatternFlags): PatternNode | undefined {
  const isUnicode = flags === 'u';
  // A Unicode pattern consists of code points, a legacy pattern of UTF-16 units.
  const points = isUnicode ? Array.from(source) : source.split('');
  const names = groupNames(points);
  const cursor = new PatternCursor(points);
  let groups = 0;
  let depth = 0;
  try {
    const node = alternatives();
    return cursor.isAtEnd && groups === countOf(names) ? node : undefined;
  } catch (error) {
    if (error === unsupported) return undefined;
    throw error;
  }

  function alternatives(): PatternNode {
    const options = [sequence()];
    while (cursor.take('|')) options.push(sequence());
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'either', options };
  }

  function sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (!cursor.isAtEnd && cursor.point !== '|' && cursor.point !== ')') {
      const from = groups + 1;
      parts.push(repeated(term(), from));
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'sequence', parts };
  }

  function repeated(body: PatternNode, from: number): PatternNode {
    const limits = readQuantifier(cursor);
    if (limits === undefined) return body;
    const [least, most] = limits;
    return {
      kind: 'repeat',
      body,
      least,
      most,
      lazy: cursor.take('?'),
      groups: [from, groups + 1],
    };
  }

  function term(): PatternNode {
    const point = cursor.next();
    switch (point) {
      case '^':
        return { kind: 'start' };
      case '$':
        return { kind: 'end' };
      case '(':
        return parenthesis();
      case '[':
        return { kind: 'character', text: readClass(cursor) };
      case '\\':
        return escaped();
      default:
        return { kind: 'character', text: literalOf(point) };
    }
  }

  function parenthesis(): PatternNode {
    if (!cursor.take('?')) return group();
    if (cursor.take(':')) return inner();
    if (cursor.take('=')) return lookaround('ahead', false);
    if (cursor.take('!')) return lookaround('ahead', true);
    if (!cursor.take('<')) throw unsupported;
    if (cursor.take('=')) return lookaround('behind', false);
    if (cursor.take('!')) return lookaround('behind', true);
    while (cursor.next() !== '>');
    return group();
  }

  function group(): PatternNode {
    groups += 1;
    const index = groups;
    return { kind: 'group', index, body: inner() };
  }

  function lookaround(direction: 'ahead' | 'behind', negated: boolean): PatternNode {
    return { kind: 'look', direction, negated, body: inner() };
  }

  function inner(): PatternNode {
    depth += 1;
    if (depth > maxDepth) throw unsupported;
    const body = alternatives();
    depth -= 1;
    if (!cursor.take(')')) throw unsupported;
    return body;
  }

  function escaped(): PatternNode {
    const letter = cursor.next();
    if (letter === 'b' || letter === 'B') return { kind: 'boundary', negated: letter === 'B' };
    if (letter === 'k' && (isUnicode || names.size > 0)) return named();
    if (/[1-9]/.test(letter)) {
      const digits = `${letter}${/^\d*/.exec(cursor.rest(10))?.[0] ?? ''}`;
      if (isUnicode || Number(digits) <= countOf(names)) {
        cursor.skip(digits.length - 1);
        return { kind: 'back', groups: [Number(digits)] };
      }
    }
    return {
      kind: 'character',
      text: readEscape(cursor, letter, isUnicode ? unicodeEscape : legacyEscape),
    };
  }

  function named(): PatternNode {
    const name = readGroupName(cursor);
    // Escaped names are rare and are not supported.
    if (name.includes('\\') || !names.has(name)) throw unsupported;
    return { kind: 'back', groups: names.get(name) ?? [] };
  }
}

/** Position in a pattern, which consists of code points or of UTF-16 units. */
class PatternCursor {
  private readonly points: readonly string[];
  private at = 0;

  constructor(points: readonly string[]) {
    this.points = points;
  }

  get isAtEnd(): boolean {
    return this.at === this.points.length;
  }

  /** The next character; `undefined` at the end. */
  get point(): string | undefined {
    return this.points[this.at];
  }

  /** Reads a character if it is the next one. */
  take(point: string): boolean {
    if (this.point !== point) return false;
    this.at += 1;
    return true;
  }

  /** Reads the next character. */
  next(): string {
    const { point } = this;
    if (point === undefined) throw unsupported;
    this.at += 1;
    return point;
  }

  skip(count: number): void {
    this.at += count;
  }

  /** Returns up to this many characters, without reading them. */
  rest(length: number): string {
    return this.points.slice(this.at, this.at + length).join('');
  }
}

function readQuantifier(cursor: PatternCursor): readonly [number, number] | undefined {
  if (cursor.take('*')) return [0, Infinity];
  if (cursor.take('+')) return [1, Infinity];
  if (cursor.take('?')) return [0, 1];
  if (cursor.point !== '{') return undefined;
  // In a legacy pattern, a brace that does not start a quantifier is a literal character.
  const counts = /^\{(\d+)(?:(,)(\d*))?\}/.exec(cursor.rest(101));
  if (counts === null) return undefined;
  cursor.skip(counts[0].length);
  const least = Number(counts[1]);
  if (counts[2] === undefined) return [least, least];
  return [least, counts[3] === '' ? Infinity : Number(counts[3])];
}

function readGroupName(cursor: PatternCursor): string {
  if (!cursor.take('<')) throw unsupported;
  let name = '';
  for (let point = cursor.next(); point !== '>'; point = cursor.next()) name += point;
  return name;
}

/** Reads the rest of a character class, whose opening bracket has been read. */
function readClass(cursor: PatternCursor): string {
  let text = '[';
  for (;;) {
    const point = cursor.next();
    text += point;
    if (point === ']') return text;
    if (point === '\\') text += cursor.next();
  }
}

/** Reads the escape of a single character that starts with this letter. */
function readEscape(cursor: PatternCursor, letter: string, escapePattern: RegExp): string {
  const match = escapePattern.exec(`${letter}${cursor.rest(100)}`);
  if (match === null) {
    // In a legacy pattern, `\c` without a control letter is a backslash followed by `c`.
    if (letter !== 'c') return `\\${letter}`;
    cursor.skip(-1);
    return '\\\\';
  }
  cursor.skip(Array.from(match[0]).length - 1);
  return `\\${match[0]}`;
}

function literalOf(point: string): string {
  return point === ']' || point === '{' || point === '}' ? `\\${point}` : point;
}

/** Maximum nesting of groups. `RegExp` accepts thousands of levels, but the parser is recursive. */
const maxDepth = 100;

/** Thrown for unsupported syntax. */
const unsupported = new Error('unsupported syntax in a pattern');

/** Escapes after the backslash. In a Unicode pattern, an escaped surrogate pair is one character. */
const unicodeEscape =
  /^(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|x[\da-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\})/;
const legacyEscape = /^(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[0-3][0-7]{0,2}|[4-7][0-7]?)/;

/** Groups of a pattern by name; unnamed groups are under the empty name. Several groups may share a name. */
function groupNames(points: readonly string[]): Map<string, number[]> {
  const names = new Map<string, number[]>();
  let index = 0;
  let isClass = false;
  for (let at = 0; at < points.length; at += 1) {
    const point = points[at];
    if (point === '\\') at += 1;
    else if (point === '[') isClass = true;
    else if (point === ']') isClass = false;
    else if (point === '(' && !isClass) {
      const name = /^\?<([^=!>][^>]*)>/.exec(points.slice(at + 1, at + 100).join(''))?.[1];
      if (points[at + 1] === '?' && name === undefined) continue;
      index += 1;
      names.set(name ?? '', [...(names.get(name ?? '') ?? []), index]);
    }
  }
  return names;
}

function countOf(names: ReadonlyMap<string, readonly number[]>): number {
  let count = 0;
  for (const groups of names.values()) count += groups.length;
  return count;
}
