import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, tokensOf, type Origin } from '../core/origin.js';
import { didYouMean } from '../core/suggestion.js';
import type { Json } from '../model/schema.js';

/** Members that an object of the config file has. */
export interface Known {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** The members of an object; what is missing, or does not belong, is told. */
export function membersOf(
  value: Json,
  origin: Origin,
  { required, optional }: Known,
  report: Reporter,
): { readonly [name: string]: Json | undefined } | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report.error(
      'config-value',
      origin,
      `${kindOf(value)} stands where an object with ${list(required)} belongs`,
    );
    return undefined;
  }
  const members = new Map(Object.entries(value));
  for (const name of members.keys()) {
    if (required.includes(name) || optional.includes(name)) continue;
    report.error(
      'config-member',
      childOrigin(origin, name),
      `"${name}" is no member of the config file here`,
      {
        part: 'key',
        hint:
          didYouMean(name, [...required, ...optional]).hint ??
          `the members are ${list([...required, ...optional])}`,
      },
    );
  }
  const missing = required.filter((name) => !members.has(name));
  if (missing.length > 0) report.error('config-member', origin, `${list(missing)} is missing`);
  return Object.fromEntries(members);
}

/** The items of a list. */
export function itemsOf(
  value: Json | undefined,
  origin: Origin,
  report: Reporter,
): readonly Json[] {
  if (value === undefined) return [];
  if (!Array.isArray(value))
    report.error('config-value', origin, `${kindOf(value)} stands where a list belongs`);
  else if (value.length === 0) report.error('config-value', origin, 'the list is empty');
  return Array.isArray(value) ? value : [];
}

/** A text that is not empty. */
export function textOf(
  value: Json | undefined,
  origin: Origin,
  report: Reporter,
): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  report.error('config-value', origin, `${kindOf(value)} stands where a text belongs`);
  return undefined;
}

/** A choice. */
export function flagOf(
  value: Json | undefined,
  origin: Origin,
  report: Reporter,
): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  report.error('config-value', origin, `${kindOf(value)} stands where true or false belongs`);
  return undefined;
}

/** One of some words. */
export function choiceOf<Word extends string>(
  value: Json | undefined,
  words: readonly Word[],
  origin: Origin,
  report: Reporter,
): Word | undefined {
  const found = words.find((word) => word === value);
  if (value === undefined || found !== undefined) return found;
  const [one = '', other = '', ...more] = words;
  const named = [`neither ${one} nor ${other}`, ...more].join(' nor ');
  report.error('config-value', origin, `"${lastOf(origin)}" is ${named}`);
  return undefined;
}

function lastOf(origin: Origin): string {
  return tokensOf(origin).at(-1) ?? '';
}

function kindOf(value: Json): string {
  if (value === '') return 'an empty text';
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  const kinds: Readonly<Record<string, string>> = {
    object: 'an object',
    string: 'a text',
    number: 'a number',
    boolean: 'a boolean',
  };
  return kinds[typeof value] ?? typeof value;
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
