import { didYouMean } from '../../../core/suggestion.js';
import { parsePointer } from '../../../core/pointer.js';
import type { MessageLocation } from '../../message.js';
import { decodeFragment } from '../schema/uri.js';
import { checkMembers, originAt, requiredText, textAt } from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import { resolved } from './reading.js';
import type { AsyncReading } from './reading.js';

/** A correlation id (AsyncAPI 3.0 section "Correlation ID Object"). */
export function readCorrelation(
  reading: AsyncReading,
  place: Place | undefined,
): MessageLocation | undefined {
  return place === undefined ? undefined : readLocated(reading, place, 'a correlation id');
}

/** An object that is a `location` and what is to be said of it. */
export function readLocated(
  reading: AsyncReading,
  place: Place,
  what: string,
): MessageLocation | undefined {
  const node = resolved(reading, place, what);
  if (node === undefined) return undefined;
  checkMembers(node, ['description', 'location'], what);
  textAt(node, 'description');
  const text = requiredText(node, 'location', what);
  return text === undefined ? undefined : parseLocation(node, text);
}

/** The `location` of a node, if it has one. */
export function locationAt(node: Node): MessageLocation | undefined {
  const text = textAt(node, 'location');
  return text === undefined ? undefined : parseLocation(node, text);
}

/** `$message.header#/id`, `$message.payload#/order/id`, or either without a pointer. */
function parseLocation(node: Node, text: string): MessageLocation | undefined {
  const origin = originAt(node, 'location');
  const [, source, fragment = ''] = /^\$message\.([A-Za-z]+)(?:#(.*))?$/s.exec(text) ?? [];
  const pointer = decodeFragment(fragment);
  const isPointer = pointer !== undefined && parsePointer(pointer) !== undefined;
  if ((source === 'payload' || source === 'header') && isPointer)
    return { source, pointer, origin };
  const near = source === undefined ? {} : didYouMean(source, ['payload', 'header']);
  node.reporter.error(
    'invalid-location',
    origin,
    `"${text}" is not a place in a message`,
    near.hint === undefined
      ? { hint: 'write "$message.payload#/…" or "$message.header#/…", with a JSON Pointer' }
      : near,
  );
  return undefined;
}
