import type { Api } from '../api.js';
import type { Json, SchemaId, SchemaTable } from '../schema.js';
import { inferredDiscriminator } from '../shape/unions.js';

/**
 * Schemas of members whose values tell something apart: members that a discriminator names, the member that tells the branches of a union
 * apart where no discriminator does, and what messages are told by.
 */
export function discriminatingSchemas(api: Api): ReadonlySet<SchemaId> {
  const { schemas } = api;
  const found = new Set<SchemaId>();
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    const { id } = schema;
    const { oneOf = [], anyOf = [], discriminator } = schema.keywords;
    if (discriminator === undefined) {
      for (const branches of [oneOf, anyOf])
        for (const member of branchTag(branches, schemas)) found.add(member);
    } else {
      const targets = discriminator.mapping.map(([, target]) => target);
      const place = `/${discriminator.propertyName}`;
      for (const branch of [id, ...oneOf, ...anyOf, ...targets])
        for (const member of membersOf(branch, schemas, 1).places.get(place) ?? [])
          found.add(member);
    }
  }
  for (const payloads of [messagePayloads(api), deliveredBodies(api)])
    for (const member of messageTags(payloads, schemas)) found.add(member);
  return found;
}

function messagePayloads({ messages }: Api): readonly SchemaId[] {
  return messages.flatMap(({ payload }) => payload ?? []);
}

/** What the server sends by itself: a receiver has one address for all of it. */
function deliveredBodies({ operations }: Api): readonly SchemaId[] {
  return operations.flatMap(({ sentBy, request }) =>
    sentBy === 'client' ? [] : (request?.contents ?? []).flatMap(({ schema }) => schema ?? []),
  );
}

/** The member that every branch demands, with values that no other one has; none where one value each tells them apart. */
function branchTag(branches: readonly SchemaId[], schemas: SchemaTable): readonly SchemaId[] {
  if (branches.length < 2 || inferredDiscriminator(branches, schemas) !== undefined) return [];
  const members = branches
    .map((branch) => membersOf(branch, schemas, 1))
    .filter(({ places }) => places.size > 0);
  if (members.length < 2) return [];
  const tag = placesOf(members, schemas).find(
    ({ place, lists }) =>
      lists.length === members.length &&
      areApart(lists, 'all') &&
      members.every(({ required }) => required.has(place.slice(1))),
  );
  return tag?.schemas ?? [];
}

/** The place whose values tell all messages apart; where there is none, all places whose values tell some of them apart. */
function messageTags(payloads: readonly SchemaId[], schemas: SchemaTable): readonly SchemaId[] {
  const members = [...new Set(payloads)].map((payload) => membersOf(payload, schemas, 3));
  const places = placesOf(members, schemas);
  const whole = places
    .filter(({ lists }) => lists.length === members.length && areApart(lists, 'all'))
    .sort((left, right) => valueCount(left.lists) - valueCount(right.lists))[0];
  if (whole !== undefined) return whole.schemas;
  return places.flatMap((each) => (areApart(each.lists, 'some') ? each.schemas : []));
}

function valueCount(lists: readonly ReadonlySet<Json>[]): number {
  return lists.reduce((count, { size }) => count + size, 0);
}

interface Place {
  readonly place: string;
  readonly schemas: readonly SchemaId[];
  /** The values that each of those has there that list some. */
  readonly lists: readonly ReadonlySet<Json>[];
}

function placesOf(members: readonly Members[], schemas: SchemaTable): readonly Place[] {
  const found = new Map<string, { schemas: SchemaId[]; lists: ReadonlySet<Json>[] }>();
  for (const { places } of members) {
    for (const [place, ids] of places) {
      const values = [...ids].flatMap((id) => listedIn(id, schemas));
      if (values.length === 0) continue;
      const known = found.get(place) ?? { schemas: [], lists: [] };
      known.schemas.push(...ids);
      known.lists.push(new Set(values));
      found.set(place, known);
    }
  }
  return [...found].map(([place, rest]) => ({ place, ...rest }));
}

/** Whether no two lists, or some two, have no value in common. */
function areApart(lists: readonly ReadonlySet<Json>[], which: 'all' | 'some'): boolean {
  const all = new Set(lists.flatMap((list) => [...list]));
  if (lists.length > 1 && all.size === valueCount(lists)) return true;
  if (which === 'all') return false;
  return lists.some((list, index) =>
    lists.slice(0, index).some((other) => [...list].every((value) => !other.has(value))),
  );
}

/** What a schema says of members, itself and all that it is made of. */
interface Members {
  /** Schemas of members, by pointer. */
  readonly places: ReadonlyMap<string, ReadonlySet<SchemaId>>;
  readonly required: ReadonlySet<string>;
}

function membersOf(start: SchemaId, schemas: SchemaTable, depth: number): Members {
  const places = new Map<string, Set<SchemaId>>();
  const required = new Set<string>();
  const visit = (holder: SchemaId, above: string, below: number): ReadonlySet<SchemaId> => {
    const parts = partsOf(holder, schemas);
    if (below === 0) return parts;
    for (const id of parts) {
      const schema = schemas.get(id);
      if (schema?.kind !== 'keywords') continue;
      const { properties = [], prefixItems = [] } = schema.keywords;
      if (above === '') for (const name of schema.keywords.required ?? []) required.add(name);
      const items = prefixItems.map((item, index) => [String(index), item] as const);
      for (const [name, member] of [...properties, ...items]) {
        const place = `${above}/${name}`;
        const known = places.get(place) ?? new Set();
        for (const part of visit(member, place, below - 1)) known.add(part);
        places.set(place, known);
      }
    }
    return parts;
  };
  visit(start, '', depth);
  return { places, required };
}

/** A schema, what it refers to, and what it is made of. */
function partsOf(start: SchemaId, schemas: SchemaTable): ReadonlySet<SchemaId> {
  const found = new Set([start]);
  // A set is walked through to the end while it grows.
  for (const id of found) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') continue;
    const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema.keywords;
    for (const part of [...allOf, ...anyOf, ...oneOf]) found.add(part);
    if ($ref !== undefined) found.add($ref);
  }
  return found;
}

function listedIn(id: SchemaId, schemas: SchemaTable): readonly Json[] {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords') return [];
  const { const: constant, enum: listed = [] } = schema.keywords;
  return constant === undefined ? listed : [constant.value];
}
