import { defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Bindings } from '../../message.js';
import { isObject } from '../json.js';
import { childAt } from '../openapi/node.js';
import type { ObjectNode } from '../openapi/node.js';
import { mergePatch, memberNodes } from './traits.js';
import type { NodeWithTraits } from './traits.js';
import { resolveNode } from './reading.js';
import type { AsyncReading } from './reading.js';

/** A binding of a protocol that AsyncAPI does not define. */
export const unknownProtocol: DiagnosticType<{ default: { protocol: string } }> = defineWarning(
  'unknown-protocol',
  {
    default: ({ protocol }) => `AsyncAPI does not define bindings for the protocol "${protocol}"`,
  },
);

/** Protocols with defined bindings (AsyncAPI 3.1 section "Server Bindings Object"). */
const PROTOCOLS = (
  'http ws kafka anypointmq amqp amqp1 mqtt mqtt5 nats jms sns solace sqs stomp redis mercure ibmmq googlepubsub ' +
  'pulsar ros2'
).split(' ');

/** Reads the bindings of a node and its traits by protocol, with references resolved. */
export function readBindings(reading: AsyncReading, layers: NodeWithTraits): Bindings {
  const patches = memberNodes(layers, 'bindings').flatMap((valueNode) => {
    const node = resolveNode(reading, valueNode, '"bindings"');
    return node === undefined ? [] : [bindingsOf(reading, node)];
  });
  const merged = mergePatch(patches);
  return isObject(merged) ? merged : {};
}

/** Reads the bindings in one object, such as a component. */
export function bindingsOf(reading: AsyncReading, node: ObjectNode): Bindings {
  return Object.fromEntries(
    Object.keys(node.value).flatMap((protocol) => {
      const valueNode = childAt(node, protocol);
      if (valueNode === undefined) return [];
      if (!PROTOCOLS.includes(protocol) && !protocol.startsWith('x-')) {
        node.reporter.report(unknownProtocol.default({ protocol }), valueNode.origin, {
          part: 'key',
          ...didYouMean(protocol, PROTOCOLS),
        });
      }
      const binding = resolveNode(reading, valueNode, `the binding for "${protocol}"`);
      return binding === undefined ? [] : [[protocol, binding.value] as const];
    }),
  );
}
