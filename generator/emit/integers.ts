import { type Origin, sourceOf, tokensOf } from '../core/origin.js';
import { formatPointer } from '../core/pointer.js';
import { appliedInPlace, isBigInteger } from '../model/big-integer.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../model/schema.js';
import { identifierName } from '../plan/names.js';
import type { Identifier, Plan } from '../plan/plan.js';
import { runtimeNames } from '../plan/runtime-names.js';
import { code } from './code.js';
import { type Data, dataLiteral } from './data-literal.js';
import { exportedConstant } from './declare.js';
import { createFileScope } from './file-scope.js';
import type { SourceFile } from './source-file.js';

/** The table that says where values have integers that are `bigint`; exists only in packages that have some. */
export const integerPlaces: Identifier = {
  name: identifierName('integers'),
  from: 'integers.ts',
  typeOnly: false,
};

/** `integers.ts`: which members of which schemas are integers of 64 bits. */
export function emitIntegers(plan: Plan): readonly SourceFile[] {
  if (plan.shapes.int64 === 'number') return [];
  const scope = createFileScope(plan, integerPlaces.from);
  const type = code`${scope.name(runtimeNames.types.IntegersDescriptor)}['places']`;
  const name = scope.name(integerPlaces);
  const before = `export const ${name}: ${type} = `.length;
  return [
    scope.finish([
      exportedConstant(name, type, dataLiteral(integersOf(plan).places, before), [
        code`Where values have integers of 64 bits, which are \`bigint\` here.`,
      ]),
    ]),
  ];
}

/** Where schemas have integers of 64 bits, as the runtime's `IntegersDescriptor` says it. */
export interface Integers {
  /** Schemas that are referred to, by name. */
  readonly places: { readonly [name: string]: Data };
  /** A schema by its name, or in place; `undefined` where it has no such integer. */
  spot(id: SchemaId): Data;
}

const known = new WeakMap<Plan, Integers>();

/** The integers of a package; computed on first asking. */
export function integersOf(plan: Plan): Integers {
  const found = known.get(plan);
  if (found !== undefined) return found;
  const made = plan.shapes.int64 === 'number' ? none : readIntegers(plan);
  known.set(plan, made);
  return made;
}

const none: Integers = { places: {}, spot: () => undefined };

function readIntegers({ api }: Plan): Integers {
  const { schemas } = api;
  const holders = holdersOf(schemas);
  const names = namesOf(schemas, new Map(api.components.map(({ id, name }) => [id, name])));
  const spot = (id: SchemaId): Data => {
    const schema = schemas.get(id);
    if (schema === undefined || schema.kind === 'boolean' || !holders.has(id)) return undefined;
    if (isLeaf(schema, holders, schemas)) return true;
    const { $ref } = schema.keywords;
    if ($ref !== undefined && childrenOf(schema, schemas).length === 1) return spot($ref);
    return names.get(id) ?? place(schema);
  };
  const orNull = (id: SchemaId): Data => spot(id) ?? null;
  const place = (schema: KeywordSchema): Data => {
    const { keywords } = schema;
    const { properties = [], patternProperties = [], prefixItems = [] } = keywords;
    const items = keywords.items ?? keywords.unevaluatedItems;
    const rest = keywords.additionalProperties ?? keywords.unevaluatedProperties;
    const additional = rest === undefined ? undefined : spot(rest);
    const others = items === undefined ? undefined : spot(items);
    // Members without such an integer are listed where they would count as additional ones.
    const listed = properties.filter(([, id]) => additional !== undefined || holders.has(id));
    const inherited = additional === undefined ? [] : namesInPlace(schema, schemas);
    const members = new Map<string, Data>([
      ...inherited.map((name) => [name, null] as const),
      ...listed.map(([name, id]) => [name, orNull(id)] as const),
    ]);
    const patterns = patternProperties.map(([pattern, id]) => [pattern, orNull(id)] as const);
    const also = applied(schema, schemas, spot);
    const first = prefixItems.map(orNull);
    return {
      here: isBigInteger(schema) || undefined,
      also: also.length === 0 ? undefined : also,
      properties: members.size === 0 ? undefined : Object.fromEntries(members),
      patterns: isSaid(
        patterns.map(([, at]) => at),
        additional,
      )
        ? patterns
        : undefined,
      additional,
      prefix: isSaid(first, others) ? first : undefined,
      items: others,
    };
  };
  const places: { [name: string]: Data } = {};
  for (const [id, name] of names) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords' || !holders.has(id) || isLeaf(schema, holders, schemas))
      continue;
    places[name] = place(schema);
  }
  return { places, spot };
}

/** Whether a list of spots says anything: of itself, or by what it keeps from the others. */
function isSaid(spots: readonly Data[], others: Data): boolean {
  return spots.length > 0 && (others !== undefined || spots.some((each) => each !== null));
}

/** Components, and whatever else is referred to: only these can hold themselves. */
function namesOf(
  schemas: SchemaTable,
  components: ReadonlyMap<SchemaId, string>,
): ReadonlyMap<SchemaId, string> {
  const names = new Map(components);
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    const { $ref, $dynamicRef } = schema.keywords;
    const targets = $dynamicRef === undefined ? [$ref] : appliedInPlace(schema, schemas);
    for (const id of targets) {
      const target = id === undefined ? undefined : schemas.get(id);
      if (target !== undefined && !names.has(target.id))
        names.set(target.id, placeOf(target.origin));
    }
  }
  return names;
}

function placeOf(origin: Origin): string {
  return `${sourceOf(origin).path}#${formatPointer(tokensOf(origin))}`;
}

/** A schema that is such an integer, or stands for one, and nothing else. */
function isLeaf(
  schema: KeywordSchema,
  holders: ReadonlySet<SchemaId>,
  schemas: SchemaTable,
): boolean {
  const seen = new Set<SchemaId>();
  for (let at: KeywordSchema = schema; !seen.has(at.id);) {
    seen.add(at.id);
    const { keywords } = at;
    const inner = childrenOf(at, schemas).filter((id) => holders.has(id));
    if (isBigInteger(at)) return inner.length === 0;
    const next = keywords.$ref === undefined ? undefined : schemas.get(keywords.$ref);
    if (inner.length !== 1 || inner[0] !== keywords.$ref || next?.kind !== 'keywords') return false;
    at = next;
  }
  return false;
}

/** Schemas in whose values there is such an integer, at any depth. */
function holdersOf(schemas: SchemaTable): ReadonlySet<SchemaId> {
  const users = new Map<SchemaId, SchemaId[]>();
  const holders = new Set<SchemaId>();
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    for (const id of childrenOf(schema, schemas)) {
      const list = users.get(id);
      if (list === undefined) users.set(id, [schema.id]);
      else list.push(schema.id);
    }
    if (isBigInteger(schema)) holders.add(schema.id);
  }
  for (const id of holders) for (const user of users.get(id) ?? []) holders.add(user);
  return holders;
}

function childrenOf(schema: KeywordSchema, schemas: SchemaTable): readonly SchemaId[] {
  const { keywords } = schema;
  return [
    ...appliedInPlace(schema, schemas),
    ...(keywords.properties ?? []).map(([, id]) => id),
    ...(keywords.patternProperties ?? []).map(([, id]) => id),
    ...(keywords.prefixItems ?? []),
    keywords.additionalProperties ?? keywords.unevaluatedProperties,
    keywords.items ?? keywords.unevaluatedItems,
  ].filter((id) => id !== undefined);
}

/** What else describes the same value; a branch of a union only where the value says that it is meant. */
function applied(
  schema: KeywordSchema,
  schemas: SchemaTable,
  spot: Integers['spot'],
): readonly Data[] {
  const { oneOf = [], anyOf = [] } = schema.keywords;
  const branches = new Set([...oneOf, ...anyOf]);
  const always = appliedInPlace(schema, schemas).filter((id) => !branches.has(id));
  const chosen = [oneOf, anyOf].flatMap((ids) => {
    const whens = whensOf(schema, ids, schemas);
    return ids.map((id, index): Data => {
      const at = spot(id);
      const when = whens?.[index];
      return at === undefined || when === undefined ? at : { when, at };
    });
  });
  return [...new Set([...always.map(spot), ...chosen])].filter((each) => each !== undefined);
}

/** For each branch the member, and its values, by which it is known; `undefined` where no member tells all apart. */
function whensOf(
  { keywords }: KeywordSchema,
  ids: readonly SchemaId[],
  schemas: SchemaTable,
): readonly Data[] | undefined {
  const { discriminator } = keywords;
  const whens = (
    name: string,
    values: readonly (readonly Json[])[],
  ): readonly Data[] | undefined => {
    const all = values.flat();
    const apart = values.every((list) => list.length > 0) && new Set(all).size === all.length;
    return apart ? values.map((list) => [name, list as readonly Data[]]) : undefined;
  };
  if (discriminator !== undefined) {
    const mapped = ids.map((id) =>
      discriminator.mapping.filter(([, target]) => target === meant(id, schemas) || target === id),
    );
    const found = whens(
      discriminator.propertyName,
      mapped.map((entries) => [...new Set(entries.map(([value]) => value))]),
    );
    if (found !== undefined) return found;
  }
  const tags = ids.map((id) => tagsOf(id, schemas, new Set()));
  for (const name of tags[0]?.keys() ?? []) {
    const found = whens(
      name,
      tags.map((each) => each.get(name) ?? []),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function meant(id: SchemaId, schemas: SchemaTable): SchemaId {
  const schema = schemas.get(id);
  return (schema?.kind === 'keywords' ? schema.keywords.$ref : undefined) ?? id;
}

/** Required members that have only listed, simple values. */
function tagsOf(
  id: SchemaId,
  schemas: SchemaTable,
  seen: Set<SchemaId>,
): ReadonlyMap<string, readonly Json[]> {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || seen.has(id)) return new Map();
  seen.add(id);
  const { $ref, allOf = [], properties = [], required = [] } = schema.keywords;
  const own = properties.flatMap(([name, member]) => {
    const found = schemas.get(meant(member, schemas));
    if (found?.kind !== 'keywords' || !required.includes(name)) return [];
    const { const: constant, enum: values } = found.keywords;
    const listed = constant === undefined ? values : [constant.value];
    const simple = listed?.every((value) => value === null || typeof value !== 'object');
    return simple === true && listed !== undefined ? [[name, listed] as const] : [];
  });
  const inherited = [...($ref === undefined ? [] : [$ref]), ...allOf];
  return new Map([...inherited.flatMap((next) => [...tagsOf(next, schemas, seen)]), ...own]);
}

/** Names of members that schemas of the same value know. */
function namesInPlace(
  schema: KeywordSchema,
  schemas: SchemaTable,
  seen: Set<SchemaId> = new Set(),
): readonly string[] {
  if (schema.keywords.additionalProperties !== undefined || seen.has(schema.id)) return [];
  seen.add(schema.id);
  return appliedInPlace(schema, schemas).flatMap((id) => {
    const next = schemas.get(id);
    if (next?.kind !== 'keywords') return [];
    const own = (next.keywords.properties ?? []).map(([name]) => name);
    return [...own, ...namesInPlace(next, schemas, seen)];
  });
}
