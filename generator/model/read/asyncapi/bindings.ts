import { didYouMean } from '../../../core/suggestion.js';
import type { Bindings } from '../../message.js';
import { isObject } from '../json.js';
import { placeAt } from '../openapi/node.js';
import type { Node } from '../openapi/node.js';
import { mergePatch, placesAt } from './layers.js';
import type { Layers } from './layers.js';
import { resolved } from './reading.js';
import type { AsyncReading } from './reading.js';

/** Protocols whose bindings are described (AsyncAPI 3.1 section "Server Bindings Object"). */
const PROTOCOLS = (
  'http ws kafka anypointmq amqp amqp1 mqtt mqtt5 nats jms sns solace sqs stomp redis mercure ibmmq googlepubsub ' +
  'pulsar ros2'
).split(' ');

/** The bindings of a node and its traits by protocol, `components` of references looked up. */
export function readBindings(reading: AsyncReading, layers: Layers): Bindings {
  const found = placesAt(layers, 'bindings').flatMap((place) => {
    const node = resolved(reading, place, '"bindings"');
    return node === undefined ? [] : [bindingsOf(reading, node)];
  });
  const merged = mergePatch(found);
  return isObject(merged) ? merged : {};
}

/** Bindings that stand in one object, such as a component's. */
export function bindingsOf(reading: AsyncReading, node: Node): Bindings {
  return Object.fromEntries(
    Object.keys(node.value).flatMap((protocol) => {
      const place = placeAt(node, protocol);
      if (place === undefined) return [];
      if (!PROTOCOLS.includes(protocol) && !protocol.startsWith('x-')) {
        node.reporter.warning(
          'unknown-protocol',
          place.origin,
          `"${protocol}" is not a protocol that AsyncAPI describes bindings for`,
          { part: 'key', ...didYouMean(protocol, PROTOCOLS) },
        );
      }
      const binding = resolved(reading, place, `the binding for "${protocol}"`);
      return binding === undefined ? [] : [[protocol, binding.value] as const];
    }),
  );
}
