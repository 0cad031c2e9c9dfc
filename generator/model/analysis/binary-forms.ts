import type { Api, Content, Operation } from '../api.js';
import type { Keywords, KeywordSchema, Schema, SchemaId, SchemaTable } from '../schema.js';
import { equivalenceClasses } from './schema-equivalence.js';
import { reachesSchema } from './reachability.js';
import { isBinarySchema } from './binary-schema.js';
import { subschemas } from './subschemas.js';

/**
 * What a schema of bytes is in a program. `bytes` where it describes a part of `multipart/form-data`, which may be a `Blob`; `array` where it is a part
 * of a payload in a binary language, which is a `Uint8Array`; `text` where it is a part of JSON or of anything else that is text; `either` where it
 * describes parts of forms and of JSON.
 */
export type BinaryForm = 'bytes' | 'array' | 'text' | 'either';

/** Says of each schema of bytes what its values are. */
export type BinaryForms = (id: SchemaId) => BinaryForm;

/**
 * What a schema's values are in a program where they may be bytes; `undefined` where they may not. A schema that lists its values is known by
 * them, and one that says no type may describe anything unless it describes parts of forms alone.
 */
export function binaryValueOf(
  schema: Schema,
  bytes: BinaryForms,
): Exclude<BinaryForm, 'text'> | undefined {
  if (!isBytes(schema)) return undefined;
  const { type, const: constant, enum: values } = schema.keywords;
  if (constant !== undefined || values !== undefined) return undefined;
  const form = bytes(schema.id);
  return form === 'text' || (form === 'either' && type === undefined) ? undefined : form;
}

/** Whether a schema, or one that it leads to, has values that may be bytes. */
export function containsBinary(root: SchemaId, schemas: SchemaTable, bytes: BinaryForms): boolean {
  const seen = new Set([root]);
  // A set is walked through to the end while it grows.
  for (const id of seen) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    if (binaryValueOf(schema, bytes) !== undefined) return true;
    for (const each of subschemas(schema.keywords)) seen.add(each);
  }
  return false;
}

/** Answers of each schema of bytes in a description what its values are. Cached, so that shapes can be shared as well. */
export function byteForms(api: Api): BinaryForms {
  const known = knownForms.get(api.schemas);
  if (known?.operations === api.operations && known.messages === api.messages) return known.forms;
  const { operations, messages } = api;
  const forms = findByteForms(api);
  knownForms.set(api.schemas, { operations, messages, forms });
  return forms;
}

/** Results by table, for the operations and messages of the last description that was asked about. */
const knownForms = new WeakMap<
  SchemaTable,
  Pick<Api, 'operations' | 'messages'> & { readonly forms: BinaryForms }
>();

function findByteForms(api: Api): BinaryForms {
  const { schemas } = api;
  if (!equivalenceClasses(schemas).examples.some(isBytes)) return () => 'text';
  const holdsBytes = reachesSchema(schemas, isBytes);
  const inForms = new Set<SchemaId>();
  const inPayloads = new Set<SchemaId>();
  const elsewhere = new Set<SchemaId>();
  const seen = [new Set<SchemaId>(), new Set<SchemaId>(), new Set<SchemaId>()] as const;

  const visitOther = (root: SchemaId): void => {
    for (const open = [root]; open.length > 0;) {
      const id = open.pop() as SchemaId;
      if (elsewhere.has(id)) continue;
      const schema = schemas.get(id);
      if (schema?.kind !== 'keywords' || !holdsBytes(schema)) continue;
      elsewhere.add(id);
      open.push(...subschemas(schema.keywords));
    }
  };
  /** `depth` is 0 for a form, 1 for a member of it, which is one part or several, and 2 for the item of a list of parts. */
  const visitForm = (id: SchemaId, depth: 0 | 1 | 2): void => {
    if (seen[depth].has(id)) return;
    seen[depth].add(id);
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords' || !holdsBytes(schema)) return;
    const { keywords } = schema;
    if (depth > 0) inForms.add(id);
    const same = new Set(sameValue(keywords));
    for (const each of same) visitForm(each, depth);
    const parts = new Set(depth === 0 ? members(keywords) : depth === 1 ? items(keywords) : []);
    for (const each of parts) visitForm(each, depth === 0 ? 1 : 2);
    for (const each of subschemas(keywords))
      if (!same.has(each) && !parts.has(each)) visitOther(each);
  };

  const visitPayload = (root: SchemaId): void => {
    for (const open = [root]; open.length > 0;) {
      const id = open.pop() as SchemaId;
      const schema = schemas.get(id);
      if (inPayloads.has(id) || schema?.kind !== 'keywords' || !holdsBytes(schema)) continue;
      inPayloads.add(id);
      open.push(...subschemas(schema.keywords));
    }
  };

  for (const content of api.operations.flatMap(({ request }) => request?.contents ?? []))
    if (content.codec === 'multipart' && content.schema !== undefined) visitForm(content.schema, 0);
  for (const id of [...api.operations.flatMap(otherRoots), ...messageRoots(api)]) visitOther(id);
  for (const { language, payload } of api.messages)
    if (language !== undefined && payload !== undefined) visitPayload(payload);
  return (id) => {
    if (inPayloads.has(id)) return 'array';
    return inForms.has(id) ? (elsewhere.has(id) ? 'either' : 'bytes') : 'text';
  };
}

function isBytes(schema: Schema): schema is KeywordSchema {
  return schema.kind === 'keywords' && isBinarySchema(schema.keywords);
}

/** Schemas of the same value. */
function sameValue(keywords: Keywords): readonly SchemaId[] {
  const { $ref, $dynamicRef, allOf = [], anyOf = [], oneOf = [] } = keywords;
  return [
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...[$ref, $dynamicRef?.initial, keywords.if, keywords.then, keywords.else].filter(
      (id) => id !== undefined,
    ),
    ...(keywords.dependentSchemas ?? []).map(([, id]) => id),
    ...(keywords.discriminator?.mapping ?? []).map(([, id]) => id),
  ];
}

function members(keywords: Keywords): readonly SchemaId[] {
  const { properties = [], patternProperties = [] } = keywords;
  return [
    ...[...properties, ...patternProperties].map(([, id]) => id),
    ...[keywords.additionalProperties, keywords.unevaluatedProperties].filter(
      (id) => id !== undefined,
    ),
  ];
}

function items({ prefixItems = [], items: rest, unevaluatedItems }: Keywords): readonly SchemaId[] {
  return [...prefixItems, ...[rest, unevaluatedItems].filter((id) => id !== undefined)];
}

/** Codecs whose schemas describe no value of a program: it puts such bodies together and takes them apart itself. */
const HANDED_OVER: ReadonlySet<string> = new Set(['binary', 'opaque', 'xml-text']);

/** What an operation sends and receives but for forms with parts. */
function otherRoots({ parameters, request, outcomes }: Operation): readonly SchemaId[] {
  const contents: readonly Content[] = [
    ...(request?.contents ?? []).filter(({ codec }) => codec !== 'multipart'),
    ...outcomes.flatMap((outcome) => outcome.contents),
  ].filter(({ codec }) => !HANDED_OVER.has(codec));
  const headers = [
    ...outcomes.flatMap((outcome) => outcome.headers),
    ...(request?.contents ?? []).flatMap(({ parts = [] }) => parts.flatMap((part) => part.headers)),
  ];
  return [
    ...[...parameters, ...headers].map(({ schema }) => schema),
    ...contents.flatMap(({ schema, item }) => [schema, item]),
  ].filter((id) => id !== undefined);
}

function messageRoots({ messages }: Api): readonly SchemaId[] {
  return messages
    .flatMap(({ payload, headers, language }) => [
      language === undefined ? payload : undefined,
      headers,
    ])
    .filter((id) => id !== undefined);
}
