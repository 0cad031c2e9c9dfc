import { parsePointer } from '../../core/pointer.js';
import type { Api } from '../../model/api.js';
import type { Message } from '../../model/message.js';
import type { SchemaId, SchemaTable } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import { itemSchemas, memberNames, memberSchemas, partsOf } from '../schema-facts.js';
import { didYouMean } from '../../core/suggestion.js';

/** Correlation ids, addresses of replies and values of parameters are found where the document says. */
export const correlationId: Rule = (api, reporter) => {
  for (const message of api.messages) {
    const { correlation, name } = message;
    if (correlation === undefined) continue;
    const missing = missingAt(api.schemas, message, correlation.source, correlation.pointer);
    if (missing === undefined) continue;
    reporter.warning(
      'correlation-id',
      correlation.origin,
      `the ${correlation.source} of the message "${name}" has no "${missing.name}"`,
      didYouMean(missing.name, missing.known),
    );
  }
  for (const flow of api.flows) {
    const address = flow.reply?.address;
    if (address === undefined) continue;
    for (const message of messagesOf(api, flow.messages)) {
      const missing = missingAt(api.schemas, message, address.source, address.pointer);
      if (missing === undefined) continue;
      reporter.warning(
        'correlation-id',
        address.origin,
        `the ${address.source} of the message "${message.name}" has no "${missing.name}", where the address of the reply is sought`,
        didYouMean(missing.name, missing.known),
      );
    }
  }
};

function messagesOf(api: Api, keys: readonly string[]): readonly Message[] {
  return api.messages.filter(({ key }) => keys.includes(key));
}

/** The first step of a pointer that no schema describes, and what stands beside it; a payload that is not read has none. */
function missingAt(
  table: SchemaTable,
  message: Message,
  source: 'payload' | 'header',
  pointer: string,
): { readonly name: string; readonly known: readonly string[] } | undefined {
  if (source === 'payload' && message.payloadFormat !== undefined) return undefined;
  const start = source === 'payload' ? message.payload : message.headers;
  const tokens = parsePointer(pointer) ?? [];
  if (start === undefined) return { name: tokens[0] ?? source, known: [] };
  let at: readonly SchemaId[] = [start];
  for (const token of tokens) {
    const next = at.flatMap((id) => step(table, id, token));
    if (next.length === 0) {
      if (at.some((id) => saysNothing(table, id))) return undefined;
      return { name: token, known: at.flatMap((id) => memberNames(table, id)) };
    }
    at = next;
  }
  return undefined;
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
