import type { PatternFlags } from './syntax-tree.js';

/** Classes of characters that a pattern distinguishes. Characters that are matched by the same atoms share a symbol. */
export interface Alphabet {
  /** Returns the symbol of a code point or UTF-16 unit. Symbols are numbered from 0. */
  symbolOf(code: number): number;
  /** True if an atom matches the characters of a symbol. */
  accepts(symbol: number, atom: number): boolean;
  /** True if `\w` matches the characters of a symbol; always `false` unless it was requested. */
  isWord(symbol: number): boolean;
}

/** Creates the alphabet of the given atoms. `RegExp` evaluates the atoms, so that all Unicode properties of the engine are supported. */
export function createAlphabet(
  atoms: readonly string[],
  flags: PatternFlags,
  needsWords: boolean,
): Alphabet {
  const tests = [...atoms, ...(needsWords ? [String.raw`\w`] : [])].map((atom) =>
    testOf(atom, flags),
  );
  const symbols = new Map<string, number>();
  const matches: boolean[][] = [];
  const ascii: number[] = [];
  const others = new Map<number, number>();

  function lookUp(code: number): number {
    const character = String.fromCodePoint(code);
    const results = tests.map((test) => test(character));
    const key = results.map(Number).join('');
    const known = symbols.get(key);
    if (known !== undefined) return known;
    symbols.set(key, symbols.size);
    return matches.push(results) - 1;
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
    accepts: (symbol, atom) => matches[symbol]?.[atom] === true,
    isWord: (symbol) => needsWords && matches[symbol]?.at(-1) === true,
  };
}

/** Maximum number of cached characters beyond ASCII. */
const maxOthers = 4096;

function testOf(atom: string, flags: PatternFlags): (character: string) => boolean {
  // A literal character, as most atoms are.
  if (atom !== '.' && /^[^\\[]$/u.test(atom)) return (character) => character === atom;
  const expression = new RegExp(`^${atom}$`, flags);
  return (character) => expression.test(character);
}
