import type { JsonValue } from '../../core/descriptor.js';
import type { JsonObject } from './compact.js';
import { refuse } from './refusal.js';
import type { RequestFacts } from './request-scope.js';
import type { Demand, MemberRule } from './rules.js';
import type { Template, TemplateScope } from './template.js';

/** Header or claims to check, with the values of expressions in their rules. */
export interface CheckedMembers {
  readonly part: 'header' | 'claim';
  readonly members: JsonObject;
  readonly scope: TemplateScope;
  readonly facts: RequestFacts;
}

/**
 * Checks a token's header or claims against their rules. Members without a rule are ignored.
 *
 * @returns the single-use values
 * @throws {TokenRefusal} with a reason such as `claim-iss-mismatch`
 */
export function checkMembers(
  examined: CheckedMembers,
  rules: ReadonlyMap<string, MemberRule>,
): readonly string[] {
  const once: string[] = [];
  for (const [name, { presence, demand }] of rules) {
    const reason = `${examined.part}-${name}`;
    const value = Object.hasOwn(examined.members, name) ? examined.members[name] : undefined;
    if (value === undefined) {
      if (presence === 'required') refuse(`${reason}-missing`, `"${name}" is required`);
      continue;
    }
    if (presence === 'forbidden') refuse(`${reason}-forbidden`, `"${name}" is forbidden`);
    if (demand?.kind === 'unique') once.push(`${name}:${uniqueValue(reason, value)}`);
    else if (demand !== undefined) checkDemand(reason, value, demand, examined);
  }
  return once;
}

/** Rejects a token that has none of the claims of a list. */
export function checkAtLeastOne(claims: JsonObject, lists: readonly (readonly string[])[]): void {
  for (const names of lists) {
    if (names.some((name) => Object.hasOwn(claims, name))) continue;
    refuse(`claim-${names.join('-or-')}-missing`, `one of ${names.join(', ')} is required`);
  }
}

function uniqueValue(reason: string, value: JsonValue): string {
  if (typeof value === 'string' && value !== '' && value.length <= 256) return value;
  return refuse(`${reason}-invalid`, 'a string of 1 to 256 characters is required');
}

function checkDemand(
  reason: string,
  value: JsonValue,
  demand: Extract<Demand, { readonly template: Template }>,
  { scope, facts }: CheckedMembers,
): void {
  const expected = demand.template.evaluate(scope);
  const texts = foundText(reason, value, demand.kind);
  const bound = demand.template.expressions.some(
    ({ kind }) => kind === 'method' || kind === 'host' || kind === 'path',
  );
  if (typeof expected !== 'string')
    refuse(`${reason}-mismatch`, 'the request has no value to compare it with');
  else if (demand.kind === 'contains' && texts.includes(expected)) return;
  else if (demand.kind !== 'contains' && texts[0] === expected) return;
  refuse(
    `${reason}-${bound ? difference(texts[0] ?? '', facts) : 'mismatch'}`,
    'the value does not match the request',
  );
}

/** Returns the text, or the texts if a list is permitted. */
function foundText(
  reason: string,
  value: JsonValue,
  kind: 'equals' | 'single' | 'contains',
): readonly string[] {
  if (typeof value === 'string' && kind !== 'single') return [value];
  if (!isList(value) || kind === 'equals')
    return refuse(
      `${reason}-type`,
      kind === 'single' ? 'a list is required' : 'a string is required',
    );
  const texts = value.filter((item) => typeof item === 'string');
  if (texts.length !== value.length)
    refuse(`${reason}-type`, 'the list has an item that is not a string');
  if (kind === 'single' && texts.length !== 1)
    refuse(`${reason}-count`, 'exactly one entry is required');
  return texts;
}

/** Names the first difference between a claim of the form `GET host/path` and the request; only for the log. */
function difference(text: string, facts: RequestFacts): string {
  const [, method, host, path] = /^([^ ]*) ([^/]*)(.*)$/s.exec(text) ?? [];
  if (method === undefined || path === undefined) return 'mismatch';
  if (method !== facts.method) return 'method';
  if (host !== facts.host) return 'host';
  return /[?#]/.test(path) ? 'query' : 'path';
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
