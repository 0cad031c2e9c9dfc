import type { Json, SchemaId } from '../../schema.js';
import { childOrigin } from '../../../core/origin.js';
import { isArray, isObject, member } from '../json.js';
import { resolveMap } from './references.js';
import type { NameOf } from './keyword-name.js';
import { child, childOf, invalid, sibling, warn, wrongType } from './site.js';
import type { SchemaSite } from './site.js';
import { checkPattern, strings } from './assertions.js';

/** A keyword that holds one schema. */
export function singleSchema(site: SchemaSite, value: Json, name: NameOf<SchemaId>): void {
  site.keywords[name] = child(site, value, name);
}

/** A keyword that holds a list of schemas, never an empty one. */
export function schemaList(site: SchemaSite, value: Json, name: NameOf<readonly SchemaId[]>): void {
  if (!isArray(value)) return wrongType(site, name, 'an array of schemas', value);
  if (value.length === 0) return invalid(site, name, `"${name}" holds no schema`);
  site.keywords[name] = list(site, value, name);
}

/** A keyword that holds schemas by name or by pattern. */
export function schemaMap(
  site: SchemaSite,
  value: Json,
  name: 'properties' | 'patternProperties' | 'dependentSchemas',
): void {
  if (name === 'patternProperties' && isObject(value)) {
    for (const source of Object.keys(value)) checkPattern(site, source, [name, source], 'key');
  }
  const read = behindReference(site, value, name) ?? entries(site, value, name);
  if (read !== undefined) site.keywords[name] = read;
}

/**
 * Schemas by name where a `$ref` stands in place of the map: as the schema of a member that is called so it would be none, so that it can
 * only mean the map that it names.
 */
function behindReference(
  site: SchemaSite,
  value: Json,
  name: string,
): (readonly [string, SchemaId])[] | undefined {
  const reference = isObject(value) ? member(value, '$ref') : undefined;
  if (!isObject(value) || typeof reference !== 'string' || Object.keys(value).length > 1)
    return undefined;
  const origin = childOrigin(site.origin, name, '$ref');
  const found = resolveMap(site.reading, reference, site.scope, origin);
  if (found === undefined) return undefined;
  warn(site, 'loose-form', [name], `"${name}" is a reference as a whole; it is what stands there`, {
    part: 'key',
    hint: 'refer to its members one by one',
  });
  return [...found];
}

/** Schemas by name; reports anything that is no object. */
export function entries(
  site: SchemaSite,
  value: Json,
  name: string,
): (readonly [string, SchemaId])[] | undefined {
  if (!isObject(value)) {
    wrongType(site, name, 'an object whose members are schemas', value);
    return undefined;
  }
  const holder = { parent: site.origin, key: name };
  const read: (readonly [string, SchemaId])[] = [];
  for (const key of Object.keys(value))
    read.push([key, childOf(site, value[key] as Json, holder, key)]);
  return read;
}

function list(site: SchemaSite, value: readonly Json[], name: string): readonly SchemaId[] {
  const holder = { parent: site.origin, key: name };
  return value.map((schema, index) => childOf(site, schema, holder, index));
}

/** `items`, which held a tuple before 2020-12. */
export function items(site: SchemaSite, value: Json): void {
  if (site.scope.dialect.itemsTuple && isArray(value)) {
    site.keywords.prefixItems = list(site, value, 'items');
    const rest = sibling(site, 'additionalItems');
    if (rest !== undefined) site.keywords.items = child(site, rest, 'additionalItems');
    return;
  }
  if (isArray(value) && site.scope.dialect.keywords.has('prefixItems')) {
    warn(
      site,
      'foreign-keyword',
      ['items'],
      '"items" is an array, which older drafts took for a tuple',
      {
        hint: 'write "prefixItems"',
      },
    );
    site.keywords.prefixItems = list(site, value, 'items');
    return;
  }
  site.keywords.items = child(site, value, 'items');
}

/** Split in 2019-09: an array became `dependentRequired`, a schema `dependentSchemas`. */
export function dependencies(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return wrongType(site, 'dependencies', 'an object', value);
  const names: (readonly [string, readonly string[], 'dependencies'])[] = [];
  const schemas: (readonly [string, SchemaId])[] = [];
  for (const key of Object.keys(value)) {
    const dependency = value[key] as Json;
    if (isArray(dependency))
      names.push([key, strings(site, dependency, 'dependencies', key) ?? [], 'dependencies']);
    else schemas.push([key, child(site, dependency, 'dependencies', key)]);
  }
  if (names.length > 0) {
    site.keywords.dependentRequired = [...(site.keywords.dependentRequired ?? []), ...names];
  }
  if (schemas.length > 0) {
    site.keywords.dependentSchemas = [...(site.keywords.dependentSchemas ?? []), ...schemas];
  }
}
