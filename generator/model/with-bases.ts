import { isBase } from './extensions-of.js';
import { mayHave } from './may-have.js';
import type { KeywordSchema, SchemaId, SchemaTable } from './schema.js';

/** A table in which unions stand where bases name their extensions, and what the schemas added are called. */
export interface Bases {
  readonly schemas: SchemaTable;
  /** The schema of the description that an added one is a part of. */
  readonly originals: ReadonlyMap<SchemaId, SchemaId>;
}

/**
 * A `discriminator` on a schema without `oneOf` or `anyOf` says that what is expected is one of the schemas that
 * extend this one through `allOf` (OpenAPI 3.0.4 section 4.7.25.4). Such a base becomes a union of them and of
 * itself, if the member can have its name; what they extend is the base without its union, since it would lead back to them without end.
 */
export function withBases(schemas: SchemaTable): Bases {
  const plain = new Map<SchemaId, SchemaId>();
  for (const schema of schemas.values()) {
    if (isBase(schema)) plain.set(schema.id, `${schema.id}\u0000base` as SchemaId);
  }
  if (plain.size === 0) return { schemas, originals: new Map() };
  const table = new Map(schemas);
  for (const [id, plainId] of plain) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords' || schema.keywords.discriminator === undefined) continue;
    const { discriminator, ...keywords } = schema.keywords;
    table.set(plainId, { ...schema, id: plainId, keywords });
    const own = (target: SchemaId): SchemaId => (target === id ? plainId : target);
    const mapping = discriminator.mapping.map(([value, target]) => [value, own(target)] as const);
    const name = lastToken(id);
    const isNamed = mapping.some(([value]) => value === name);
    if (!isNamed && mayHave(schemas, id, discriminator.propertyName, name))
      mapping.push([name, plainId]);
    const { defaultMapping } = discriminator;
    const fallback = defaultMapping === undefined ? undefined : own(defaultMapping);
    const branches = new Set(mapping.map(([, target]) => target));
    if (fallback !== undefined) branches.add(fallback);
    table.set(id, {
      ...schema,
      keywords: {
        ...keywords,
        anyOf: [...branches],
        discriminator: {
          ...discriminator,
          mapping,
          ...(fallback !== undefined && { defaultMapping: fallback }),
        },
      },
    });
  }
  for (const part of partsOfExtensions(schemas)) {
    const target = part.keywords.$ref === undefined ? undefined : plain.get(part.keywords.$ref);
    if (target === undefined) continue;
    table.set(part.id, { ...part, keywords: { ...part.keywords, $ref: target } });
  }
  return { schemas: table, originals: new Map([...plain].map(([id, plainId]) => [plainId, id])) };
}

/** Parts of the `allOf` of every schema that a base's values may choose. */
function partsOfExtensions(schemas: SchemaTable): readonly KeywordSchema[] {
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
  for (const schema of schemas.values()) {
    if (!isBase(schema)) continue;
    for (const [, target] of schema.keywords.discriminator?.mapping ?? []) visit(target);
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
