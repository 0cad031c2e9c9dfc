import type { Handshake } from '../../message.js';
import { readSchemaAt } from '../openapi/media-type.js';
import { checkMembers, optional, originAt, placeAt, textAt } from '../openapi/node.js';
import type { Node } from '../openapi/node.js';
import { resolved } from './reading.js';
import type { AsyncReading } from './reading.js';

/** What the opening request of a WebSocket may say (`bindings.ws` of a channel, WebSockets binding 0.1.0). */
export function readHandshake(reading: AsyncReading, channel: Node): Handshake | undefined {
  const bindings = placeAt(channel, 'bindings');
  const all = bindings === undefined ? undefined : resolved(reading, bindings, '"bindings"');
  const place = all === undefined ? undefined : placeAt(all, 'ws');
  const node = place === undefined ? undefined : resolved(reading, place, 'the binding for "ws"');
  if (node === undefined) return undefined;
  checkMembers(node, ['method', 'query', 'headers', 'bindingVersion'], 'the binding for "ws"');
  const method = textAt(node, 'method')?.toUpperCase();
  if (method !== undefined && method !== 'GET' && method !== 'POST') {
    node.reporter.error(
      'invalid-value',
      originAt(node, 'method'),
      `"${method}" opens no WebSocket`,
      { hint: 'it may be "GET" or "POST"' },
    );
  }
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    ...optional('query', readSchemaAt(reading, node, 'query')),
    ...optional('headers', readSchemaAt(reading, node, 'headers')),
  };
}
