import { childOrigin } from '../core/origin.js';
import { configValue } from './config-diagnostics.js';
import type { OptionType } from './option.js';
import { readChoice, readFlag, readItems, readText } from './read-members.js';

/** True or false. */
export const flag: OptionType<boolean> = { schema: { type: 'boolean' }, read: readFlag };

/** A non-empty string. */
export const text: OptionType<string> = {
  schema: { type: 'string', minLength: 1 },
  read: readText,
};

/** A string with a syntax of its own; `expectation` completes the sentence "… is not". */
export function textLike(
  schema: OptionType<string>['schema'],
  isValid: (text: string) => boolean,
  expectation: string,
): OptionType<string> {
  const problem = (value: string): string | undefined =>
    isValid(value) ? undefined : `"${value}" is not ${expectation}`;
  return {
    schema: { type: 'string', ...schema },
    problem,
    read(value, origin, reporter) {
      const read = readText(value, origin, reporter);
      const found = read === undefined ? undefined : problem(read);
      if (found === undefined) return read;
      reporter.report(configValue.text({ problem: found }), origin);
      return undefined;
    },
  };
}

/** A list of non-empty strings, with at least one item. */
export const texts: OptionType<readonly string[]> = {
  schema: { type: 'array', minItems: 1, items: text.schema },
  read(value, origin, reporter) {
    const items = readItems(value, origin, reporter).flatMap(
      (item, index) => readText(item, childOrigin(origin, index), reporter) ?? [],
    );
    return items.length === 0 ? undefined : items;
  },
};

/** One of several words. */
export function choice<Word extends string>(...words: readonly Word[]): OptionType<Word> {
  return {
    schema: { enum: words },
    choices: words,
    read: (value, origin, reporter) => readChoice(value, words, origin, reporter),
  };
}

/** A list of words of a given set, with at least one item. */
export function choices(known: readonly string[]): OptionType<readonly string[]> {
  return {
    schema: { type: 'array', minItems: 1, items: { enum: known } },
    read(value, origin, reporter) {
      const items = readItems(value, origin, reporter).flatMap(
        (item, index) => readChoice(item, known, childOrigin(origin, index), reporter) ?? [],
      );
      return items.length === 0 ? undefined : items;
    },
  };
}
