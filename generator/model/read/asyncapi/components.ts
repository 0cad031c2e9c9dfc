import { invalidComponentName } from '../diagnostics/names.js';
import type { NamedSchema } from '../../api.js';
import { mapAt, checkMembers } from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { readParameter } from './address.js';
import { bindingsOf } from './bindings.js';
import { readChannel } from './channel.js';
import { checkOperationTrait as checkTrait2, readChannelItem } from './channel-item.js';
import { readLocated } from './location.js';
import { checkMessageTrait, readMessage } from './message.js';
import { checkOperationTrait, readOperation, readReplyAt } from './operation.js';
import { readFormatted } from './payload.js';
import { isVersion2, resolveNode } from './reading.js';
import type { AsyncReading } from './reading.js';
import { readServer, readVariable } from './servers.js';
import { checkExternalDocs, readTag } from './tags.js';

type Reader = (reading: AsyncReading, name: string, valueNode: ValueNode) => void;

/** Kinds of components in both versions, with their readers. */
const SHARED: readonly (readonly [kind: string, read: Reader])[] = [
  ['servers', readServer],
  ['serverVariables', onNode((_, name, node) => readVariable(name, node))],
  ['messages', (reading, name, valueNode) => readMessage(reading, valueNode, name)],
  ['parameters', onNode(readParameter)],
  [
    'correlationIds',
    (reading, _, valueNode) => readLocated(reading, valueNode, 'a correlation id'),
  ],
  ['messageTraits', onNode((_reading, _name, node) => checkMessageTrait(node))],
  ['serverBindings', onNode((reading, _, node) => bindingsOf(reading, node))],
  ['channelBindings', onNode((reading, _, node) => bindingsOf(reading, node))],
  ['operationBindings', onNode((reading, _, node) => bindingsOf(reading, node))],
  ['messageBindings', onNode((reading, _, node) => bindingsOf(reading, node))],
];
const VERSION_2: typeof SHARED = [
  ...SHARED,
  ['operationTraits', onNode((_reading, _name, node) => checkTrait2(node))],
  ['channels', readChannelItem],
];
const VERSION_3: typeof SHARED = [
  ...SHARED,
  ['operationTraits', onNode((_reading, _name, node) => checkOperationTrait(node))],
  ['channels', readChannel],
  ['operations', readOperation],
  ['replies', (reading, _, valueNode) => readReplyAt(reading, valueNode)],
  ['replyAddresses', (reading, _, valueNode) => readLocated(reading, valueNode, 'a reply address')],
  ['externalDocs', (reading, _, valueNode) => checkExternalDocs(reading, valueNode)],
  ['tags', (reading, _, valueNode) => readTag(reading, valueNode)],
];

/** Reads the named schemas of the document, in document order (AsyncAPI 3.0 section "Components Object"). */
export function readSchemaComponents(
  reading: AsyncReading,
  components: ObjectNode,
): readonly NamedSchema[] {
  return mapAt(components, 'schemas').flatMap(([name, valueNode]) => {
    checkName(name, valueNode);
    const id = readFormatted(reading, valueNode)?.schema;
    return id === undefined ? [] : [{ key: `schema:${name}` as const, name, id }];
  });
}

/** Reads the messages of the components, which keep their component names. */
export function readMessageComponents(reading: AsyncReading, components: ObjectNode): void {
  for (const [name, valueNode] of mapAt(components, 'messages'))
    readMessage(reading, valueNode, name);
}

/** Reads every other component, referenced or not, so that mistakes in it are reported. */
export function readOtherComponents(reading: AsyncReading, components: ObjectNode): void {
  const kinds = isVersion2(components) ? VERSION_2 : VERSION_3;
  const known = ['schemas', 'securitySchemes', ...kinds.map(([kind]) => kind)];
  checkMembers(components, known, 'the components');
  for (const [kind, read] of kinds) {
    for (const [name, valueNode] of mapAt(components, kind)) {
      checkName(name, valueNode);
      read(reading, name, valueNode);
    }
  }
}

function onNode(read: (reading: AsyncReading, name: string, node: ObjectNode) => unknown): Reader {
  return (reading, name, valueNode) => {
    const node = resolveNode(reading, valueNode, `"${name}"`);
    if (node !== undefined) read(reading, name, node);
  };
}

function checkName(name: string, valueNode: ValueNode): void {
  if (/^[\w\d.\-_]+$/.test(name)) return;
  valueNode.reporter.report(
    invalidComponentName.component({ name, specification: 'AsyncAPI' }),
    valueNode.origin,
    { part: 'key', hint: 'letters, digits, ".", "_" and "-" are allowed' },
  );
}
