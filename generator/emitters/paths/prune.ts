import { declareRequiredProperties } from './required-properties.js';
import { normaliseForLibrary } from './normalise-schema.js';
import { narrowedProperties } from '../../model/analysis/subtype-narrowing.js';
import type { Plan } from '../../plan/plan.js';
import type { Json } from '../../model/schema.js';

/** A description as plain content in a single document. All references lead to components. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/**
 * Reduces a document to the operations of a package, with its components and all others that they
 * refer to.
 */
export function pruneDocument(document: JsonObject, { api }: Plan): JsonObject {
  const keptOperations = new Set(
    api.operations.flatMap(({ binding, sentBy }) => {
      const { method, target } = binding.kind === 'http' ? binding : binding.endpoint;
      return sentBy === 'client' && 'text' in target ? [`${method} ${target.text}`] : [];
    }),
  );
  const webhookOperations = new Set(
    api.operations.flatMap(({ binding }) =>
      binding.kind === 'http' && 'webhook' in binding.target
        ? [`${binding.method} ${binding.target.webhook}`]
        : [],
    ),
  );
  const paths = pathsOf(document, 'paths', keptOperations);
  const webhooks = pathsOf(document, 'webhooks', webhookOperations);
  const roots = [
    paths,
    webhooks,
    ...api.components.map(({ name }) => referenceTo('schemas', name)),
  ];
  return {
    openapi: document['openapi'] ?? '3.1.0',
    paths,
    webhooks,
    components: normaliseSchemas(
      narrowSubtypes(reachable(objectAt(document, 'components'), roots), api),
    ),
  };
}

/** Normalises the schemas of components for the library. */
function normaliseSchemas(components: JsonObject): JsonObject {
  const declared = declareRequiredProperties(objectAt(components, 'schemas'));
  if (!Object.hasOwn(components, 'schemas') || !isObject(declared)) return components;
  const schemas = Object.entries(declared).map(([name, schema]) => [
    name,
    normaliseForLibrary(schema, declared),
  ]);
  return { ...components, schemas: Object.fromEntries(schemas) };
}

/** Adds the discriminator values to subtypes of a base, as in the types of this generator. */
function narrowSubtypes(
  components: JsonObject,
  { components: componentList, schemas }: Plan['api'],
): JsonObject {
  const ids = new Map(componentList.map(({ name, id }) => [name, id]));
  const narrowedSchemas = Object.entries(objectAt(components, 'schemas')).map(
    ([name, schema]): [string, Json] => {
      const id = ids.get(name);
      if (id === undefined || !isObject(schema)) return [name, schema];
      const members = narrowedProperties(schemas, id).map((member) => ({
        type: 'object',
        properties: { [member.name]: { enum: member.values } },
      }));
      const { allOf } = schema;
      return [
        name,
        members.length === 0 || !Array.isArray(allOf)
          ? schema
          : { ...schema, allOf: [...(allOf as readonly Json[]), ...members] },
      ];
    },
  );
  return narrowedSchemas.length === 0
    ? components
    : { ...components, schemas: Object.fromEntries(narrowedSchemas) };
}

const METHODS = new Set('get put post delete options head patch trace query'.split(' '));

function pathsOf(
  document: JsonObject,
  member: 'paths' | 'webhooks',
  keptOperations: ReadonlySet<string>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(objectAt(document, member)).flatMap(([path, item]): [string, Json][] => {
      if (!isObject(item)) return [];
      const members = Object.entries(item).filter(
        ([name]) => !METHODS.has(name) || keptOperations.has(`${name.toUpperCase()} ${path}`),
      );
      const hasOperation = members.some(([name]) => METHODS.has(name));
      return hasOperation ? [[path, Object.fromEntries(members)]] : [];
    }),
  );
}

/** Components that values refer to, directly or through other components. */
function reachable(components: JsonObject, roots: readonly Json[]): JsonObject {
  const reached = new Set<string>();
  const pending: Json[] = [...roots];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) pending.push(...(value as readonly Json[]));
    if (!isObject(value)) continue;
    for (const [name, member] of Object.entries(value)) {
      if (name !== '$ref' || typeof member !== 'string') {
        pending.push(member);
        continue;
      }
      if (reached.has(member)) continue;
      reached.add(member);
      const [, , section = '', declared = ''] = member.split('/');
      pending.push(objectAt(components, section)[unescaped(declared)] ?? null);
    }
  }
  return Object.fromEntries(
    Object.entries(components).map(([section, members]) => [
      section,
      section === 'securitySchemes' || !isObject(members)
        ? members
        : Object.fromEntries(
            Object.entries(members).filter(([name]) =>
              reached.has(referenceTo(section, name).$ref),
            ),
          ),
    ]),
  );
}

function referenceTo(section: string, name: string): { readonly $ref: string } {
  return {
    $ref: `#/components/${section}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
  };
}

function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return isObject(value) ? value : {};
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
