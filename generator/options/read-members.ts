import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, tokensOf, type Origin } from '../core/origin.js';
import { didYouMean } from '../core/suggestion.js';
import type { Json } from '../model/schema.js';

/** Names of the members that an object of the config file may have. */
export interface AllowedMembers {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** Returns the members of an object. Reports missing and unknown members. */
export function readMembers(
  value: Json,
  origin: Origin,
  { required, optional }: AllowedMembers,
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

/** Returns the items of a list. Reports any other value. */
export function readItems(
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

/** Returns a non-empty string. Reports any other value. */
export function readText(
  value: Json | undefined,
  origin: Origin,
  report: Reporter,
): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  report.error('config-value', origin, `${kindOf(value)} stands where a text belongs`);
  return undefined;
}

/** Returns a boolean. Reports any other value. */
export function readFlag(
  value: Json | undefined,
  origin: Origin,
  report: Reporter,
): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  report.error('config-value', origin, `${kindOf(value)} stands where true or false belongs`);
  return undefined;
}

/** Returns one of the listed words. Reports any other value. */
export function readChoice<Word extends string>(
  value: Json | undefined,
  words: readonly Word[],
  origin: Origin,
  report: Reporter,
): Word | undefined {
  const choice = words.find((word) => word === value);
  if (value === undefined || choice !== undefined) return choice;
  const [first = '', second = '', ...more] = words;
  const description = [`neither ${first} nor ${second}`, ...more].join(' nor ');
  report.error('config-value', origin, `"${lastOf(origin)}" is ${description}`);
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
