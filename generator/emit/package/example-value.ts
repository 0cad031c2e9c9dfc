import type { Content, Parameter } from '../../model/api.js';
import type { Json, SchemaId, SchemaTable } from '../../model/schema.js';

/** An example value for a body: the document's own where it gives one, else the smallest that the schema suggests. */
export function exampleBody(schemas: SchemaTable, content: Content): Json {
  const [given] = content.examples;
  if (given !== undefined) return given;
  return content.schema === undefined ? null : exampleOf(schemas, content.schema, new Set());
}

/** An example value for a parameter. */
export function exampleParameter(schemas: SchemaTable, parameter: Parameter): Json {
  const [given] = parameter.examples;
  return given ?? exampleOf(schemas, parameter.schema, new Set());
}

/** An example value for anything else that a schema describes. */
export function exampleSchema(schemas: SchemaTable, id: SchemaId): Json {
  return exampleOf(schemas, id, new Set());
}

function exampleOf(schemas: SchemaTable, id: SchemaId, above: ReadonlySet<SchemaId>): Json {
  const schema = schemas.get(id);
  if (schema === undefined || schema.kind === 'boolean' || above.has(id)) return null;
  const { annotations, keywords } = schema;
  const [given] = annotations.examples ?? [];
  if (given !== undefined) return given;
  if (annotations.default !== undefined) return annotations.default.value;
  if (keywords.const !== undefined) return keywords.const.value;
  const [first] = keywords.enum ?? [];
  if (first !== undefined) return first;
  const deeper = new Set([...above, id]);
  const applied = [
    keywords.$ref,
    ...(keywords.allOf ?? []),
    keywords.oneOf?.[0],
    keywords.anyOf?.[0],
  ];
  const parts = applied.flatMap((next) =>
    next === undefined ? [] : [exampleOf(schemas, next, deeper)],
  );
  const own = ownExample(schemas, schema.keywords, deeper);
  const objects = [...parts, own].filter(isObject);
  return objects.length > 0 ? Object.assign({}, ...objects) : (parts[0] ?? own);
}

function ownExample(
  schemas: SchemaTable,
  keywords: Extract<ReturnType<SchemaTable['get']>, { kind: 'keywords' }>['keywords'],
  above: ReadonlySet<SchemaId>,
): Json {
  const [type = keywords.properties === undefined ? undefined : 'object'] = keywords.type ?? [];
  switch (type) {
    case 'object': {
      const required = new Set(keywords.required ?? []);
      const members = (keywords.properties ?? []).filter(([name]) => required.has(name));
      return Object.fromEntries(
        members.map(([name, member]) => [name, exampleOf(schemas, member, above)]),
      );
    }
    case 'array':
      return keywords.items !== undefined && (keywords.minItems ?? 0) > 0
        ? [exampleOf(schemas, keywords.items, above)]
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
