import type { NamedSchema } from '../../api.js';
import { mapAt, checkMembers } from '../openapi/node.js';
import type { Node, Place } from '../openapi/node.js';
import { readParameter } from './address.js';
import { bindingsOf } from './bindings.js';
import { readChannel } from './channel.js';
import { checkOperationTrait as checkTrait2, readChannelItem } from './channel-item.js';
import { readLocated } from './location.js';
import { checkMessageTrait, readMessage } from './message.js';
import { checkOperationTrait, readOperation, readReplyAt } from './operation.js';
import { readFormatted } from './payload.js';
import { isVersion2, resolved } from './reading.js';
import type { AsyncReading } from './reading.js';
import { readServer, readVariable } from './servers.js';
import { checkExternalDocs, readTag } from './tags.js';

type Reader = (reading: AsyncReading, name: string, place: Place) => void;

/** What the components of both versions hold, and how each is read. */
const SHARED: readonly (readonly [kind: string, read: Reader])[] = [
  ['servers', readServer],
  ['serverVariables', onNode((_, name, node) => readVariable(name, node))],
  ['messages', (reading, name, place) => readMessage(reading, place, name)],
  ['parameters', onNode(readParameter)],
  ['correlationIds', (reading, _, place) => readLocated(reading, place, 'a correlation id')],
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
  ['replies', (reading, _, place) => readReplyAt(reading, place)],
  ['replyAddresses', (reading, _, place) => readLocated(reading, place, 'a reply address')],
  ['externalDocs', (reading, _, place) => checkExternalDocs(reading, place)],
  ['tags', (reading, _, place) => readTag(reading, place)],
];

/** The schemas that the document names, in its order (AsyncAPI 3.0 section "Components Object"). */
export function readSchemaComponents(
  reading: AsyncReading,
  components: Node,
): readonly NamedSchema[] {
  return mapAt(components, 'schemas').flatMap(([name, place]) => {
    checkName(name, place);
    const id = readFormatted(reading, place)?.schema;
    return id === undefined ? [] : [{ key: `schema:${name}` as const, name, id }];
  });
}

/** Messages of the components, which keep their names there. */
export function readMessageComponents(reading: AsyncReading, components: Node): void {
  for (const [name, place] of mapAt(components, 'messages')) readMessage(reading, place, name);
}

/** Reads every other component, whether anything refers to it or not, so that its faults are known. */
export function readOtherComponents(reading: AsyncReading, components: Node): void {
  const kinds = isVersion2(components) ? VERSION_2 : VERSION_3;
  const known = ['schemas', 'securitySchemes', ...kinds.map(([kind]) => kind)];
  checkMembers(components, known, 'the components');
  for (const [kind, read] of kinds) {
    for (const [name, place] of mapAt(components, kind)) {
      checkName(name, place);
      read(reading, name, place);
    }
  }
}

function onNode(read: (reading: AsyncReading, name: string, node: Node) => unknown): Reader {
  return (reading, name, place) => {
    const node = resolved(reading, place, `"${name}"`);
    if (node !== undefined) read(reading, name, node);
  };
}

function checkName(name: string, place: Place): void {
  if (/^[\w\d.\-_]+$/.test(name)) return;
  place.reporter.warning(
    'invalid-component-name',
    place.origin,
    `"${name}" is not a name that AsyncAPI allows for a component`,
    { part: 'key', hint: 'letters, digits, ".", "_" and "-" are allowed' },
  );
}
