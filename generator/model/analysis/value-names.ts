import { isArray } from '../shape/algebra.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../schema.js';

/** What a description says of a single value. */
interface ValueNames {
  /** What it is called: `x-enum-varnames`, `x-enumNames`, `x-ms-enum`, or the title of a constant among branches. */
  readonly name?: string;
  /** What it means: `x-enum-descriptions`, `x-ms-enum`, or what is said of such a constant. */
  readonly prose?: string;
}

/** The values that a schema lists, in its own order: those of `enum`, or those that are known of an open list. */
export function listedValues(schema: KeywordSchema): readonly Json[] {
  return schema.keywords.enum ?? knownValues(schema);
}

/** What is said of the values that a schema lists itself. */
export function valueNames(schema: KeywordSchema): ReadonlyMap<Json, ValueNames> {
  const { extensions } = schema.annotations;
  const values = listedValues(schema);
  const names = parallelTexts(nameList(schema), values);
  const stated = proseOf(schema);
  const proses = parallelTexts(stated, values) ?? new Map(proseByText(stated));
  const azure = azureWords(extensions['x-ms-enum']);
  return new Map(
    values.map((value) => {
      const text = textOfValue(value);
      const name = names?.get(text) ?? azure.get(text)?.name;
      const prose = proses.get(text) ?? azure.get(text)?.prose;
      return [value, { ...(name && { name }), ...(prose && { prose }) }];
    }),
  );
}

/** The list of names beside a list of values. */
export function nameList({ annotations: { extensions } }: KeywordSchema): Json | undefined {
  return extensions['x-enum-varnames'] ?? extensions['x-enumNames'];
}

/** What is said of single values, as a list or a map. */
export function proseOf({ annotations: { extensions } }: KeywordSchema): Json | undefined {
  return extensions['x-enum-descriptions'] ?? extensions['x-enumDescriptions'];
}

/** Whether a list beside values speaks of all of them, or of all but `null`. */
export function isParallel(list: readonly Json[], values: readonly Json[]): boolean {
  return list.length === values.length || list.length === withoutNull(values).length;
}

/** What is said of values by a map from their text. */
export function proseByText(
  stated: Json | undefined,
): readonly (readonly [value: string, prose: string])[] {
  if (typeof stated !== 'object' || stated === null || isArray(stated)) return [];
  return Object.entries(stated).flatMap(([value, prose]) =>
    typeof prose === 'string' ? [[value, prose] as const] : [],
  );
}

/** A value as a key of a map spells it. */
export function textOfValue(value: Json): string {
  return typeof value === 'string' || typeof value === 'bigint'
    ? String(value)
    : JSON.stringify(value);
}

/** The same for values that a schema lists or leaves to what it is made of: the first that says something counts. */
export function namesOfAll(
  id: SchemaId,
  schemas: SchemaTable,
): (value: Exclude<Json, object>) => ValueNames {
  const found = new Map<Json, ValueNames>();
  const proses = new Map<string, string>();
  const parts = new Set([id]);
  // A set is walked through to the end while it grows.
  for (const each of parts) {
    const schema = schemas.get(each);
    if (schema?.kind !== 'keywords') continue;
    const { $ref, allOf = [], anyOf = [], oneOf = [], const: constant } = schema.keywords;
    const own = new Map(valueNames(schema));
    if (constant !== undefined && each !== id) own.set(constant.value, wordsOfConstant(schema));
    for (const [value, words] of own) found.set(value, { ...words, ...found.get(value) });
    for (const [value, prose] of proseByText(proseOf(schema)))
      if (!proses.has(value)) proses.set(value, prose);
    for (const part of [...($ref === undefined ? [] : [$ref]), ...allOf, ...anyOf, ...oneOf])
      parts.add(part);
  }
  return (value) => {
    const prose = proses.get(textOfValue(value));
    return { ...(prose !== undefined && { prose }), ...found.get(value) };
  };
}

function wordsOfConstant({ annotations: { title, description } }: KeywordSchema): ValueNames {
  const prose = description?.text;
  return { ...(title && { name: title }), ...(prose && { prose }) };
}

/** A list beside values as a map from their text; `undefined` where it is no list of their length. */
function parallelTexts(
  list: Json | undefined,
  values: readonly Json[],
): ReadonlyMap<string, string> | undefined {
  if (list === undefined || !isArray(list) || !isParallel(list, values)) return undefined;
  const named = list.length === values.length ? values : withoutNull(values);
  return new Map(
    named.flatMap((value, index) => {
      const text = list[index];
      return typeof text === 'string' && text !== '' ? [[textOfValue(value), text] as const] : [];
    }),
  );
}

function withoutNull(values: readonly Json[]): readonly Json[] {
  return values.filter((value) => value !== null);
}

/** `x-ms-enum: { values: [{ value, name, description }] }`. */
function azureWords(stated: Json | undefined): ReadonlyMap<string, ValueNames> {
  const listed = isObject(stated) ? stated['values'] : undefined;
  if (listed === undefined || !isArray(listed)) return new Map();
  return new Map(
    listed.filter(isObject).flatMap(({ value, name, description }) => {
      if (value === undefined) return [];
      const words = {
        ...(typeof name === 'string' && name !== '' && { name }),
        ...(typeof description === 'string' && description !== '' && { prose: description }),
      };
      return [[textOfValue(value), words] as const];
    }),
  );
}

function isObject(value: Json | undefined): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** The values that a schema says are known so far, among which others may come (`x-extensible-enum`). */
export function knownValues({ annotations }: KeywordSchema): readonly Json[] {
  const known = annotations.extensions['x-extensible-enum'];
  return known !== undefined && isArray(known) ? known : [];
}
