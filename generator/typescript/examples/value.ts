import type { Content, Parameter } from '../../model/api.js';
import { knownValues } from '../../model/analysis/value-names.js';
import { isStream, streamForms } from '../../model/analysis/stream-forms.js';
import type { Json, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Use } from '../../model/shape/shape.js';
import type { Plan } from '../../plan/plan.js';
import { code } from '../../printer/code.js';
import { Reference, type Data } from '../data-literal.js';
import { fitsType } from './fits-shape.js';
import { exampleLiteral } from './literal.js';

/**
 * Example value of a body: the document's example, otherwise the smallest value that the schema
 * suggests, without properties that are not sent in this direction.
 */
export function exampleBody(plan: Plan, content: Content, omitted: 'readOnly' | 'writeOnly'): Data {
  if (isStream(content)) return [exampleItem(plan, content, omitted)];
  const [given] = content.examples;
  if (content.codec === 'binary' || content.codec === 'opaque')
    return new Reference(code`new Uint8Array()`);
  if (content.schema === undefined) return given ?? null;
  const example = fittingExample(plan, content.schema, omitted, given);
  const data = exampleLiteral(plan, content.schema, example);
  const files = (plan.formOf(content)?.parts ?? []).filter(({ bytes }) => bytes);
  return files.length === 0 ? data : withFiles(data, new Set(files.map(({ name }) => name)));
}

/** A form with empty files in place of the texts of an example. */
function withFiles(data: Data, files: ReadonlySet<string>): Data {
  if (typeof data !== 'object' || data === null || data instanceof Reference) return data;
  const file = new Reference(code`new Blob()`);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, Data]) => [
      name,
      !files.has(name) ? value : Array.isArray(value) ? [file] : file,
    ]),
  );
}

/** True if an example of a body is accepted by its type, so that a program with it compiles. */
export function hasExampleBody(
  plan: Plan,
  content: Content,
  omitted: 'readOnly' | 'writeOnly',
): boolean {
  const { schema, codec, examples } = content;
  if (schema === undefined || isStream(content) || codec === 'binary' || codec === 'opaque')
    return true;
  const use = useOf(omitted);
  return fitsType(plan.shapes, fittingExample(plan, schema, omitted, examples[0]), schema, use);
}

function useOf(omitted: 'readOnly' | 'writeOnly' | undefined): Use {
  const direction = omitted === undefined ? 'both' : omitted === 'readOnly' ? 'send' : 'receive';
  return { direction, representation: 'value' };
}

/**
 * The document's example, otherwise one that is derived from its schemas, otherwise one that ignores
 * examples: the first of them that the type accepts, or the last.
 */
function fittingExample(
  plan: Plan,
  id: SchemaId,
  omitted?: 'readOnly' | 'writeOnly',
  given?: Json,
): Json {
  const fits = (value: Json): boolean => fitsType(plan.shapes, value, id, useOf(omitted));
  const { schemas } = plan.api;
  if (given !== undefined && fits(given)) return given;
  const derived = exampleOf(schemas, id, new Set(), omitted);
  if (fits(derived)) return derived;
  return exampleOf(schemas, id, new Set(), omitted, { schemas: 0, ignoresExamples: true });
}

/** Example item of a stream: an event with its name and data, or a value. */
function exampleItem(plan: Plan, content: Content, omitted: 'readOnly' | 'writeOnly'): Data {
  const { schemas } = plan.api;
  const [form] = streamForms(schemas, content);
  const schema = form?.schema;
  const value =
    schema === undefined
      ? 'text'
      : exampleLiteral(plan, schema, exampleOf(schemas, schema, new Set(), omitted));
  return content.codec === 'sse' ? { event: form?.names?.[0], data: value } : value;
}

/**
 * Example value of a parameter. For a required one, an empty list or object is avoided, because
 * nothing would be sent.
 */
export function exampleParameter(plan: Plan, { examples, schema, required }: Parameter): Data {
  const { schemas } = plan.api;
  const example = fittingExample(plan, schema, undefined, examples[0]);
  const isEmpty =
    typeof example === 'object' && example !== null && Object.keys(example).length === 0;
  const value = required && isEmpty ? (smallestPart(schemas, schema) ?? example) : example;
  return exampleLiteral(plan, schema, value);
}

/** A list with one item, or an object with one property. */
function smallestPart(schemas: SchemaTable, start: SchemaId): Json | undefined {
  const schemaIds = new Set([start]);
  // The iteration includes schemas that are added on the way.
  for (const id of schemaIds) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    const { $ref, allOf = [], anyOf = [], oneOf = [], items, properties } = schema.keywords;
    const [member] = properties ?? [];
    if (items !== undefined) return [exampleOf(schemas, items, new Set())];
    if (member !== undefined) return { [member[0]]: exampleOf(schemas, member[1], new Set()) };
    for (const next of [$ref, ...allOf, ...anyOf, ...oneOf])
      if (next !== undefined) schemaIds.add(next);
  }
  return undefined;
}

/** Example of a body as JSON, for output that is not TypeScript. */
export function exampleJson({ api: { schemas } }: Pick<Plan, 'api'>, content: Content): Json {
  const [given] = content.examples;
  if (given !== undefined || content.schema === undefined) return given ?? null;
  return exampleOf(schemas, content.schema, new Set(), 'readOnly');
}

/** Example of a parameter as JSON. */
export function exampleParameterJson({ api: { schemas } }: Plan, parameter: Parameter): Json {
  const [example] = parameter.examples;
  return example ?? exampleOf(schemas, parameter.schema, new Set());
}

/** Example value of any other schema. */
export function exampleSchema(plan: Plan, id: SchemaId): Data {
  return exampleLiteral(plan, id, fittingExample(plan, id));
}

/** Example value of any other schema as JSON. */
export function exampleSchemaJson({ api: { schemas } }: Pick<Plan, 'api'>, id: SchemaId): Json {
  return exampleOf(schemas, id, new Set());
}

/**
 * Maximum number of schemas in one example. Schemas that use others twice would double its size with
 * each level.
 */
const MAX_SCHEMAS = 2000;

/** Schemas of an example so far. */
interface ExampleCount {
  schemas: number;
  /** True if only types and other keywords are to be used. */
  readonly ignoresExamples?: true;
}

function exampleOf(
  schemas: SchemaTable,
  id: SchemaId,
  visited: ReadonlySet<SchemaId>,
  omitted?: 'readOnly' | 'writeOnly',
  count: ExampleCount = { schemas: 0 },
): Json {
  const schema = schemas.get(id);
  if (schema === undefined || schema.kind === 'boolean' || visited.has(id)) return null;
  count.schemas += 1;
  if (count.schemas > MAX_SCHEMAS) return null;
  const { annotations, keywords } = schema;
  const [example] = count.ignoresExamples === true ? [] : (annotations.examples ?? []);
  if (example !== undefined) return example;
  if (annotations.default !== undefined) return annotations.default.value;
  if (keywords.const !== undefined) return keywords.const.value;
  const [first] = keywords.enum ?? knownValues(schema);
  if (first !== undefined) return first;
  const nextVisited = new Set([...visited, id]);
  const subschemas = [
    keywords.$ref,
    ...(keywords.allOf ?? []),
    keywords.oneOf?.[0],
    keywords.anyOf?.[0],
  ];
  const parts = subschemas.flatMap((next) =>
    next === undefined ? [] : [exampleOf(schemas, next, nextVisited, omitted, count)],
  );
  const ownValue = ownExample(schemas, schema.keywords, nextVisited, omitted, count);
  const objects = [...parts, ownValue].filter(isObject);
  if (objects.length === 0) return parts[0] ?? ownValue;
  const inherited = new Map(parts.filter(isObject).flatMap((part) => Object.entries(part)));
  // A property that is only listed as required is null, unless a part describes it.
  const own = isObject(ownValue)
    ? Object.entries(ownValue).filter(([name, value]) => value !== null || !inherited.has(name))
    : [];
  return Object.fromEntries([...inherited, ...own]);
}

function ownExample(
  schemas: SchemaTable,
  keywords: Extract<ReturnType<SchemaTable['get']>, { kind: 'keywords' }>['keywords'],
  visited: ReadonlySet<SchemaId>,
  omitted: 'readOnly' | 'writeOnly' | undefined,
  count: ExampleCount,
): Json {
  const [type = keywords.properties === undefined ? undefined : 'object'] = keywords.type ?? [];
  switch (type) {
    case 'object': {
      const required = new Set(keywords.required ?? []);
      const isSent = (member: SchemaId): boolean => {
        const schema = schemas.get(member);
        return !(
          omitted !== undefined &&
          schema?.kind === 'keywords' &&
          schema.annotations[omitted]
        );
      };
      const members = (keywords.properties ?? []).filter(
        ([name, member]) => required.has(name) && isSent(member),
      );
      const described = new Set(keywords.properties?.map(([name]) => name));
      return Object.fromEntries([
        ...members.map(
          ([name, member]) => [name, exampleOf(schemas, member, visited, omitted, count)] as const,
        ),
        ...[...required]
          .filter((name) => !described.has(name))
          .map((name) => [name, null] as const),
      ]);
    }
    case 'array':
      return keywords.items !== undefined && (keywords.minItems ?? 0) > 0
        ? [exampleOf(schemas, keywords.items, visited, omitted, count)]
        : [];
    case 'integer':
    case 'number':
      return keywords.minimum?.value ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return 'text'.padEnd(keywords.minLength ?? 0, '.').slice(0, keywords.maxLength ?? 80);
    case 'null':
    case undefined:
      return null;
  }
}

function isObject(value: Json): value is { readonly [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
