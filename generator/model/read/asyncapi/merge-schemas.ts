import type { KeywordSchema, Keywords, SchemaId } from '../../schema.js';
import type { AsyncReading } from './reading.js';

/**
 * Makes one schema of those that a message and its traits have for headers, as RFC 7396 merges them: keyword by keyword, members of
 * `properties` one by one. Done when references are resolved, because what is merged is what they lead to.
 */
export function mergePending(reading: AsyncReading): void {
  for (const { id, parts } of reading.merges) {
    const schema = reading.schemas.table.get(mergeAll(reading, id, parts.toReversed()));
    if (schema !== undefined) reading.schemas.table.set(id, { ...schema, id });
  }
}

/** One schema of several, each of which says more than those before it. What is no schema of keywords stands for itself alone. */
function mergeAll(reading: AsyncReading, at: string, ids: readonly SchemaId[]): SchemaId {
  const found = ids.map((id) => target(reading, id));
  const parts = found.slice(found.lastIndexOf(undefined) + 1).filter((each) => each !== undefined);
  const [last] = ids.slice(-1);
  const top = parts.at(-1);
  if (last === undefined) throw new Error('what is merged has parts');
  if (top === undefined || parts.length === 1) return last;
  const id = `${at}/${reading.schemas.table.size}` as SchemaId;
  const keywords: Keywords = Object.assign({}, ...parts.map((part) => part.keywords));
  const merged: KeywordSchema = {
    ...top,
    id,
    keywords,
    annotations: {
      ...Object.assign({}, ...parts.map(({ annotations }) => annotations)),
      extensions: Object.assign({}, ...parts.map(({ annotations }) => annotations.extensions)),
    },
  };
  reading.schemas.table.set(id, merged);
  const properties = mergeProperties(reading, id, parts);
  if (properties !== undefined)
    reading.schemas.table.set(id, { ...merged, keywords: { ...keywords, properties } });
  return id;
}

/** The members of all of them; those of one name are merged as well. */
function mergeProperties(
  reading: AsyncReading,
  at: string,
  parts: readonly KeywordSchema[],
): Keywords['properties'] {
  const members = new Map<string, SchemaId[]>();
  for (const { keywords } of parts)
    for (const [name, schema] of keywords.properties ?? []) {
      const known = members.get(name);
      if (known === undefined) members.set(name, [schema]);
      else known.push(schema);
    }
  if (members.size === 0) return undefined;
  return [...members].map(([name, ids]) => [name, mergeAll(reading, at, ids)] as const);
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
