import type { DiagnosticDetails } from '../../../core/diagnostic.js';
import { childOrigin } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { tokensOf } from '../../../core/origin.js';
import type { Annotations, Json, Keywords, Numeral, SchemaId } from '../../schema.js';
import { describeType, member } from '../json.js';
import type { JsonObject } from '../json.js';
import type { Scope } from './document.js';
import type { SchemaReading } from './reading.js';
import { escapeToken } from './uri.js';

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Keywords while they are being read. */
export type KeywordsInProgress = Mutable<Keywords>;

/** Annotations while they are being read; an absent one may be set to `undefined` and is dropped later. */
export type AnnotationsInProgress = {
  -readonly [Name in keyof Annotations]: Annotations[Name] | undefined;
};

/** One schema object while its keywords are read: where it stands, and where its parts go. */
export interface SchemaSite {
  readonly id: SchemaId;
  readonly scope: Scope;
  readonly origin: Origin;
  readonly keywords: KeywordsInProgress;
  readonly annotations: AnnotationsInProgress;
  /** A keyword beside the one being read. */
  sibling(name: string): Json | undefined;
  /** Reads the subschema under these keys. */
  child(value: Json, ...keys: readonly [string, ...(string | number)[]]): SchemaId;
  /** Remembers a reference, to be resolved when every schema of the document is known. */
  refer(keyword: '$ref' | '$dynamicRef' | '$recursiveRef', target: string): void;
  /** Remembers a discriminator, to be resolved when every reference is. */
  discriminate(value: JsonObject): void;
  string(value: Json, name: string): string | undefined;
  boolean(value: Json, name: string): boolean | undefined;
  numeral(value: number, name: string): Numeral;
  wrongType(
    keys: string | readonly (string | number)[],
    expected: string,
    found: Json | undefined,
    more?: DiagnosticDetails,
  ): void;
  /** A value of the right type that makes no sense. */
  invalid(name: string, message: string): void;
  report(
    code: string,
    keys: readonly (string | number)[],
    message: string,
    more?: DiagnosticDetails,
  ): void;
  warn(
    code: string,
    keys: readonly (string | number)[],
    message: string,
    more?: DiagnosticDetails,
  ): void;
}

/** A site for the schema object `value` at a pointer of its document. */
export function createSite(
  reading: SchemaReading,
  value: JsonObject,
  at: {
    readonly id: SchemaId;
    readonly scope: Scope;
    readonly origin: Origin;
    readonly pointer: string;
  },
): SchemaSite {
  const { scope, origin, pointer } = at;
  const { reporter } = reading;
  const report: SchemaSite['report'] = (code, keys, message, more) =>
    reporter.error(code, childOrigin(origin, ...keys), message, more);
  const wrongType: SchemaSite['wrongType'] = (keys, expected, found, more) => {
    const path = typeof keys === 'string' ? [keys] : keys;
    const name = path.filter((key) => typeof key === 'string').at(-1);
    report(
      'invalid-type',
      path,
      `"${name}" is ${describeType(found)} where ${expected} belongs`,
      more,
    );
  };
  const typed =
    <Type extends 'string' | 'boolean'>(type: Type) =>
    (value: Json, name: string): unknown => {
      if (typeof value === type) return value;
      wrongType(name, `a ${type}`, value);
      return undefined;
    };
  return {
    id: at.id,
    scope,
    origin,
    keywords: {},
    annotations: { extensions: {} },
    sibling: (name) => member(value, name),
    child(value, ...keys) {
      let place = pointer;
      let from = origin;
      for (const key of keys) {
        place += '/' + escapeToken(key);
        from = { parent: from, key };
      }
      return reading.read(value, from, place, scope);
    },
    refer: (keyword, target) => reading.refer(at.id, keyword, target, scope, origin),
    discriminate: (value) => reading.discriminate(at.id, value, scope, origin),
    string: typed('string') as SchemaSite['string'],
    boolean: typed('boolean') as SchemaSite['boolean'],
    numeral: (value, name) => createNumeral(value, scope, { parent: origin, key: name }),
    wrongType,
    invalid: (name, message) => report('invalid-value', [name], message),
    report,
    warn: (code, keys, message, more) =>
      reporter.warning(code, childOrigin(origin, ...keys), message, more),
  };
}

/** The spelling is looked up in the text when it is first asked for, which most runs never do. */
function createNumeral(value: number, scope: Scope, origin: Origin): Numeral {
  const { document } = scope;
  if (document.numberText === undefined) return { value, text: String(value) };
  let known: string | undefined;
  return {
    value,
    get text() {
      known ??= document.numberText?.(tokensOf(origin)) ?? String(value);
      return known;
    },
  };
}
