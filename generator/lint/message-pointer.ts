import { parsePointer } from '../core/pointer.js';
import type { Message } from '../model/message.js';
import type { SchemaId, SchemaTable } from '../model/schema.js';
import {
  itemSchemas,
  memberNames,
  memberSchemas,
  applicableSchemas,
} from './applicable-schemas.js';

/**
 * Returns the first token of a pointer that no schema describes, with the members beside it. A payload in an unsupported format has none.
 */
export function unresolvedToken(
  table: SchemaTable,
  message: Message,
  source: 'payload' | 'header',
  pointer: string,
): UnresolvedToken | undefined {
  if (source === 'payload' && message.payloadFormat !== undefined) return undefined;
  const start = source === 'payload' ? message.payload : message.headers;
  const tokens = parsePointer(pointer) ?? [];
  if (start === undefined) return { name: tokens[0] ?? source, known: [] };
  const found = schemasAt(table, [start], pointer);
  return 'missing' in found ? found.missing : undefined;
}

/** A pointer token that no schema describes, and the members that exist beside it. */
export interface UnresolvedToken {
  readonly name: string;
  readonly known: readonly string[];
}

/** Returns the schemas that a pointer leads to. Empty if a schema on the way allows any value. */
export function schemasAt(
  table: SchemaTable,
  starts: readonly SchemaId[],
  pointer: string,
): { readonly schemas: readonly SchemaId[] } | { readonly missing: UnresolvedToken } {
  let current = starts;
  for (const token of parsePointer(pointer) ?? []) {
    const next = current.flatMap((id) => step(table, id, token));
    if (next.length === 0) {
      if (current.length === 0 || current.some((id) => allowsAnyMember(table, id)))
        return { schemas: [] };
      return { missing: { name: token, known: current.flatMap((id) => memberNames(table, id)) } };
    }
    current = next;
  }
  return { schemas: current };
}

function step(table: SchemaTable, id: SchemaId, token: string): readonly SchemaId[] {
  const memberTargets = memberSchemas(table, id, token);
  if (memberTargets.length > 0 || !/^\d+$/.test(token)) return memberTargets;
  const tupleItems = applicableSchemas(table, id).flatMap(
    ({ keywords }) => keywords.prefixItems?.[Number(token)] ?? [],
  );
  return tupleItems.length > 0 ? tupleItems : itemSchemas(table, id);
}

/** True if a schema does not restrict its members, or describes them by pattern. */
function allowsAnyMember(table: SchemaTable, id: SchemaId): boolean {
  const parts = applicableSchemas(table, id);
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
