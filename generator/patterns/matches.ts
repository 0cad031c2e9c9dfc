import { parsePattern } from '../../runtime/core/pattern/parse-pattern.js';
import { programOf } from '../../runtime/core/pattern/program.js';
import { createSearch } from '../../runtime/core/pattern/search.js';
import { flagsOf, isPattern } from '../core/pattern-flags.js';
import { counterOf } from './count-steps.js';
import { isLinearTime } from './linear-time.js';

/** Returns true if a text has a match; `undefined` if the search would take too long. */
type Matcher = (text: string) => boolean | undefined;

/**
 * Returns true if a text matches a pattern of a description. Returns `undefined` if the search would take too long, or if `RegExp` rejects
 * the pattern. Only patterns with linear time are run by `RegExp`, because others might never terminate. Work is limited for each pattern
 * and description; `description` is any object that identifies the description.
 */
export function matches(description: object, source: string, text: string): boolean | undefined {
  let known = matchers.get(description);
  if (known === undefined) matchers.set(description, (known = new Map()));
  let matcher = known.get(source);
  if (matcher === undefined) known.set(source, (matcher = matcherOf(source, description)));
  return matcher(text);
}

/** Compiled patterns, because many examples may use one schema. */
const matchers = new WeakMap<object, Map<string, Matcher>>();

function matcherOf(source: string, description: object): Matcher {
  const flags = flagsOf(source);
  if (!isPattern(source, flags)) return () => undefined;
  if (isLinearTime(source, description)) {
    const expression = new RegExp(source, flags);
    return (text) => expression.test(text);
  }
  const pattern = parsePattern(source, flags);
  const program = pattern === undefined ? 'syntax' : programOf(pattern);
  if (typeof program === 'string') {
    // Lookarounds and back-references need backtracking, which is tried up to a limit.
    const counter = counterOf(source);
    return (text) =>
      counter === undefined || counter.spent() > maxSteps
        ? undefined
        : counter.matches(text, maxSteps);
  }
  const search = createSearch(program, flags);
  let left = maxInstructions;
  return (text) => {
    left -= text.length * program.instructions.length;
    return left < 0 ? undefined : search(text);
  };
}

/** Maximum steps for all texts of one pattern: some hundredths of a second. */
const maxSteps = 500_000;

/** Maximum work of the linear search: instructions times characters. Most of it is never done. */
const maxInstructions = 500_000_000;
