import { parsePattern } from './parse-pattern.js';
import { programOf, type Obstacle, type Program } from './program.js';
import { createSearch } from './search.js';
import type { PatternFlags } from './syntax-tree.js';

/** A pattern that is looked for in time proportional to the text, whatever the text is. */
export interface LinearPattern {
  /** The pattern as it was given. */
  readonly source: string;
  readonly flags: PatternFlags;
  /** Whether the text has a match, as `new RegExp(source, flags).test(text)` answers. Needs no `this`. */
  readonly test: (text: string) => boolean;
}

/**
 * Compiles a regular expression to an automaton, which looks at every character of a text once. For each it does, at most, as many steps as
 * the pattern is long with its counted repetitions written out, and what it keeps between texts is bounded. It does what `RegExp` does,
 * except backwards references and lookaround, for which no such automaton exists.
 *
 * ```ts
 * linearPattern('^(a+)+$').test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'); // false, at once
 * ```
 *
 * @throws {SyntaxError} where `RegExp` throws it
 * @throws {RangeError} for what {@link obstacleTo} tells
 */
export function linearPattern(source: string, flags: PatternFlags = 'u'): LinearPattern {
  const program = compiled(source, flags);
  if (typeof program === 'string')
    throw new RangeError(`"${source}" has no matcher of linear time: ${program}`);
  // Most patterns of a package are never asked for.
  let search: ((text: string) => boolean) | undefined;
  return {
    source,
    flags,
    test: (text) => (search ??= createSearch(program, flags))(text),
  };
}

/**
 * Why {@link linearPattern} does not take a pattern, and `undefined` where it does: `lookaround`, `back-reference`, `size` where it is more
 * than 20,000 steps long with its counted repetitions written out, or `syntax` for modifiers and groups nested more than a hundred deep.
 *
 * @throws {SyntaxError} where `RegExp` throws it
 */
export function obstacleTo(
  source: string,
  flags: PatternFlags = 'u',
): Obstacle | 'syntax' | undefined {
  const program = compiled(source, flags);
  return typeof program === 'string' ? program : undefined;
}

function compiled(source: string, flags: PatternFlags): Program | Obstacle | 'syntax' {
  void new RegExp(source, flags);
  const tree = parsePattern(source, flags);
  return tree === undefined ? 'syntax' : programOf(tree);
}
