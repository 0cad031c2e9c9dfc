import { defineError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { didYouMean } from '../../../core/suggestion.js';
import { parsePointer } from '../../../core/pointer.js';
import type { MessageLocation } from '../../message.js';
import { decodeFragment } from '../schema/uri.js';
import { checkMembers, originAt, requiredText, textAt } from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { resolveNode } from './reading.js';
import type { AsyncReading } from './reading.js';

/** A location that is not a runtime expression of AsyncAPI. */
export const invalidLocation: DiagnosticType<{ default: { text: string } }> = defineError(
  'invalid-location',
  {
    default: ({ text }) => `"${text}" is not a location in a message`,
  },
);

/** Reads a correlation id (AsyncAPI 3.0 section "Correlation ID Object"). */
export function readCorrelation(
  reading: AsyncReading,
  valueNode: ValueNode | undefined,
): MessageLocation | undefined {
  return valueNode === undefined ? undefined : readLocated(reading, valueNode, 'a correlation id');
}

/** Reads an object that consists of a `location` and a description. */
export function readLocated(
  reading: AsyncReading,
  valueNode: ValueNode,
  what: string,
): MessageLocation | undefined {
  const node = resolveNode(reading, valueNode, what);
  if (node === undefined) return undefined;
  checkMembers(node, ['description', 'location'], what);
  textAt(node, 'description');
  const text = requiredText(node, 'location', what);
  return text === undefined ? undefined : parseLocation(node, text);
}

/** Reads the `location` of a node, if present. */
export function locationAt(node: ObjectNode): MessageLocation | undefined {
  const text = textAt(node, 'location');
  return text === undefined ? undefined : parseLocation(node, text);
}

/** Parses `$message.header#/id`, `$message.payload#/order/id`, or either without a pointer. */
function parseLocation(node: ObjectNode, text: string): MessageLocation | undefined {
  const origin = originAt(node, 'location');
  const [, source, fragment = ''] = /^\$message\.([A-Za-z]+)(?:#(.*))?$/s.exec(text) ?? [];
  const pointer = decodeFragment(fragment);
  const isPointer = pointer !== undefined && parsePointer(pointer) !== undefined;
  if ((source === 'payload' || source === 'header') && isPointer)
    return { source, pointer, origin };
  const suggestion = source === undefined ? {} : didYouMean(source, ['payload', 'header']);
  node.reporter.report(
    invalidLocation.default({ text }),
    origin,
    suggestion.hint === undefined
      ? { hint: 'write "$message.payload#/…" or "$message.header#/…", with a JSON Pointer' }
      : suggestion,
  );
  return undefined;
}
