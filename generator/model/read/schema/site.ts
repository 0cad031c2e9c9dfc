import type { DiagnosticDetails } from '../../../core/diagnostic.js';
import { childOrigin, tokensOf } from '../../../core/origin.js';
import type { ChildOrigin, Origin } from '../../../core/origin.js';
import { escapeToken } from '../../../core/pointer.js';
import type { Annotations, Json, Keywords, Numeral, SchemaId } from '../../schema.js';
import { describeType, member } from '../json.js';
import type { JsonObject } from '../json.js';
import type { Scope } from './document.js';
import type { SchemaReading } from './reading.js';

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Keywords while they are being read. */
export type KeywordsInProgress = Mutable<Keywords>;

/** Annotations while they are being read; an absent one may be set to `undefined` and is dropped later. */
export type AnnotationsInProgress = {
  -readonly [Name in keyof Annotations]: Annotations[Name] | undefined;
};

/** One schema object while its keywords are read: where it stands, and where its parts go. Plain data: there are many. */
export interface SchemaSite {
  readonly id: SchemaId;
  readonly reading: SchemaReading;
  readonly scope: Scope;
  readonly origin: Origin;
  /** Of the schema, within its document. */
  readonly pointer: string;
  readonly value: JsonObject;
  readonly keywords: KeywordsInProgress;
  readonly annotations: AnnotationsInProgress;
}

/** A keyword beside the one being read. */
export function sibling(site: SchemaSite, name: string): Json | undefined {
  return member(site.value, name);
}

/** Reads the subschema under one or two keys. */
export function child(
  site: SchemaSite,
  value: Json,
  key: string,
  inner?: string | number,
): SchemaId {
  const origin = { parent: site.origin, key };
  return inner === undefined
    ? readBelow(site, value, origin, `/${escapeToken(key)}`)
    : childOf(site, value, origin, inner);
}

/** Reads the subschema under a key of a member, whose origin all that are under it share. */
export function childOf(
  site: SchemaSite,
  value: Json,
  holder: ChildOrigin,
  key: string | number,
): SchemaId {
  const way = `/${escapeToken(holder.key)}/${escapeToken(key)}`;
  return readBelow(site, value, { parent: holder, key }, way);
}

function readBelow(site: SchemaSite, value: Json, origin: Origin, way: string): SchemaId {
  const { scope } = site;
  const isMoved = scope.prefix !== 0 || scope.resource !== scope.document.uri;
  const id = isMoved ? undefined : ((site.id + way) as SchemaId);
  return site.reading.read(value, origin, site.pointer + way, scope, id);
}

/** The value as a string; reports any other. */
export function string(site: SchemaSite, value: Json, name: string): string | undefined {
  if (typeof value === 'string') return value;
  wrongType(site, name, 'a string', value);
  return undefined;
}

/** What people read: a number as it is written; anything else that is no string is left out, which changes nothing of what is described. */
export function words(site: SchemaSite, value: Json, name: string): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') {
    const { text } = numeral(site, value, name);
    const message = `"${name}" is a number, and is read as "${text}"`;
    warn(site, 'loose-form', [name], message, { hint: 'put it in quotes' });
    return text;
  }
  warn(
    site,
    'invalid-type',
    [name],
    `"${name}" is ${describeType(value)} where a string belongs, and is left out`,
  );
  return undefined;
}

/** The value as a boolean; reports any other. */
export function boolean(site: SchemaSite, value: Json, name: string): boolean | undefined {
  if (typeof value === 'boolean') return value;
  wrongType(site, name, 'a boolean', value);
  return undefined;
}

/** Reports a value of the wrong type at keys below the schema. */
export function wrongType(
  site: SchemaSite,
  keys: string | readonly (string | number)[],
  expected: string,
  found: Json | undefined,
  more?: DiagnosticDetails,
): void {
  const path = typeof keys === 'string' ? [keys] : keys;
  const name = path.findLast((key) => typeof key === 'string');
  report(
    site,
    'invalid-type',
    path,
    `"${name}" is ${describeType(found)} where ${expected} belongs`,
    more,
  );
}

/** Reports a value of the right type that makes no sense. */
export function invalid(site: SchemaSite, name: string, message: string): void {
  report(site, 'invalid-value', [name], message);
}

/** Reports an error at keys below the schema. */
export function report(
  site: SchemaSite,
  code: string,
  keys: readonly (string | number)[],
  message: string,
  more?: DiagnosticDetails,
): void {
  site.reading.reporter.error(code, childOrigin(site.origin, ...keys), message, more);
}

/** Reports a warning at keys below the schema. */
export function warn(
  site: SchemaSite,
  code: string,
  keys: readonly (string | number)[],
  message: string,
  more?: DiagnosticDetails,
): void {
  site.reading.reporter.warning(code, childOrigin(site.origin, ...keys), message, more);
}

/** Warns of a keyword that the dialect knows and that demands nothing where it stands. */
export function ineffective(
  site: SchemaSite,
  name: string,
  message: string,
  more?: DiagnosticDetails,
): void {
  warn(site, 'ineffective-keyword', [name], message, { part: 'key', ...more });
}

/** A number and its spelling, which is looked up in the text when it is first asked for: most runs never do. */
export function numeral(site: SchemaSite, value: number, name: string): Numeral {
  const { document } = site.scope;
  if (document.numberText === undefined) return { value, text: String(value) };
  const origin = { parent: site.origin, key: name };
  let known: string | undefined;
  return {
    value,
    get text() {
      known ??= document.numberText?.(tokensOf(origin)) ?? String(value);
      return known;
    },
  };
}
