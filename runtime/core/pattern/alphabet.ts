import type { PatternFlags } from './syntax-tree.js';

/** Characters told apart as far as a pattern does: those that the same of its atoms take are one symbol. */
export interface Alphabet {
  /** The symbol of a code point or UTF-16 unit. Numbers count from 0. */
  symbolOf(code: number): number;
  /** Whether an atom takes the characters of a symbol. */
  takes(symbol: number, atom: number): boolean;
  /** Whether `\w` takes them; always `false` unless that was asked for. */
  isWord(symbol: number): boolean;
}

/** The alphabet of patterns that take one character each. `RegExp` itself says what they take, so that every property of Unicode is its own. */
export function createAlphabet(
  atoms: readonly string[],
  flags: PatternFlags,
  asksForWords: boolean,
): Alphabet {
  const tests = [...atoms, ...(asksForWords ? [String.raw`\w`] : [])].map((atom) =>
    testOf(atom, flags),
  );
  const symbols = new Map<string, number>();
  const taken: boolean[][] = [];
  const ascii: number[] = [];
  const others = new Map<number, number>();

  function lookUp(code: number): number {
    const character = String.fromCodePoint(code);
    const found = tests.map((test) => test(character));
    const key = found.map(Number).join('');
    const known = symbols.get(key);
    if (known !== undefined) return known;
    symbols.set(key, symbols.size);
    return taken.push(found) - 1;
  }

  return {
    symbolOf(code) {
      const known = code < 128 ? ascii[code] : others.get(code);
      if (known !== undefined) return known;
      const symbol = lookUp(code);
      if (code < 128) ascii[code] = symbol;
      else {
        if (others.size === maxOthers) others.clear();
        others.set(code, symbol);
      }
      return symbol;
    },
    takes: (symbol, atom) => taken[symbol]?.[atom] === true,
    isWord: (symbol) => asksForWords && taken[symbol]?.at(-1) === true,
  };
}

/** Characters beyond ASCII that are remembered. */
const maxOthers = 4096;

function testOf(atom: string, flags: PatternFlags): (character: string) => boolean {
  // A character by itself, as most of a pattern is.
  if (atom !== '.' && /^[^\\[]$/u.test(atom)) return (character) => character === atom;
  const expression = new RegExp(`^${atom}$`, flags);
  return (character) => expression.test(character);
}
