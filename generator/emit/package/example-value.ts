import type { Content, Parameter } from '../../model/api.js';
import { knownValues } from '../../model/known-values.js';
import type { Json, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Plan } from '../../plan/plan.js';
import type { Data } from '../data-literal.js';
import { programValue } from './program-value.js';

/**
 * An example value for a body: the document's own where it gives one, else the smallest that the schema suggests, without
 * members that do not travel in this direction.
 */
export function exampleBody(plan: Plan, content: Content, without: 'readOnly' | 'writeOnly'): Data {
  const [given] = content.examples;
  if (content.schema === undefined) return given ?? null;
  const example = given ?? exampleOf(plan.api.schemas, content.schema, new Set(), without);
  return programValue(plan, content.schema, example);
}

/** An example value for a parameter; of one that is required, a value that is not empty, since nothing is sent of one that is. */
export function exampleParameter(plan: Plan, { examples, schema, required }: Parameter): Data {
  const { schemas } = plan.api;
  const [given = exampleOf(schemas, schema, new Set())] = examples;
  const isEmpty = typeof given === 'object' && given !== null && Object.keys(given).length === 0;
  const value = required && isEmpty ? (smallestPart(schemas, schema) ?? given) : given;
  return programValue(plan, schema, value);
}

/** A list of one item, or an object of one member. */
function smallestPart(schemas: SchemaTable, start: SchemaId): Json | undefined {
  const seen = new Set([start]);
  // A set is walked through to the end while it grows.
  for (const id of seen) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    const { $ref, allOf = [], anyOf = [], oneOf = [], items, properties } = schema.keywords;
    const [member] = properties ?? [];
    if (items !== undefined) return [exampleOf(schemas, items, new Set())];
    if (member !== undefined) return { [member[0]]: exampleOf(schemas, member[1], new Set()) };
    for (const next of [$ref, ...allOf, ...anyOf, ...oneOf]) if (next !== undefined) seen.add(next);
  }
  return undefined;
}

/** An example value for anything else that a schema describes. */
export function exampleSchema(plan: Plan, id: SchemaId): Data {
  return programValue(plan, id, exampleOf(plan.api.schemas, id, new Set()));
}

function exampleOf(
  schemas: SchemaTable,
  id: SchemaId,
  above: ReadonlySet<SchemaId>,
  without?: 'readOnly' | 'writeOnly',
): Json {
  const schema = schemas.get(id);
  if (schema === undefined || schema.kind === 'boolean' || above.has(id)) return null;
  const { annotations, keywords } = schema;
  const [given] = annotations.examples ?? [];
  if (given !== undefined) return given;
  if (annotations.default !== undefined) return annotations.default.value;
  if (keywords.const !== undefined) return keywords.const.value;
  const [first] = keywords.enum ?? knownValues(schema);
  if (first !== undefined) return first;
  const deeper = new Set([...above, id]);
  const applied = [
    keywords.$ref,
    ...(keywords.allOf ?? []),
    keywords.oneOf?.[0],
    keywords.anyOf?.[0],
  ];
  const parts = applied.flatMap((next) =>
    next === undefined ? [] : [exampleOf(schemas, next, deeper, without)],
  );
  const own = ownExample(schemas, schema.keywords, deeper, without);
  const objects = [...parts, own].filter(isObject);
  return objects.length > 0 ? Object.assign({}, ...objects) : (parts[0] ?? own);
}

function ownExample(
  schemas: SchemaTable,
  keywords: Extract<ReturnType<SchemaTable['get']>, { kind: 'keywords' }>['keywords'],
  above: ReadonlySet<SchemaId>,
  without?: 'readOnly' | 'writeOnly',
): Json {
  const [type = keywords.properties === undefined ? undefined : 'object'] = keywords.type ?? [];
  switch (type) {
    case 'object': {
      const required = new Set(keywords.required ?? []);
      const travels = (member: SchemaId): boolean => {
        const schema = schemas.get(member);
        return !(
          without !== undefined &&
          schema?.kind === 'keywords' &&
          schema.annotations[without]
        );
      };
      const members = (keywords.properties ?? []).filter(
        ([name, member]) => required.has(name) && travels(member),
      );
      return Object.fromEntries(
        members.map(([name, member]) => [name, exampleOf(schemas, member, above, without)]),
      );
    }
    case 'array':
      return keywords.items !== undefined && (keywords.minItems ?? 0) > 0
        ? [exampleOf(schemas, keywords.items, above, without)]
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
