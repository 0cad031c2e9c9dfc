import { parsePattern } from '../../runtime/core/pattern/parse-pattern.js';
import { programOf } from '../../runtime/core/pattern/program.js';
import { createSearch } from '../../runtime/core/pattern/search.js';
import { flagsOf, isPattern } from '../core/pattern-flags.js';
import { counterOf } from './count-steps.js';
import { isQuick } from './is-quick.js';

/** Whether a text has a match; `undefined` where that would take too long to tell. */
type Matcher = (text: string) => boolean | undefined;

/**
 * Whether a text matches a pattern of a description; `undefined` where that is not found out, because it would take too long, or because
 * `RegExp` does not take the pattern. Only a pattern that certainly takes time in proportion to the text is run by `RegExp`: another one could
 * keep a run from ever ending. What is spent on a pattern is counted for each description, which some object stands for that all who ask have.
 */
export function matches(description: object, source: string, text: string): boolean | undefined {
  let known = matchers.get(description);
  if (known === undefined) matchers.set(description, (known = new Map()));
  let matcher = known.get(source);
  if (matcher === undefined) known.set(source, (matcher = matcherOf(source)));
  return matcher(text);
}

/** What was compiled before: many examples are of one schema. */
const matchers = new WeakMap<object, Map<string, Matcher>>();

function matcherOf(source: string): Matcher {
  const flags = flagsOf(source);
  if (!isPattern(source, flags)) return () => undefined;
  if (isQuick(source)) {
    const expression = new RegExp(source, flags);
    return (text) => expression.test(text);
  }
  const pattern = parsePattern(source, flags);
  const program = pattern === undefined ? 'syntax' : programOf(pattern);
  if (typeof program === 'string') {
    // What looks around or back is tried in the way of RegExp, as long as that is short.
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

/** Steps for all texts of one pattern: some hundredths of a second. */
const maxSteps = 500_000;

/** The same for the linear search, of which most are never done: each instruction for each character. */
const maxInstructions = 500_000_000;
