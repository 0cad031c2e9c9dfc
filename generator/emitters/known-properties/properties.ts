import { appliedInPlace } from '../../model/analysis/big-integer.js';
import type { KeywordSchema, SchemaId } from '../../model/schema.js';
import type { Plan } from '../../plan/plan.js';
import type { Data } from '../../typescript/data-literal.js';

/** The table as data, in the form of the runtime's `KnownProperties`. */
type Table = {
  /** Objects and arrays of named schemas. */
  readonly schemas: { readonly [name: string]: Data };
  /** Bodies of each operation, in the order of its declared contents. */
  readonly operations: { readonly [id: string]: readonly Data[] };
};

/**
 * Finds the declared properties of request bodies. A property is known if any schema of its object declares it, whichever branch of a
 * union applies. Objects that allow other properties explicitly are left out. `undefined` if nothing is left.
 */
export function findKnownProperties(plan: Plan): Table | undefined {
  const finder = createFinder(plan);
  const operations: { [id: string]: readonly Data[] } = {};
  for (const { id, operation } of plan.operations) {
    if (operation.sentBy !== 'client' || operation.binding.kind !== 'http') continue;
    const contents = operation.request?.contents ?? [];
    const bodies = contents.map(({ schema }) =>
      schema === undefined ? null : finder.bodyOf(schema),
    );
    if (bodies.some((body) => body !== null)) operations[id] = bodies;
  }
  if (Object.keys(operations).length === 0) return undefined;
  return { schemas: finder.schemas, operations };
}

interface Finder {
  readonly schemas: { readonly [name: string]: Data };
  bodyOf(id: SchemaId): Data;
}

function createFinder({ api }: Plan): Finder {
  const schemas: { [name: string]: Data } = {};
  /** Descriptions that are complete, and names of those that are not. */
  const found = new Map<string, Data>();
  /** Names of descriptions that are incomplete and referred to, because a schema contains itself. */
  const recursive = new Map<string, string>();

  /** Describes the values to which several schemas apply: by name, or in place. `null` if there is nothing to compare. */
  const describe = (ids: readonly SchemaId[]): Data => {
    const group = [...new Set(ids.map(targetOf))].sort();
    const key = group.join(' ');
    const known = found.get(key);
    if (known !== undefined) return known;
    const [only] = group;
    const component = group.length === 1 && only !== undefined ? names.get(only) : undefined;
    const isOpen = recursive.get(key);
    if (isOpen !== undefined) return isOpen === '' ? nameOfOpen(key, component) : isOpen;
    recursive.set(key, '');
    const content = contentOf(schemasInPlace(group));
    const name = recursive.get(key) || (content === null ? '' : component && nameFor(component));
    recursive.delete(key);
    if (!name) {
      found.set(key, content);
      return content;
    }
    schemas[name] = content ?? {};
    found.set(key, name);
    return name;
  };

  const nameOfOpen = (key: string, component: string | undefined): string => {
    const name = nameFor(component ?? 'Part');
    recursive.set(key, name);
    return name;
  };

  /** The schema that a schema refers to, if it consists of a reference. */
  const targetOf = (id: SchemaId): SchemaId => {
    const seen = new Set<SchemaId>();
    let current = id;
    while (!seen.has(current)) {
      seen.add(current);
      const schema = api.schemas.get(current);
      if (schema?.kind !== 'keywords') break;
      const { $ref, properties, items } = schema.keywords;
      const applied = appliedInPlace(schema, api.schemas);
      if ($ref === undefined || applied.length > 1 || properties !== undefined) break;
      if (items !== undefined || restOf(schema) !== undefined) break;
      current = $ref;
    }
    return current;
  };

  /** A name that no other description has. */
  const nameFor = (name: string): string => {
    let free = name;
    for (let count = 2; taken.has(free); count += 1) free = `${name}${count}`;
    taken.add(free);
    return free;
  };

  const contentOf = (applied: readonly KeywordSchema[]): Data => {
    const members = new Map<string, SchemaId[]>();
    const items: SchemaId[] = [];
    for (const { keywords } of applied) {
      items.push(
        ...(keywords.prefixItems ?? []),
        ...(keywords.items === undefined ? [] : [keywords.items]),
      );
      for (const [name, id] of keywords.properties ?? [])
        members.set(name, [...(members.get(name) ?? []), id]);
    }
    const below = items.length === 0 ? null : describe(items);
    const parts = [...members].map(([name, ids]) => [name, describe(ids)] as const);
    const isClosed = applied.some((schema) => restOf(schema) === 'none');
    const isCompared =
      parts.length > 0 &&
      !applied.some((schema) => restOf(schema) === 'allowed') &&
      // Other properties of a closed object are rejected.
      (!isClosed || parts.some(([, part]) => part !== null));
    const properties = isCompared ? Object.fromEntries(parts) : undefined;
    if (below === null && properties === undefined) return null;
    return {
      ...(properties !== undefined && { properties }),
      ...(below !== null && { items: below }),
    };
  };

  /** Whether a schema allows further properties, forbids them, or does not mention them. */
  const restOf = ({ keywords }: KeywordSchema): 'allowed' | 'none' | undefined => {
    const { patternProperties = [], additionalProperties, unevaluatedProperties } = keywords;
    const rest = additionalProperties ?? unevaluatedProperties;
    if (rest === undefined) return patternProperties.length > 0 ? 'allowed' : undefined;
    const target = api.schemas.get(rest);
    return target?.kind === 'boolean' && !target.value ? 'none' : 'allowed';
  };

  const schemasInPlace = (ids: readonly SchemaId[]): readonly KeywordSchema[] => {
    const reached = new Map<SchemaId, KeywordSchema>();
    const pending = [...ids];
    for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
      const schema = api.schemas.get(id);
      if (schema?.kind !== 'keywords' || reached.has(id)) continue;
      reached.set(id, schema);
      pending.push(...appliedInPlace(schema, api.schemas));
    }
    return [...reached.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
  };

  const names = new Map(api.components.map(({ id, name }) => [targetOf(id), name]));
  const taken = new Set<string>();
  return { schemas, bodyOf: (id) => describe([id]) };
}
