import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { ErrorShape, FaultName, Operation, Outcome } from '../../api.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../schema.js';
import { asNode, mapAt, optional, requiredText, textAt, type ObjectNode } from '../openapi/node.js';
import type { Reading } from '../openapi/reading.js';
import { checkExtension, refuse } from './extension.js';

/** Faults that `x-error` may assign codes to, with their status. */
export const FAULT_STATUS: { readonly [fault in FaultName]: number } = {
  'invalid-request': 400,
  'invalid-cursor': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'request-timeout': 408,
  conflict: 409,
  'invalid-transition': 409,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  misdirected: 421,
  'idempotency-mismatch': 422,
  'rate-limited': 429,
  internal: 500,
  'not-implemented': 501,
};

/** Faults that have the code of a more general one if none is listed for them: `invalid-request` and `conflict`. */
const specialFaults: readonly FaultName[] = ['invalid-cursor', 'invalid-transition'];

/** Adds to each outcome the error shape that its body schema declares. Runs once references are resolved. */
export function assignErrorShapes(
  reading: Reading,
  operations: readonly Operation[],
): readonly Operation[] {
  const { table } = reading.schemas;
  const shapes = new Map<SchemaId, ErrorShape | undefined>();
  for (const schema of table.values()) {
    if (schema.kind !== 'keywords' || schema.annotations.extensions['x-error'] === undefined)
      continue;
    shapes.set(schema.id, readErrorShape(reading, schema));
  }
  if (shapes.size === 0) return operations;
  const assign = (outcome: Outcome): Outcome => {
    for (const content of outcome.contents) {
      const id =
        content.schema === undefined ? undefined : shapeHolder(table, content.schema, shapes);
      const error = id === undefined ? undefined : shapes.get(id);
      if (error !== undefined) return { ...outcome, error };
    }
    return outcome;
  };
  return operations.map((operation) => ({
    ...operation,
    outcomes: operation.outcomes.map(assign),
  }));
}

function shapeHolder(
  table: SchemaTable,
  start: SchemaId,
  shapes: ReadonlyMap<SchemaId, unknown>,
): SchemaId | undefined {
  let id: SchemaId | undefined = start;
  const visited = new Set<SchemaId>();
  while (id !== undefined && !visited.has(id)) {
    if (shapes.has(id)) return id;
    visited.add(id);
    const schema = table.get(id);
    id = schema?.kind === 'keywords' ? schema.keywords.$ref : undefined;
  }
  return undefined;
}

function readErrorShape(reading: Reading, schema: KeywordSchema): ErrorShape | undefined {
  const value = schema.annotations.extensions['x-error'] ?? null;
  const node = asNode(
    reading.nodeOf(value, { parent: schema.origin, key: 'x-error' }),
    '"x-error"',
  );
  if (node === undefined) return undefined;
  checkExtension(
    node,
    ['message', 'code', 'violations', 'correlationId', 'codes', 'messages'],
    '"x-error"',
  );
  const message = requiredText(node, 'message', '"x-error"');
  const code = textAt(node, 'code');
  const faults = Object.keys(FAULT_STATUS) as readonly FaultName[];
  const all = [...faults, 'default'] as const;
  const codes = readFaultMap(node, 'codes', all, isCode, 'code', 'a string or a number');
  const messages = readFaultMap(node, 'messages', faults, isText, 'message', 'a string');
  const named = codes.map(([fault]) => fault);
  const complete =
    named.includes('default') ||
    faults.every((fault) => named.includes(fault) || specialFaults.includes(fault));
  if (code !== undefined && !complete)
    refuse(
      node,
      [],
      invalidExtension.missing({
        what: '"codes", which does not list every fault,',
        name: 'default',
      }),
    );
  if (message === undefined) return undefined;
  return {
    ...optional('code', code),
    message,
    ...optional('violations', textAt(node, 'violations')),
    ...optional('correlationId', textAt(node, 'correlationId')),
    codes,
    ...optional('messages', messages.length === 0 ? undefined : messages),
    schema: schema.id,
    origin: node.origin,
  };
}

/** Reads a map from faults to codes or messages. */
function readFaultMap<Name extends string, Value extends Json>(
  node: ObjectNode,
  key: string,
  faults: readonly Name[],
  isValue: (value: Json) => value is Value,
  what: string,
  expected: string,
): readonly (readonly [Name, Value])[] {
  return mapAt(node, key).flatMap(([name, { value }]): readonly (readonly [Name, Value])[] => {
    const fault = faults.find((candidate) => candidate === name);
    if (name === 'x-basis') return [];
    if (fault === undefined) {
      const { hint } = didYouMean(name, faults);
      const listed = hint ?? `faults are ${faults.join(', ')}`;
      refuse(
        node,
        [key, name],
        invalidExtension.value({ what: 'a key', expected: 'a fault' }),
        listed,
      );
      return [];
    }
    if (isValue(value)) return [[fault, value]];
    refuse(
      node,
      [key, name],
      invalidExtension.value({ what: `the ${what} of "${name}"`, expected }),
    );
    return [];
  });
}

function isCode(value: Json): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isText(value: Json): value is string {
  return typeof value === 'string';
}
