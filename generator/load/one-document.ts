import { parsePointer } from '../core/pointer.js';
import type { Json } from '../model/schema.js';
import type { Source } from './source.js';

/** An object of a document. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/** A description in several files. */
export interface Documents {
  readonly entry: Source;
  /** Every document that was read, the entry among them. */
  readonly loaded: readonly Source[];
}

/**
 * An OpenAPI description in one document, for libraries that must not open files by themselves: every reference is
 * one to a component by its name. A schema that is written elsewhere becomes a component, called as `nameOf` says
 * of its location; anything else is filled in where it is referred to. What refers to nothing accepts everything.
 * Extensions and examples of media types are left out.
 */
export function oneDocument(
  { entry, loaded }: Documents,
  nameOf: (location: string) => string | undefined,
): JsonObject {
  const byUri = new Map(loaded.map((source) => [source.uri, source]));
  const root = isObject(entry.value) ? entry.value : {};
  const isOld = typeof root['openapi'] === 'string' && root['openapi'].startsWith('3.0');
  const isNarrow = isOld && !/^3\.0\.[012]$/.test(String(root['openapi']));
  const own = objectAt(objectAt(root, 'components'), 'schemas');
  const hoisted = new Map<string, string>();
  const fresh: { readonly name: string; readonly target: Target }[] = [];
  const names = new Set(Object.keys(own));

  // A component that is nothing but a reference gives its name to what it refers to.
  const aliases = new Map<string, Target>();
  for (const [name, value] of Object.entries(own)) {
    const target =
      isObject(value) && isOnlyReference(value) ? find(value['$ref'], entry) : undefined;
    if (target === undefined || isComponent(target) || hoisted.has(target.id)) continue;
    hoisted.set(target.id, name);
    aliases.set(name, target);
  }

  const components = objectAt(root, 'components');
  const whole = { ...visitObject(root, entry, []) };
  const schemas = Object.fromEntries(
    Object.entries(own).map(([name, value]) => {
      const target = aliases.get(name);
      return target === undefined
        ? [name, visitSchema(value, entry)]
        : [name, visitSchema(target.value, target.source)];
    }),
  );
  const added: [string, Json][] = [];
  for (let next = fresh.shift(); next !== undefined; next = fresh.shift())
    added.push([next.name, visitSchema(next.target.value, next.target.source)]);
  return {
    ...whole,
    components: {
      ...visitObject(without(components, 'schemas'), entry, []),
      schemas: { ...schemas, ...Object.fromEntries(added) },
    },
  };

  function visitObject(object: JsonObject, source: Source, above: readonly string[]): JsonObject {
    return Object.fromEntries(
      Object.entries(object).flatMap(([key, value]): [string, Json][] => {
        if (key.startsWith('x-') || UNREAD.has(key)) return [];
        if (SCHEMAS.has(key)) return [[key, visitSchema(value, source)]];
        if (!MAPS.has(key) || !isObject(value)) return [[key, visit(value, source, above)]];
        const members = Object.entries(value).filter(
          ([name]) => key !== 'paths' || name.startsWith('/'),
        );
        return [
          [
            key,
            Object.fromEntries(members.map(([name, each]) => [name, visit(each, source, above)])),
          ],
        ];
      }),
    );
  }

  function visit(value: Json, source: Source, above: readonly string[]): Json {
    if (Array.isArray(value)) return value.map((item: Json) => visit(item, source, above));
    if (!isObject(value)) return value;
    const { $ref } = value;
    if (typeof $ref !== 'string') return visitObject(value, source, above);
    const target = find($ref, source);
    if (target === undefined || above.includes(target.id)) return {};
    if (target.source === entry && isNamedComponent(target)) return { $ref: `#${target.pointer}` };
    const filled = visit(target.value, target.source, [...above, target.id]);
    const beside = visitObject(without(value, '$ref'), source, above);
    return isObject(filled) ? { ...filled, ...beside } : filled;
  }

  function visitSchema(value: Json, source: Source): Json {
    if (!isObject(value)) return value;
    // Before 3.1 nothing beside a reference counts (OpenAPI 3.0.4, Reference Object).
    if (isOld && typeof value['$ref'] === 'string' && Object.keys(value).length > 1)
      return visitSchema({ $ref: value['$ref'] }, source);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]): [string, Json][] => {
        if (key === '$ref' && typeof member === 'string') {
          const reference = refer(member, source);
          return reference === undefined ? [] : [[key, reference]];
        }
        if (key.startsWith('x-')) return [];
        if (key === 'nullable' && isNarrow && !admitsNull(value)) return [];
        // What tells branches apart is said by the branches, and by the library in words of its own.
        if (key === 'discriminator') return [];
        if (SCHEMA_MAPS.has(key) && isObject(member)) {
          const members = Object.entries(member);
          return [
            [
              key,
              Object.fromEntries(members.map(([name, each]) => [name, visitSchema(each, source)])),
            ],
          ];
        }
        if (!SUBSCHEMAS.has(key)) return [[key, member]];
        return [
          [
            key,
            Array.isArray(member)
              ? member.map((each: Json) => visitSchema(each, source))
              : visitSchema(member, source),
          ],
        ];
      }),
    );
  }

  /** A reference to a component, which is made where the schema is none; `undefined` where there is nothing. */
  function refer(text: string, source: Source): string | undefined {
    const target = find(text, source);
    if (target === undefined) return undefined;
    if (isComponent(target)) return `#${target.pointer}`;
    const before = hoisted.get(target.id);
    if (before !== undefined) return `#/components/schemas/${before}`;
    const wish = nameOf(target.id) ?? wishOf(target);
    let name = wish;
    for (let count = 2; names.has(name); count += 1) name = `${wish}${count}`;
    names.add(name);
    hoisted.set(target.id, name);
    fresh.push({ name, target });
    return `#/components/schemas/${name}`;
  }

  function find(text: Json | undefined, source: Source): Target | undefined {
    if (typeof text !== 'string') return undefined;
    const at = text.indexOf('#');
    const [file, fragment] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
    const uri = file === '' ? source.uri : absolute(file, source.uri);
    const found = uri === undefined ? undefined : byUri.get(uri);
    const pointer = decoded(fragment);
    const tokens = pointer === undefined ? undefined : parsePointer(pointer);
    if (found === undefined || tokens === undefined || pointer === undefined) return undefined;
    const value = tokens.reduce<Json | undefined>(step, found.value);
    if (value === undefined) return undefined;
    return { id: `${found.uri}#${pointer}`, source: found, pointer, value };
  }

  function isComponent({ source, pointer }: Target): boolean {
    return source === entry && /^\/components\/schemas\/[^/]+$/u.test(pointer);
  }
}

interface Target {
  readonly id: string;
  readonly source: Source;
  readonly pointer: string;
  readonly value: Json;
}

/** Members of objects that hold a schema. */
const SCHEMAS: ReadonlySet<string> = new Set(['schema', 'itemSchema']);
/** Members of objects that hold nothing for types, and may look like references. */
const UNREAD: ReadonlySet<string> = new Set(['example', 'examples', 'links', '$self', 'schemas']);
/** Members of objects whose own members have names that somebody chose. */
const MAPS: ReadonlySet<string> = new Set(
  (
    'paths webhooks responses parameters headers content callbacks requestBodies securitySchemes pathItems ' +
    'mediaTypes encoding variables additionalOperations'
  ).split(' '),
);
/** Keywords whose value is a schema, or a list of them. */
const SUBSCHEMAS: ReadonlySet<string> = new Set(
  (
    'allOf anyOf oneOf not items prefixItems additionalItems contains additionalProperties propertyNames if then else ' +
    'unevaluatedItems unevaluatedProperties contentSchema'
  ).split(' '),
);
/** Keywords whose members are schemas. */
const SCHEMA_MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/** Since OpenAPI 3.0.3 `nullable` adds null to a type, not to what has none, nor to an enum without it (OpenAPI 3.0.4, Schema Object). */
function admitsNull({ type, enum: values }: JsonObject): boolean {
  return type !== undefined && (!Array.isArray(values) || values.includes(null));
}

function isNamedComponent({ pointer }: Target): boolean {
  const [, first, section] = pointer.split('/');
  return first === 'components' && section !== 'pathItems' && pointer.split('/').length === 4;
}

function isOnlyReference(value: JsonObject): boolean {
  return Object.keys(value).length === 1 && typeof value['$ref'] === 'string';
}

/** The last word of a location that is a name, as a name. */
function wishOf({ pointer, source }: Target): string {
  const file = source.path.replace(/^.*\//u, '').replace(/\.[^.]*$/u, '');
  const last = pointer.split('/').findLast((token) => token !== '' && !/^\d+$/u.test(token));
  return (last ?? file).replace(/[^\w.-]/gu, '_');
}

function absolute(file: string, base: string): string | undefined {
  try {
    return new URL(file, base).href;
  } catch {
    return undefined;
  }
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}

function step(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(token)] as Json | undefined;
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return isObject(value) ? value : {};
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
