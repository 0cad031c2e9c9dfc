import type { Api } from '../api.js';
import { propertyAllows } from './allowed-values.js';
import type {
  Discriminator,
  KeywordSchema,
  Keywords,
  Schema,
  SchemaId,
  SchemaTable,
} from '../schema.js';

/**
 * A `discriminator` on a schema without `oneOf` or `anyOf` says that what is expected is one of the schemas that extend this one through
 * `allOf` (OpenAPI 3.0.4 section 4.7.25.4). Such a base becomes a union of them. What they extend is the base alone, a schema of its own,
 * since the union would lead back to them without end. It is one of the branches where `mapping` names it, or where there is no `mapping`
 * and the member can have its name: whoever lists the values has listed all.
 */
export function addInheritanceUnions(api: Api): Api {
  const { schemas } = api;
  const bases = [...schemas.values()].filter(isBase);
  if (bases.length === 0) return api;
  const table = new Map(schemas);
  const lines = linesOf(bases, schemas);
  for (const base of bases) split(base, lines, schemas, table);
  const divided = new Set<SchemaId | undefined>(bases.map(({ id }) => id));
  for (const part of partsOfExtensions(api)) {
    const { $ref } = part.keywords;
    if ($ref === undefined || !divided.has($ref)) continue;
    table.set(part.id, {
      ...part,
      keywords: { ...part.keywords, $ref: baseWithoutSubtypes($ref) },
    });
  }
  return { ...api, schemas: table };
}

/** A schema whose discriminator chooses among those that extend it. */
type Base = KeywordSchema & { readonly keywords: { readonly discriminator: Discriminator } };

function isBase(schema: Schema | undefined): schema is Base {
  if (schema?.kind !== 'keywords') return false;
  const { discriminator, oneOf, anyOf } = schema.keywords;
  if (discriminator === undefined || oneOf !== undefined || anyOf !== undefined) return false;
  return discriminator.mapping.some(([, target]) => target !== schema.id);
}

/** Where the base alone stands: no keyword is called so. */
export function baseWithoutSubtypes(base: SchemaId): SchemaId {
  return `${base}${aloneSuffix}` as SchemaId;
}

const aloneSuffix = '/base';

/** The base that a schema is alone, without what extends it. */
export function baseOf(id: SchemaId, schemas: SchemaTable): SchemaId | undefined {
  if (!id.endsWith(aloneSuffix)) return undefined;
  const base = id.slice(0, -aloneSuffix.length) as SchemaId;
  return schemas.get(base)?.kind === 'keywords' ? base : undefined;
}

/** Puts a union in place of a base, and the base alone beside it. */
function split(
  schema: Base,
  lines: Lines,
  schemas: SchemaTable,
  table: Map<SchemaId, Schema>,
): void {
  const { id, origin, resource, dialect } = schema;
  const { discriminator, ...keywords } = schema.keywords;
  const { propertyName, defaultMapping } = discriminator;
  const alone = baseWithoutSubtypes(id);
  const { type = [] } = keywords;
  // Extensions are none of them null, which is one more branch.
  const isNullable = type.length > 1 && type.includes('null');
  const own = isNullable ? { ...keywords, type: type.filter((each) => each !== 'null') } : keywords;
  table.set(alone, { ...schema, id: alone, keywords: own });
  const choices = choicesOf(schema, schemas, new Set());
  for (const [value, target] of chosenAbove(schema, lines))
    if (!choices.has(value)) choices.set(value, target);
  const name = lastToken(id);
  if (
    discriminator.isListed !== true &&
    !choices.has(name) &&
    propertyAllows(schemas, id, propertyName, name)
  )
    choices.set(name, alone);
  const fallback = defaultMapping === id ? alone : defaultMapping;
  const targets = new Set(choices.values());
  if (fallback !== undefined) targets.add(fallback);
  const add = (way: string, said: Keywords): SchemaId => {
    const part = `${id}/${way}` as SchemaId;
    const annotations = { extensions: {} };
    const shared = { kind: 'keywords', resource, dialect, origin, annotations } as const;
    table.set(part, { ...shared, id: part, keywords: said });
    return part;
  };
  const branches = [...targets].map((target, index) => add(`anyOf/${index}`, { $ref: target }));
  if (isNullable) branches.push(add(`anyOf/${branches.length}`, { type: ['null'] }));
  const isWhole = [...targets].every((target) =>
    lines.basesOf(baseOf(target, table) ?? target).has(id),
  );
  table.set(id, {
    ...schema,
    keywords: {
      // A branch that does not extend the base does not say what that says.
      ...(!isWhole && { allOf: [add('anyOf/base', { $ref: alone })] }),
      anyOf: branches,
      discriminator: {
        ...discriminator,
        mapping: [...choices],
        ...(fallback !== undefined && { defaultMapping: fallback }),
      },
    },
  });
}

/**
 * Which value chooses which schema. What a base below this one chooses by the same member is chosen here at once, and its own values choose it
 * alone.
 */
function choicesOf(
  { id, keywords: { discriminator } }: Base,
  schemas: SchemaTable,
  seen: Set<SchemaId>,
): Map<string, SchemaId> {
  const choices = new Map<string, SchemaId>();
  const below: Base[] = [];
  seen.add(id);
  for (const [value, target] of discriminator.mapping) {
    const found = schemas.get(target);
    const isAlike =
      isBase(found) && found.keywords.discriminator.propertyName === discriminator.propertyName;
    if (!choices.has(value))
      choices.set(value, isAlike || target === id ? baseWithoutSubtypes(target) : target);
    if (isAlike && !seen.has(target)) below.push(found);
  }
  for (const base of below)
    for (const [value, target] of choicesOf(base, schemas, seen))
      if (!choices.has(value)) choices.set(value, target);
  return choices;
}

/** What bases that this one extends choose by the same member: this one, and what extends it. */
function chosenAbove({ id, keywords: { discriminator: own } }: Base, lines: Lines): Choices {
  const above = lines.basesOf(id);
  return (lines.choicesBelow.get(id) ?? []).flatMap(({ by, choice }) =>
    by.id !== id && above.has(by.id) && by.keywords.discriminator.propertyName === own.propertyName
      ? [choice]
      : [],
  );
}

type Choices = readonly (readonly [value: string, schema: SchemaId])[];

/** Which bases schemas extend. */
interface Lines {
  /** The bases that a schema is or extends, itself or with each of its branches. */
  basesOf(id: SchemaId): ReadonlySet<SchemaId>;
  /** What any base chooses that is or extends a base, by the latter. */
  readonly choicesBelow: ReadonlyMap<
    SchemaId,
    readonly { readonly by: Base; readonly choice: Choices[number] }[]
  >;
}

function linesOf(bases: readonly Base[], schemas: SchemaTable): Lines {
  const known = new Map<SchemaId, ReadonlySet<SchemaId>>();
  const basesOf = (id: SchemaId): ReadonlySet<SchemaId> => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const schema = schemas.get(id);
    const found = new Set<SchemaId>();
    // What leads back to itself extends nothing by that.
    known.set(id, found);
    if (schema?.kind !== 'keywords') return found;
    if (isBase(schema)) found.add(id);
    const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema.keywords;
    for (const part of $ref === undefined ? allOf : [...allOf, $ref])
      for (const base of basesOf(part)) found.add(base);
    for (const [first, ...others] of [anyOf, oneOf]) {
      if (first === undefined) continue;
      for (const base of basesOf(first))
        if (others.every((branch) => basesOf(branch).has(base))) found.add(base);
    }
    return found;
  };
  const choicesBelow = new Map<SchemaId, { by: Base; choice: Choices[number] }[]>();
  for (const by of bases)
    for (const [value, target] of by.keywords.discriminator.mapping) {
      const choice = [
        value,
        isBase(schemas.get(target)) ? baseWithoutSubtypes(target) : target,
      ] as const;
      for (const base of basesOf(target)) {
        const list = choicesBelow.get(base);
        if (list === undefined) choicesBelow.set(base, [{ by, choice }]);
        else list.push({ by, choice });
      }
    }
  return { basesOf, choicesBelow };
}

/**
 * Parts of the `allOf` of every schema that a base's values may choose, and of every schema with a name: whatever a named schema adds to a
 * base, it extends that, and is not one of its branches besides.
 */
function partsOfExtensions({ schemas, components }: Api): readonly KeywordSchema[] {
  const parts: KeywordSchema[] = [];
  const seen = new Set<SchemaId>();
  const visit = (id: SchemaId): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords') return;
    const { allOf = [], anyOf = [], oneOf = [] } = schema.keywords;
    for (const branch of [...anyOf, ...oneOf]) visit(branch);
    for (const part of allOf) {
      const inner = schemas.get(part);
      if (inner?.kind !== 'keywords') continue;
      parts.push(inner);
      if (inner.keywords.$ref !== undefined) visit(inner.keywords.$ref);
      else visit(part);
    }
  };
  for (const schema of schemas.values())
    if (isBase(schema))
      for (const [, target] of schema.keywords.discriminator.mapping) visit(target);
  for (const { id } of components) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords' || seen.has(id)) continue;
    const { allOf = [], ...others } = schema.keywords;
    if (allOf.length === 1 && Object.keys(others).length === 0) continue;
    for (const part of allOf) {
      const inner = schemas.get(part);
      if (inner?.kind === 'keywords') parts.push(inner);
    }
  }
  return parts;
}

/** The name of a component, which is the last token of where it is. */
function lastToken(id: SchemaId): string {
  return id
    .slice(id.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}
