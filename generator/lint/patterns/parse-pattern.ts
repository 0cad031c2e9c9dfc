import { anyCharacter, classes, inverse, notLineEnd, type Characters } from './characters.js';

/** What a pattern is made of, as far as backtracking goes: what matches no character is `nothing`. */
export type PatternNode =
  | { readonly kind: 'characters'; readonly characters: Characters }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly options: readonly PatternNode[] }
  | {
      readonly kind: 'repeat';
      readonly body: PatternNode;
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'start' }
  | { readonly kind: 'nothing' };

/**
 * Reads a pattern that RegExp accepts. Answers `undefined` where it has more than plain regular expressions do:
 * lookaround, back references, modifiers.
 */
export function parsePattern(source: string): PatternNode | undefined {
  const points = Array.from(source);
  let at = 0;
  let depth = 0;
  try {
    const node = either();
    return at === points.length ? node : undefined;
  } catch (error) {
    if (error === beyond) return undefined;
    throw error;
  }

  function either(): PatternNode {
    const options = [sequence()];
    while (take('|')) options.push(sequence());
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'either', options };
  }

  function sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (at < points.length && points[at] !== '|' && points[at] !== ')') {
      parts.push(repeated(atom()));
    }
    return { kind: 'sequence', parts };
  }

  function repeated(body: PatternNode): PatternNode {
    const limits = quantifier();
    if (limits === undefined) return body;
    take('?');
    const [least, most] = limits;
    return { kind: 'repeat', body, least, most };
  }

  function quantifier(): readonly [number, number] | undefined {
    if (take('*')) return [0, Infinity];
    if (take('+')) return [1, Infinity];
    if (take('?')) return [0, 1];
    const counts = /^\{(\d+)(?:(,)(\d*))?\}/.exec(points.slice(at, at + 24).join(''));
    if (counts === null) return undefined;
    at += counts[0].length;
    const least = Number(counts[1]);
    if (counts[2] === undefined) return [least, least];
    return [least, counts[3] === '' ? Infinity : Number(counts[3])];
  }

  function atom(): PatternNode {
    const point = next();
    switch (point) {
      case '^':
        return { kind: 'start' };
      case '$':
        return { kind: 'nothing' };
      case '.':
        return { kind: 'characters', characters: notLineEnd };
      case '(':
        return group();
      case '[':
        return { kind: 'characters', characters: bracketed() };
      case '\\':
        // A word boundary only refuses: without it there is more to try, never less.
        if (take('b') || take('B')) return { kind: 'nothing' };
        return { kind: 'characters', characters: escaped() };
      default:
        return { kind: 'characters', characters: single(point) };
    }
  }

  function group(): PatternNode {
    if (take('?') && !take(':')) {
      if (!take('<') || points[at] === '=' || points[at] === '!') throw beyond;
      while (next() !== '>');
    }
    depth += 1;
    if (depth > maxDepth) throw beyond;
    const inner = either();
    depth -= 1;
    if (!take(')')) throw beyond;
    return inner;
  }

  function bracketed(): Characters {
    const negated = take('^');
    const found: (readonly [number, number])[] = [];
    while (!take(']')) {
      const first = member();
      const isRange = points[at] === '-' && points[at + 1] !== ']' && first.length === 1;
      if (!isRange) {
        found.push(...first);
        continue;
      }
      at += 1;
      const last = member();
      const from = first[0]?.[0] ?? 0;
      const to = last[0]?.[1] ?? 0;
      if (last.length === 1 && from <= to) found.push([from, to]);
      else found.push(...first, ...single('-'), ...last);
    }
    return negated ? inverse(found) : found;
  }

  function member(): Characters {
    const point = next();
    if (point !== '\\') return single(point);
    return take('b') ? single('\b') : escaped();
  }

  function escaped(): Characters {
    const letter = next();
    const known = classes.get(letter);
    if (known !== undefined) return known;
    if (/[1-9k]/.test(letter)) throw beyond;
    if (letter === 'p' || letter === 'P') {
      if (take('{')) while (next() !== '}');
      // Which characters a property has is not looked up: more to try than there is.
      return anyCharacter;
    }
    const control = { n: 0x0a, r: 0x0d, t: 0x09, v: 0x0b, f: 0x0c, '0': 0 }[letter];
    if (control !== undefined) return [[control, control]];
    if (letter === 'x' || letter === 'u' || letter === 'c') return anyCoded(letter);
    return single(letter);
  }

  /** `\x41`, `\u0041` and `\u{41}`; others are rare enough to be any character. */
  function anyCoded(letter: string): Characters {
    const rest = points.slice(at, at + 10).join('');
    const code = (letter === 'x' ? /^([\da-f]{2})/i : /^(?:([\da-f]{4})|\{([\da-f]+)\})/i).exec(
      rest,
    );
    if (code === null || letter === 'c') throw beyond;
    at += code[0].length;
    const value = Number.parseInt(code[1] ?? code[2] ?? '', 16);
    // Half of a pair may be joined with the other half.
    if (value >= 0xd800 && value <= 0xdfff) throw beyond;
    return [[value, value]];
  }

  function take(point: string): boolean {
    if (points[at] !== point) return false;
    at += 1;
    return true;
  }

  function next(): string {
    const point = points[at];
    if (point === undefined) throw beyond;
    at += 1;
    return point;
  }
}

/** Groups within groups; RegExp takes thousands of them. */
const maxDepth = 100;

/** Thrown where a pattern is more than this reads. */
const beyond = new Error('beyond plain regular expressions');

function single(point: string): Characters {
  const code = point.codePointAt(0) ?? 0;
  return [[code, code]];
}
