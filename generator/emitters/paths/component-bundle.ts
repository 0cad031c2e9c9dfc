import { parsePointer } from '../../core/pointer.js';
import type { Json } from '../../model/schema.js';
import type { EmitterDocument, EmitterDocuments } from '../emitter.js';

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: Json;
}

/**
 * Combines an OpenAPI description into one document, for libraries that must not open files. All references point to components by name. A
 * schema from another location becomes a component, named by `nameOf`. Any other node replaces the reference to it. A reference without a
 * target becomes an empty schema or object. Extensions and examples are omitted.
 */
export function bundleAsComponents(
  { entry, loaded }: EmitterDocuments,
  nameOf: (location: string) => string | undefined,
): JsonObject {
  const resolveTarget = createResolver(loaded);
  const root = isObject(entry.value) ? entry.value : {};
  const isOld = typeof root['openapi'] === 'string' && root['openapi'].startsWith('3.0');
  const hasStrictNullable = isOld && !/^3\.0\.[012]$/.test(String(root['openapi']));
  const ownSchemas = objectAt(objectAt(root, 'components'), 'schemas');
  const added = createAddedComponents(Object.keys(ownSchemas), nameOf);

  // A component that consists of a reference gives its name to the target.
  const aliases = new Map<string, Target>();
  for (const [name, value] of Object.entries(ownSchemas)) {
    const target =
      isObject(value) && isOnlyReference(value) ? resolveTarget(value['$ref'], entry) : undefined;
    if (target === undefined || isSchemaOf(entry, target) || !added.adopt(name, target)) continue;
    aliases.set(name, target);
  }

  const components = objectAt(root, 'components');
  const document = { ...visitObject(root, entry, []) };
  const schemas = Object.fromEntries(
    Object.entries(ownSchemas).map(([name, value]) => {
      const target = aliases.get(name);
      return target === undefined
        ? [name, visitSchema(value, entry)]
        : [name, visitSchema(target.value, target.source)];
    }),
  );
  const addedSchemas: [string, Json][] = [];
  for (let next = added.next(); next !== undefined; next = added.next())
    addedSchemas.push([next.name, visitSchema(next.target.value, next.target.source)]);
  return {
    ...document,
    components: {
      ...visitObject(without(components, 'schemas'), entry, []),
      schemas: { ...schemas, ...Object.fromEntries(addedSchemas) },
    },
  };

  function visitObject(
    object: JsonObject,
    source: EmitterDocument,
    above: readonly string[],
  ): JsonObject {
    return Object.fromEntries(
      Object.entries(object).flatMap(([key, value]): [string, Json][] => {
        if (key.startsWith('x-') || IGNORED.has(key)) return [];
        if (SCHEMAS.has(key)) return [[key, visitSchema(value, source)]];
        if (!MAPS.has(key) || !isObject(value)) return [[key, visit(value, source, above)]];
        const members = Object.entries(value).filter(
          ([name]) => key !== 'paths' || name.startsWith('/'),
        );
        return [[key, mapMembers(members, (each) => visit(each, source, above))]];
      }),
    );
  }

  function visit(value: Json, source: EmitterDocument, above: readonly string[]): Json {
    if (Array.isArray(value)) return value.map((item: Json) => visit(item, source, above));
    if (!isObject(value)) return value;
    const { $ref } = value;
    if (typeof $ref !== 'string') return visitObject(value, source, above);
    const target = resolveTarget($ref, source);
    if (target === undefined || above.includes(target.id)) return {};
    if (target.source === entry && isNamedComponent(target)) return { $ref: `#${target.pointer}` };
    const replacement = visit(target.value, target.source, [...above, target.id]);
    const siblings = visitObject(without(value, '$ref'), source, above);
    return isObject(replacement) ? { ...replacement, ...siblings } : replacement;
  }

  function visitSchema(value: Json, source: EmitterDocument): Json {
    if (!isObject(value)) return value;
    // Before 3.1, siblings of a reference are ignored (OpenAPI 3.0.4, Reference Object).
    if (isOld && typeof value['$ref'] === 'string' && Object.keys(value).length > 1)
      return visitSchema({ $ref: value['$ref'] }, source);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]): [string, Json][] => {
        if (key === '$ref' && typeof member === 'string') {
          const reference = toComponentReference(member, source);
          return reference === undefined ? [] : [[key, reference]];
        }
        if (key.startsWith('x-')) return [];
        if (key === 'nullable' && hasStrictNullable && !admitsNull(value)) return [];
        // Omitted because the branches themselves distinguish the values, and the library would represent it differently.
        if (key === 'discriminator') return [];
        if (SCHEMA_MAPS.has(key) && isObject(member))
          return [[key, mapMembers(Object.entries(member), (each) => visitSchema(each, source))]];
        if (!SUBSCHEMAS.has(key)) return [[key, member]];
        const schemas = Array.isArray(member)
          ? member.map((each: Json) => visitSchema(each, source))
          : visitSchema(member, source);
        return [[key, schemas]];
      }),
    );
  }

  /** Rewrites a reference to a component, which is created if necessary. Returns `undefined` if there is no target. */
  function toComponentReference(text: string, source: EmitterDocument): string | undefined {
    const target = resolveTarget(text, source);
    if (target === undefined) return undefined;
    if (isSchemaOf(entry, target)) return `#${target.pointer}`;
    return `#/components/schemas/${added.nameOf(target)}`;
  }
}

interface Target {
  readonly id: string;
  readonly source: EmitterDocument;
  readonly pointer: string;
  readonly value: Json;
}

/** Creates a function that finds the target of a reference in one of the documents. */
function createResolver(
  loaded: readonly EmitterDocument[],
): (text: Json | undefined, source: EmitterDocument) => Target | undefined {
  const byUri = new Map(loaded.map((source) => [source.uri, source]));
  return (text, source) => {
    if (typeof text !== 'string') return undefined;
    const hash = text.indexOf('#');
    const [file, fragment] = hash < 0 ? [text, ''] : [text.slice(0, hash), text.slice(hash + 1)];
    const uri = file === '' ? source.uri : absolute(file, source.uri);
    const document = uri === undefined ? undefined : byUri.get(uri);
    const pointer = tryDecode(fragment);
    const tokens = pointer === undefined ? undefined : parsePointer(pointer);
    if (document === undefined || tokens === undefined || pointer === undefined) return undefined;
    const value = tokens.reduce<Json | undefined>(step, document.value);
    if (value === undefined) return undefined;
    return { id: `${document.uri}#${pointer}`, source: document, pointer, value };
  };
}

function isSchemaOf(entry: EmitterDocument, { source, pointer }: Target): boolean {
  return source === entry && /^\/components\/schemas\/[^/]+$/u.test(pointer);
}

/** Schemas of other locations, which become components. */
interface AddedComponents {
  /** Gives the name of an existing component to a schema. Returns `false` if the schema has a name. */
  adopt(name: string, target: Target): boolean;
  /** The name of a schema. A new name is queued for {@link next}. */
  nameOf(target: Target): string;
  /** The next component to be written, if any. */
  next(): { readonly name: string; readonly target: Target } | undefined;
}

function createAddedComponents(
  ownNames: readonly string[],
  nameOf: (location: string) => string | undefined,
): AddedComponents {
  const names = new Map<string, string>();
  const taken = new Set(ownNames);
  const pending: { readonly name: string; readonly target: Target }[] = [];
  return {
    adopt(name, { id }) {
      if (names.has(id)) return false;
      names.set(id, name);
      return true;
    },
    nameOf(target) {
      const existing = names.get(target.id);
      if (existing !== undefined) return existing;
      const preferred = nameOf(target.id) ?? nameFromLocation(target);
      let name = preferred;
      for (let count = 2; taken.has(name); count += 1) name = `${preferred}${count}`;
      taken.add(name);
      names.set(target.id, name);
      pending.push({ name, target });
      return name;
    },
    next: () => pending.shift(),
  };
}

/** Members that contain a schema. */
const SCHEMAS: ReadonlySet<string> = new Set(['schema', 'itemSchema']);
/** Members that do not affect types and may contain text that resembles references. */
const IGNORED: ReadonlySet<string> = new Set(['example', 'examples', 'links', '$self', 'schemas']);
/** Members that map user-defined names to objects. */
const MAPS: ReadonlySet<string> = new Set(
  (
    'paths webhooks responses parameters headers content callbacks requestBodies securitySchemes pathItems ' +
    'mediaTypes encoding variables additionalOperations'
  ).split(' '),
);
/** Keywords whose value is a schema or a list of schemas. */
const SUBSCHEMAS: ReadonlySet<string> = new Set(
  (
    'allOf anyOf oneOf not items prefixItems additionalItems contains additionalProperties propertyNames if then else ' +
    'unevaluatedItems unevaluatedProperties contentSchema'
  ).split(' '),
);
/** Keywords whose value maps names to schemas. */
const SCHEMA_MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/**
 * Since OpenAPI 3.0.3, `nullable` applies only if `type` is present and `enum`, if present, contains null (OpenAPI 3.0.4, Schema Object).
 */
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

/** Derives a component name from the last token of a location that is not a number. */
function nameFromLocation({ pointer, source }: Target): string {
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

function tryDecode(fragment: string): string | undefined {
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

function mapMembers(
  members: readonly (readonly [string, Json])[],
  change: (value: Json) => Json,
): JsonObject {
  return Object.fromEntries(members.map(([name, value]) => [name, change(value)]));
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
