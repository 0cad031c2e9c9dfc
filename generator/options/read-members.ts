import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, tokensOf, type Origin } from '../core/origin.js';
import { didYouMean } from '../core/suggestion.js';
import type { Json } from '../model/schema.js';
import {
  configMember,
  configValue,
  emptyConfigValue,
  wrongConfigType,
} from './config-diagnostics.js';

/** Names of the members that an object of the config file may have. */
export interface AllowedMembers {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Name of the emitter whose options the members are. */
  readonly emitter?: string;
}

/** Returns the members of an object. Reports missing and unknown members. */
export function readMembers(
  value: Json,
  origin: Origin,
  { required, optional, emitter }: AllowedMembers,
  reporter: Reporter,
): { readonly [name: string]: Json | undefined } | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const expected = required.length === 0 ? 'an object' : `an object with ${list(required)}`;
    reporter.report(wrongConfigType(value, origin, expected), origin);
    return undefined;
  }
  const allowed = [...required, ...optional];
  const members = new Map(Object.entries(value));
  for (const name of members.keys()) {
    if (required.includes(name) || optional.includes(name)) continue;
    const sentence =
      emitter === undefined
        ? configMember.unknown({ name })
        : configMember.unknownOption({ name, emitter });
    reporter.report(sentence, childOrigin(origin, name), {
      part: 'key',
      hint: didYouMean(name, allowed).hint ?? membersHint(allowed),
    });
  }
  const missing = required.filter((name) => !members.has(name));
  if (missing.length > 0) reporter.report(configMember.missing({ names: missing }), origin);
  return Object.fromEntries(members);
}

/** Returns the items of a list. Reports any other value. */
export function readItems(
  value: Json | undefined,
  origin: Origin,
  reporter: Reporter,
): readonly Json[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) reporter.report(wrongConfigType(value, origin, 'a list'), origin);
  else if (value.length === 0) reporter.report(emptyConfigValue(origin), origin);
  return Array.isArray(value) ? value : [];
}

/** Returns a non-empty string. Reports any other value. */
export function readText(
  value: Json | undefined,
  origin: Origin,
  reporter: Reporter,
): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  const sentence =
    value === '' ? emptyConfigValue(origin) : wrongConfigType(value, origin, 'a string');
  reporter.report(sentence, origin);
  return undefined;
}

/** Returns a boolean. Reports any other value. */
export function readFlag(
  value: Json | undefined,
  origin: Origin,
  reporter: Reporter,
): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  reporter.report(wrongConfigType(value, origin, 'true or false'), origin);
  return undefined;
}

/** Returns one of the listed words. Reports any other value. */
export function readChoice<Word extends string>(
  value: Json | undefined,
  words: readonly Word[],
  origin: Origin,
  reporter: Reporter,
): Word | undefined {
  const choice = words.find((word) => word === value);
  if (value === undefined || choice !== undefined) return choice;
  reporter.report(configValue.choice({ name: lastOf(origin), values: words }), origin);
  return undefined;
}

function lastOf(origin: Origin): string {
  return tokensOf(origin).at(-1) ?? '';
}

/** Lists the members if they are few. */
function membersHint(names: readonly string[]): string {
  return names.length > 10
    ? 'tallystick/config/tallystick.schema.json lists the members'
    : `the members are ${list(names)}`;
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
