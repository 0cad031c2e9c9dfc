import { parsePattern } from './parse-pattern.js';
import { programOf, type Obstacle, type Program } from './program.js';
import { createSearch } from './search.js';
import type { PatternFlags } from './syntax-tree.js';

/** A pattern that is matched in time proportional to the length of the text, for any text. */
export interface LinearPattern {
  /** The original pattern. */
  readonly source: string;
  readonly flags: PatternFlags;
  /** True if the text has a match, as with `new RegExp(source, flags).test(text)`. Can be called without `this`. */
  readonly test: (text: string) => boolean;
}

/**
 * Compiles a regular expression to an automaton that reads each character of a text once. The number of steps per character is
 * bounded by the length of the pattern with its counted repetitions expanded, and the memory that is kept between texts is bounded.
 * It matches like `RegExp`, but does not support back-references and lookaround, for which no such automaton exists.
 *
 * ```ts
 * linearPattern('^(a+)+$').test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'); // false, at once
 * ```
 *
 * @throws {SyntaxError} if `RegExp` throws it
 * @throws {RangeError} if {@link obstacleTo} returns a reason
 */
export function linearPattern(source: string, flags: PatternFlags = 'u'): LinearPattern {
  const program = compile(source, flags);
  if (typeof program === 'string')
    throw new RangeError(`"${source}" cannot be matched in linear time: ${program}`);
  // Compiled on first use, because most patterns of a package are never used.
  let search: ((text: string) => boolean) | undefined;
  return {
    source,
    flags,
    test: (text) => (search ??= createSearch(program, flags))(text),
  };
}

/**
 * Returns the reason why {@link linearPattern} does not support a pattern, or `undefined` if it does: `lookaround`,
 * `back-reference`, `size` for more than 20,000 steps with counted repetitions expanded, or `syntax` for modifiers and for groups
 * nested more than a hundred levels deep.
 *
 * @throws {SyntaxError} if `RegExp` throws it
 */
export function obstacleTo(
  source: string,
  flags: PatternFlags = 'u',
): Obstacle | 'syntax' | undefined {
  const program = compile(source, flags);
  return typeof program === 'string' ? program : undefined;
}

function compile(source: string, flags: PatternFlags): Program | Obstacle | 'syntax' {
  void new RegExp(source, flags);
  const tree = parsePattern(source, flags);
  return tree === undefined ? 'syntax' : programOf(tree);
}
