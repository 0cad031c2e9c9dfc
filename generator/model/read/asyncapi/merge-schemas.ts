import type { KeywordSchema, Keywords, SchemaId } from '../../schema.js';
import type { AsyncReading } from './reading.js';

/**
 * Makes one schema of those that a message and its traits have for headers, as RFC 7396 merges them: keyword by keyword, members of
 * `properties` one by one. Done when references are resolved, because what is merged is what they lead to.
 */
export function mergePending(reading: AsyncReading): void {
  for (const { id, parts } of reading.merges) {
    const merged = parts.reduceRight((below, above) => mergeTwo(reading, id, below, above));
    const schema = reading.schemas.table.get(merged);
    if (schema !== undefined) reading.schemas.table.set(id, { ...schema, id });
  }
}

function mergeTwo(reading: AsyncReading, at: string, below: SchemaId, above: SchemaId): SchemaId {
  const base = target(reading, below);
  const patch = target(reading, above);
  if (base === undefined || patch === undefined) return above;
  const id = `${at}/${reading.schemas.table.size}` as SchemaId;
  const keywords: Keywords = { ...base.keywords, ...patch.keywords };
  const merged: KeywordSchema = {
    ...patch,
    id,
    keywords,
    annotations: {
      ...base.annotations,
      ...patch.annotations,
      extensions: { ...base.annotations.extensions, ...patch.annotations.extensions },
    },
  };
  reading.schemas.table.set(id, merged);
  const properties = mergeProperties(reading, id, base.keywords, patch.keywords);
  if (properties !== undefined) {
    reading.schemas.table.set(id, { ...merged, keywords: { ...keywords, properties } });
  }
  return id;
}

function mergeProperties(
  reading: AsyncReading,
  at: string,
  base: Keywords,
  patch: Keywords,
): Keywords['properties'] {
  if (base.properties === undefined || patch.properties === undefined) return undefined;
  const members = new Map(base.properties);
  for (const [name, schema] of patch.properties) {
    const before = members.get(name);
    members.set(name, before === undefined ? schema : mergeTwo(reading, at, before, schema));
  }
  return [...members];
}

function target(reading: AsyncReading, id: SchemaId): KeywordSchema | undefined {
  let schema = reading.schemas.table.get(id);
  for (const seen = new Set<SchemaId>(); schema?.kind === 'keywords';) {
    const { $ref } = schema.keywords;
    if ($ref === undefined || seen.has(schema.id)) return schema;
    seen.add(schema.id);
    schema = reading.schemas.table.get($ref);
  }
  return undefined;
}
