import { invalidValue } from '../../../core/diagnostics/values.js';
import type { Handshake } from '../../message.js';
import { readSchemaAt } from '../openapi/media-type.js';
import { checkMembers, optional, originAt, childAt, textAt } from '../openapi/node.js';
import type { ObjectNode } from '../openapi/node.js';
import { resolveNode } from './reading.js';
import type { AsyncReading } from './reading.js';

/** Reads the WebSocket opening request (`bindings.ws` of a channel, WebSockets binding 0.1.0). */
export function readHandshake(reading: AsyncReading, channel: ObjectNode): Handshake | undefined {
  const bindings = childAt(channel, 'bindings');
  const all = bindings === undefined ? undefined : resolveNode(reading, bindings, '"bindings"');
  const valueNode = all === undefined ? undefined : childAt(all, 'ws');
  const node =
    valueNode === undefined ? undefined : resolveNode(reading, valueNode, 'the binding for "ws"');
  if (node === undefined) return undefined;
  checkMembers(node, ['method', 'query', 'headers', 'bindingVersion'], 'the binding for "ws"');
  const method = textAt(node, 'method')?.toUpperCase();
  if (method !== undefined && method !== 'GET' && method !== 'POST') {
    node.reporter.report(
      invalidValue.choice({ what: 'the method of a WebSocket handshake', values: ['GET', 'POST'] }),
      originAt(node, 'method'),
    );
  }
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    ...optional('query', readSchemaAt(reading, node, 'query')),
    ...optional('headers', readSchemaAt(reading, node, 'headers')),
  };
}
