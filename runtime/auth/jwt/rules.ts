import type { JsonValue, JwtDescriptor } from '../../core/descriptor.js';
import { AuthError } from '../error.js';
import type { JsonForm } from './canonical.js';
import { compileTemplate, type Template } from './template.js';

/** `verify` of `x-jwt`, parsed and completed with defaults; see `docs/guide/extensions.md`. */
export interface VerifyRules {
  readonly key: { readonly header: string } | { readonly principal: string };
  readonly header: ReadonlyMap<string, MemberRule>;
  readonly claims: ReadonlyMap<string, MemberRule>;
  readonly atLeastOne: readonly (readonly string[])[];
  readonly body: BodyRule | undefined;
  /** In seconds, like the next three. */
  readonly clockSkew: number;
  readonly expiryLeeway: number;
  readonly maxLifetime: number | undefined;
  readonly maxAge: number | undefined;
  readonly maxBytes: number;
}

/** Rule for one header parameter or claim. */
export interface MemberRule {
  readonly presence: 'required' | 'optional' | 'forbidden';
  readonly demand: Demand | undefined;
}

/** Requirement for the value of a member: a template, or a value that was never used before. */
export type Demand =
  | { readonly kind: 'equals' | 'single' | 'contains'; readonly template: Template }
  | { readonly kind: 'unique' };

/** Claims that cover the body. */
export interface BodyRule {
  readonly value: string | undefined;
  readonly digest: string | undefined;
  readonly digestForms: readonly DigestForm[];
}

/** JSON serialisation whose digest a token may contain. */
export type DigestForm = Exclude<JsonForm, 'jcs'>;

/**
 * Parses the rules. Unknown members are rejected, because an ignored rule could accept invalid tokens.
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

/** Checks dependencies between rules: a limit requires the claim that it refers to, and single-use values require an expiry. */
function checkTogether({ header, claims, maxLifetime, maxAge }: VerifyRules): void {
  const required = (claim: string): boolean => claims.get(claim)?.presence === 'required';
  if (maxLifetime !== undefined && !required('exp'))
    throw invalidRule('verify.maxLifetime requires the claim "exp" to be required');
  if (maxAge !== undefined && !required('iat'))
    throw invalidRule('verify.maxAge requires the claim "iat" to be required');
  const unique = [...header.values(), ...claims.values()].some(
    ({ demand }) => demand?.kind === 'unique',
  );
  if (unique && !required('exp') && maxAge === undefined) {
    throw invalidRule(
      'a unique member needs a required "exp" or "maxAge", so that its value expires',
    );
  }
}

function readKeyRule(value: JsonValue | undefined): VerifyRules['key'] {
  const rule = record('verify.key', value);
  onlyMembers('verify.key', rule, ['header', 'principal']);
  const { header, principal } = rule;
  if (typeof header === 'string' && principal === undefined) return { header };
  if (typeof principal === 'string' && header === undefined) return { principal };
  throw invalidRule('verify.key must name either a header member or the scheme of a principal');
}

function readMembers(path: string, value: JsonValue | undefined): ReadonlyMap<string, MemberRule> {
  if (value === undefined) return new Map();
  return new Map(
    Object.entries(record(path, value)).map(([name, rule]) => [
      name,
      readMember(`${path}.${name}`, rule),
    ]),
  );
}

function readMember(path: string, value: JsonValue): MemberRule {
  const rule = record(path, value);
  onlyMembers(path, rule, ['presence', 'equals', 'single', 'contains', 'unique']);
  const { presence = 'required', unique = false } = rule;
  if (presence !== 'required' && presence !== 'optional' && presence !== 'forbidden') {
    throw invalidRule(`${path}.presence must be "required", "optional" or "forbidden"`);
  }
  if (typeof unique !== 'boolean') throw invalidRule(`${path}.unique must be true or false`);
  const demands: Demand[] = unique ? [{ kind: 'unique' }] : [];
  for (const kind of ['equals', 'single', 'contains'] as const) {
    const text = rule[kind];
    if (text === undefined) continue;
    if (typeof text !== 'string') throw invalidRule(`${path}.${kind} must be a template`);
    demands.push({ kind, template: compileDemand(`${path}.${kind}`, text) });
  }
  if (demands.length > 1)
    throw invalidRule(`${path} has more than one of equals, single, contains, unique`);
  return { presence, demand: demands[0] };
}

function compileDemand(path: string, text: string): Template {
  const template = compileTemplate(path, text);
  for (const { kind } of template.expressions) {
    if (
      kind !== 'method' &&
      kind !== 'host' &&
      kind !== 'path' &&
      kind !== 'variables' &&
      kind !== 'header'
    ) {
      throw invalidRule(`${path} has an expression that a verifier cannot evaluate`);
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
    throw invalidRule(`verify.body.digestForms has no form "${form}"`);
  });
  const body = {
    value: optionalText('verify.body.value', claim),
    digest: optionalText('verify.body.digest', digest),
  };
  if (body.value === undefined && body.digest === undefined)
    throw invalidRule('verify.body names no claim');
  return { ...body, digestForms: forms };
}

type JsonRecord = { readonly [name: string]: JsonValue };

function record(path: string, value: JsonValue | undefined): JsonRecord {
  if (value !== null && typeof value === 'object' && !isList(value)) return value;
  throw invalidRule(`${path} must be an object`);
}

function list(path: string, value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  if (isList(value)) return value;
  throw invalidRule(`${path} must be a list`);
}

function texts(path: string, value: JsonValue): readonly string[] {
  return list(path, value).map((item) => optionalText(path, item) ?? '');
}

function optionalText(path: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw invalidRule(`${path} must be a string`);
}

function seconds(name: string, value: JsonValue | undefined): number | undefined {
  if (
    value === undefined ||
    (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
  )
    return value;
  throw invalidRule(`verify.${name} must be a non-negative integer`);
}

function onlyMembers(path: string, value: JsonRecord, known: readonly string[]): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name) && name !== 'x-basis');
  if (unknown !== undefined) throw invalidRule(`${path} has no member "${unknown}"`);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function invalidRule(message: string): AuthError {
  return new AuthError('description', `x-jwt: ${message}`);
}
