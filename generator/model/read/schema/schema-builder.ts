import type { DiagnosticDetails, Sentence } from '../../../core/diagnostic.js';
import { ignoredMember, invalidType } from '../../../core/diagnostics/members.js';
import { looseForm } from '../../../core/diagnostics/values.js';
import { childOrigin, tokensOf } from '../../../core/origin.js';
import type { ChildOrigin, Origin } from '../../../core/origin.js';
import { escapeToken } from '../../../core/pointer.js';
import type { Annotations, Json, Keywords, Numeral, SchemaId } from '../../schema.js';
import { describeType, member } from '../json.js';
import type { JsonObject } from '../json.js';
import type { Scope } from './document.js';
import type { SchemaReading } from './reading.js';

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Keywords under construction. */
export type KeywordsInProgress = Mutable<Keywords>;

/** Annotations under construction; a member set to `undefined` is dropped later. */
export type AnnotationsInProgress = {
  -readonly [Name in keyof Annotations]: Annotations[Name] | undefined;
};

/** State of reading the keywords of one schema object. A plain object, because there are many. */
export interface SchemaBuilder {
  readonly id: SchemaId;
  readonly reading: SchemaReading;
  readonly scope: Scope;
  readonly origin: Origin;
  /** Pointer of the schema within its document. */
  readonly pointer: string;
  readonly value: JsonObject;
  readonly keywords: KeywordsInProgress;
  readonly annotations: AnnotationsInProgress;
}

/** Returns the value of another keyword of the schema. */
export function sibling(builder: SchemaBuilder, name: string): Json | undefined {
  return member(builder.value, name);
}

/** Reads the subschema under one or two keys. */
export function child(
  builder: SchemaBuilder,
  value: Json,
  key: string,
  inner?: string | number,
): SchemaId {
  const origin = { parent: builder.origin, key };
  return inner === undefined
    ? readBelow(builder, value, origin, `/${escapeToken(key)}`)
    : childOf(builder, value, origin, inner);
}

/** Reads the subschema under a key of a member. All subschemas of the member share its origin object. */
export function childOf(
  builder: SchemaBuilder,
  value: Json,
  parent: ChildOrigin,
  key: string | number,
): SchemaId {
  const path = `/${escapeToken(parent.key)}/${escapeToken(key)}`;
  return readBelow(builder, value, { parent, key }, path);
}

function readBelow(builder: SchemaBuilder, value: Json, origin: Origin, path: string): SchemaId {
  const { scope } = builder;
  const isMoved = scope.prefix !== 0 || scope.resource !== scope.document.uri;
  const id = isMoved ? undefined : ((builder.id + path) as SchemaId);
  return builder.reading.read(value, origin, builder.pointer + path, scope, id);
}

/** Returns the value as a string; reports any other type. */
export function string(builder: SchemaBuilder, value: Json, name: string): string | undefined {
  if (typeof value === 'string') return value;
  wrongType(builder, name, 'a string', value);
  return undefined;
}

/**
 * Reads documentation text. A number is read as its literal text. Any other value is left out with a warning, because it does not affect
 * the API.
 */
export function documentation(
  builder: SchemaBuilder,
  value: Json,
  name: string,
): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') {
    const { text } = numeral(builder, value, name);
    report(builder, looseForm.number({ what: `"${name}"`, text }), [name], {
      hint: 'put it in quotes',
    });
    return text;
  }
  const actual = describeType(value);
  report(builder, ignoredMember.type({ what: `"${name}"`, expected: 'a string', actual }), [name]);
  return undefined;
}

/** Returns the value as a boolean; reports any other type. */
export function boolean(builder: SchemaBuilder, value: Json, name: string): boolean | undefined {
  if (typeof value === 'boolean') return value;
  wrongType(builder, name, 'a boolean', value);
  return undefined;
}

/** Reports a value of the wrong type at keys below the schema. */
export function wrongType(
  builder: SchemaBuilder,
  keys: string | readonly (string | number)[],
  expected: string,
  found: Json | undefined,
  more?: DiagnosticDetails,
): void {
  const path = typeof keys === 'string' ? [keys] : keys;
  const name = path.findLast((key) => typeof key === 'string');
  const sentence = invalidType.default({
    what: `"${name}"`,
    expected,
    actual: describeType(found),
  });
  report(builder, sentence, path, more);
}

/** Reports a diagnostic at keys below the schema. */
export function report(
  builder: SchemaBuilder,
  sentence: Sentence,
  keys: readonly (string | number)[],
  more?: DiagnosticDetails,
): void {
  builder.reading.reporter.report(sentence, childOrigin(builder.origin, ...keys), more);
}

/** Warns about a keyword that is defined by the dialect but has no effect at its location. */
export function ineffective(
  builder: SchemaBuilder,
  name: string,
  sentence: Sentence,
  more?: DiagnosticDetails,
): void {
  report(builder, sentence, [name], { part: 'key', ...more });
}

/** Returns a number with its literal text. The text is looked up on first use, because most runs never need it. */
export function numeral(builder: SchemaBuilder, value: number, name: string): Numeral {
  const { document } = builder.scope;
  if (document.numberText === undefined) return { value, text: String(value) };
  const origin = { parent: builder.origin, key: name };
  let known: string | undefined;
  return {
    value,
    get text() {
      known ??= document.numberText?.(tokensOf(origin)) ?? String(value);
      return known;
    },
  };
}
