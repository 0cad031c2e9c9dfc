import type { JsonValue, JwtDescriptor } from '../../core/descriptor.js';
import { AuthError } from '../error.js';
import type { JsonForm } from './canonical.js';
import { compileTemplate, type Template } from './template.js';

/** `verify` of `x-jwt`, read and with its defaults; see `docs/guide/extensions.md`. */
export interface VerifyRules {
  readonly key: { readonly header: string } | { readonly principal: string };
  readonly header: ReadonlyMap<string, MemberRule>;
  readonly claims: ReadonlyMap<string, MemberRule>;
  readonly atLeastOne: readonly (readonly string[])[];
  readonly body: BodyRule | undefined;
  /** Seconds, as are the four below. */
  readonly clockSkew: number;
  readonly expiryLeeway: number;
  readonly maxLifetime: number | undefined;
  readonly maxAge: number | undefined;
  readonly maxBytes: number;
}

/** What one header member or one claim has to be. */
export interface MemberRule {
  readonly presence: 'required' | 'optional' | 'forbidden';
  readonly demand: Demand | undefined;
}

/** What the value of a member has to be: as a template says, or never seen before. */
export type Demand =
  | { readonly kind: 'equals' | 'single' | 'contains'; readonly template: Template }
  | { readonly kind: 'unique' };

/** How the body is bound. */
export interface BodyRule {
  readonly value: string | undefined;
  readonly digest: string | undefined;
  readonly digestForms: readonly DigestForm[];
}

/** A form of JSON whose digest a token may carry. */
export type DigestForm = Exclude<JsonForm, 'jcs'>;

/**
 * Reads the rules. A wrong one would let tokens in, so nothing unknown is passed over.
 *
 * @throws {AuthError} `description`
 */
export function readRules(jwt: JwtDescriptor): VerifyRules {
  const { verify } = jwt;
  onlyMembers('verify', verify, [
    'key',
    'header',
    'claims',
    'atLeastOne',
    'body',
    'clockSkew',
    'expiryLeeway',
    'maxLifetime',
    'maxAge',
    'maxBytes',
  ]);
  const rules: VerifyRules = {
    key: readKeyRule(verify['key']),
    header: readMembers('verify.header', verify['header']),
    claims: readMembers('verify.claims', verify['claims']),
    atLeastOne: list('verify.atLeastOne', verify['atLeastOne']).map((names) =>
      texts('verify.atLeastOne', names),
    ),
    body: readBodyRule(verify['body']),
    clockSkew: seconds('clockSkew', verify['clockSkew']) ?? 30,
    expiryLeeway: seconds('expiryLeeway', verify['expiryLeeway']) ?? 0,
    maxLifetime: seconds('maxLifetime', verify['maxLifetime']),
    maxAge: seconds('maxAge', verify['maxAge']),
    maxBytes: seconds('maxBytes', verify['maxBytes']) ?? 8192,
  };
  checkTogether(rules);
  return rules;
}

/** What the rules say only together: a limit needs the claim it is counted from, a memory needs an end. */
function checkTogether({ header, claims, maxLifetime, maxAge }: VerifyRules): void {
  const required = (claim: string): boolean => claims.get(claim)?.presence === 'required';
  if (maxLifetime !== undefined && !required('exp'))
    throw wrong('verify.maxLifetime needs the claim "exp" to be required');
  if (maxAge !== undefined && !required('iat'))
    throw wrong('verify.maxAge needs the claim "iat" to be required');
  const unique = [...header.values(), ...claims.values()].some(
    ({ demand }) => demand?.kind === 'unique',
  );
  if (unique && !required('exp') && maxAge === undefined) {
    throw wrong(
      'a unique member needs a required "exp", or "maxAge", so that it can be forgotten one day',
    );
  }
}

function readKeyRule(value: JsonValue | undefined): VerifyRules['key'] {
  const rule = record('verify.key', value);
  onlyMembers('verify.key', rule, ['header', 'principal']);
  const { header, principal } = rule;
  if (typeof header === 'string' && principal === undefined) return { header };
  if (typeof principal === 'string' && header === undefined) return { principal };
  throw wrong('verify.key names either a header member or the scheme of a principal');
}

function readMembers(place: string, value: JsonValue | undefined): ReadonlyMap<string, MemberRule> {
  if (value === undefined) return new Map();
  return new Map(
    Object.entries(record(place, value)).map(([name, rule]) => [
      name,
      readMember(`${place}.${name}`, rule),
    ]),
  );
}

function readMember(place: string, value: JsonValue): MemberRule {
  const rule = record(place, value);
  onlyMembers(place, rule, ['presence', 'equals', 'single', 'contains', 'unique']);
  const { presence = 'required', unique = false } = rule;
  if (presence !== 'required' && presence !== 'optional' && presence !== 'forbidden') {
    throw wrong(`${place}.presence is required, optional or forbidden`);
  }
  if (typeof unique !== 'boolean') throw wrong(`${place}.unique is true or false`);
  const demands: Demand[] = unique ? [{ kind: 'unique' }] : [];
  for (const kind of ['equals', 'single', 'contains'] as const) {
    const text = rule[kind];
    if (text === undefined) continue;
    if (typeof text !== 'string') throw wrong(`${place}.${kind} is a template`);
    demands.push({ kind, template: compileDemand(`${place}.${kind}`, text) });
  }
  if (demands.length > 1)
    throw wrong(`${place} has more than one of equals, single, contains, unique`);
  return { presence, demand: demands[0] };
}

function compileDemand(place: string, text: string): Template {
  const template = compileTemplate(place, text);
  for (const { kind } of template.expressions) {
    if (
      kind !== 'method' &&
      kind !== 'host' &&
      kind !== 'path' &&
      kind !== 'variables' &&
      kind !== 'header'
    ) {
      throw wrong(`${place} has an expression that a verifier can not know`);
    }
  }
  return template;
}

function readBodyRule(value: JsonValue | undefined): BodyRule | undefined {
  if (value === undefined) return undefined;
  const rule = record('verify.body', value);
  onlyMembers('verify.body', rule, ['value', 'digest', 'digestForms']);
  const { value: claim, digest, digestForms = ['ecmascript'] } = rule;
  const forms = texts('verify.body.digestForms', digestForms).map((form): DigestForm => {
    if (form === 'ecmascript' || form === 'python' || form === 'go') return form;
    throw wrong(`verify.body.digestForms has no form "${form}"`);
  });
  const body = {
    value: optionalText('verify.body.value', claim),
    digest: optionalText('verify.body.digest', digest),
  };
  if (body.value === undefined && body.digest === undefined)
    throw wrong('verify.body names no claim');
  return { ...body, digestForms: forms };
}

type JsonRecord = { readonly [name: string]: JsonValue };

function record(place: string, value: JsonValue | undefined): JsonRecord {
  if (value !== null && typeof value === 'object' && !isList(value)) return value;
  throw wrong(`${place} is an object`);
}

function list(place: string, value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  if (isList(value)) return value;
  throw wrong(`${place} is a list`);
}

function texts(place: string, value: JsonValue): readonly string[] {
  return list(place, value).map((item) => optionalText(place, item) ?? '');
}

function optionalText(place: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw wrong(`${place} is a text`);
}

function seconds(name: string, value: JsonValue | undefined): number | undefined {
  if (
    value === undefined ||
    (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
  )
    return value;
  throw wrong(`verify.${name} is an integer that is not negative`);
}

function onlyMembers(place: string, value: JsonRecord, known: readonly string[]): void {
  const stranger = Object.keys(value).find((name) => !known.includes(name) && name !== 'x-basis');
  if (stranger !== undefined) throw wrong(`${place} has no member "${stranger}"`);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function wrong(message: string): AuthError {
  return new AuthError('description', `x-jwt: ${message}`);
}
