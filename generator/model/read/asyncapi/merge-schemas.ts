import type { KeywordSchema, Keywords, SchemaId } from '../../schema.js';
import type { AsyncReading } from './reading.js';

/**
 * Merges the header schemas of a message and its traits, following RFC 7396: keyword by keyword, and properties one by one. Runs after
 * references are resolved, because their targets are merged.
 */
export function mergePending(reading: AsyncReading): void {
  for (const { id, parts } of reading.merges) {
    const schema = reading.schemas.table.get(mergeAll(reading, id, parts.toReversed()));
    if (schema !== undefined) reading.schemas.table.set(id, { ...schema, id });
  }
}

/** Merges schemas, later ones taking precedence. A boolean schema replaces all schemas before it. */
function mergeAll(reading: AsyncReading, parent: string, ids: readonly SchemaId[]): SchemaId {
  const targets = ids.map((id) => target(reading, id));
  const parts = targets
    .slice(targets.lastIndexOf(undefined) + 1)
    .filter((each) => each !== undefined);
  const [last] = ids.slice(-1);
  const winner = parts.at(-1);
  if (last === undefined) throw new Error('what is merged has parts');
  if (winner === undefined || parts.length === 1) return last;
  const id = `${parent}/${reading.schemas.table.size}` as SchemaId;
  const keywords: Keywords = Object.assign({}, ...parts.map((part) => part.keywords));
  const merged: KeywordSchema = {
    ...winner,
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

/** Merges the properties of all schemas; properties of the same name are merged recursively. */
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
