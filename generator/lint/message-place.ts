import { parsePointer } from '../core/pointer.js';
import type { Message } from '../model/message.js';
import type { SchemaId, SchemaTable } from '../model/schema.js';
import { itemSchemas, memberNames, memberSchemas, partsOf } from './schema-facts.js';

/** The first step of a pointer that no schema describes, and what stands beside it; a payload that is not read has none. */
export function missingAt(
  table: SchemaTable,
  message: Message,
  source: 'payload' | 'header',
  pointer: string,
): Missing | undefined {
  if (source === 'payload' && message.payloadFormat !== undefined) return undefined;
  const start = source === 'payload' ? message.payload : message.headers;
  const tokens = parsePointer(pointer) ?? [];
  if (start === undefined) return { name: tokens[0] ?? source, known: [] };
  const found = schemasAt(table, [start], pointer);
  return 'missing' in found ? found.missing : undefined;
}

/** A step that no schema describes, and the members that stand beside it. */
export interface Missing {
  readonly name: string;
  readonly known: readonly string[];
}

/** The schemas that a pointer leads to; none where what it leads through may hold anything. */
export function schemasAt(
  table: SchemaTable,
  starts: readonly SchemaId[],
  pointer: string,
): { readonly schemas: readonly SchemaId[] } | { readonly missing: Missing } {
  let at = starts;
  for (const token of parsePointer(pointer) ?? []) {
    const next = at.flatMap((id) => step(table, id, token));
    if (next.length === 0) {
      if (at.length === 0 || at.some((id) => saysNothing(table, id))) return { schemas: [] };
      return { missing: { name: token, known: at.flatMap((id) => memberNames(table, id)) } };
    }
    at = next;
  }
  return { schemas: at };
}

function step(table: SchemaTable, id: SchemaId, token: string): readonly SchemaId[] {
  const own = memberSchemas(table, id, token);
  if (own.length > 0 || !/^\d+$/.test(token)) return own;
  const rows = partsOf(table, id).flatMap(
    ({ keywords }) => keywords.prefixItems?.[Number(token)] ?? [],
  );
  return rows.length > 0 ? rows : itemSchemas(table, id);
}

/** A schema that describes no members at all may have any; one that lists values by pattern may have this one. */
function saysNothing(table: SchemaTable, id: SchemaId): boolean {
  const parts = partsOf(table, id);
  return parts.every(
    ({
      keywords: { properties, type, items, prefixItems, additionalProperties, patternProperties },
    }) => {
      if (patternProperties !== undefined || isSchema(table, additionalProperties)) return true;
      const scalar = type !== undefined && !type.includes('object') && !type.includes('array');
      return (
        properties === undefined && items === undefined && prefixItems === undefined && !scalar
      );
    },
  );
}

function isSchema(table: SchemaTable, id: SchemaId | undefined): boolean {
  return id !== undefined && table.get(id)?.kind === 'keywords';
}
