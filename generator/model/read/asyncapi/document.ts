import { invalidMediaType } from '../openapi/media-type.js';
import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import { missingMember } from '../../../core/diagnostics/members.js';
import type { Api } from '../../api.js';
import type { Channel, Flow, MessageServer } from '../../message.js';
import { didYouMean } from '../../../core/suggestion.js';
import { readChangelog } from '../extensions/changelog.js';
import { readDiscriminatorPointer } from '../extensions/feed/discriminator.js';
import { readEvents } from '../extensions/feed/events.js';
import { readDates, readInt64 } from '../extensions/representations.js';
import { readLimits } from '../extensions/limits.js';
import { readStates } from '../extensions/state.js';
import { readVariables } from '../extensions/variables.js';
import { member } from '../json.js';
import { readFix, readFixServers } from '../fix/read-fix.js';
import { isMediaType } from '../openapi/codec.js';
import { readInfo } from '../openapi/document.js';
import {
  checkMembers,
  extensionsOf,
  mapAt,
  objectAt,
  optional,
  originAt,
  textAt,
  type ObjectNode,
} from '../openapi/node.js';
import type { Reading } from '../openapi/reading.js';
import { reportCycles } from '../schema/cycles.js';
import { implyTypes } from '../schema/imply-types.js';
import { settleListedExtensions } from '../schema/listed-extensions.js';
import { narrowSubtypes } from '../schema/narrow-subtypes.js';
import { resolveDescription } from '../schema/external-schemas.js';
import { namedAvroTypes } from './avro/read-avro.js';
import { readChannel } from './channel.js';
import { readChannelItem } from './channel-item.js';
import { readMessageComponents, readOtherComponents, readSchemaComponents } from './components.js';
import { groupByConnection } from './connections.js';
import { mergePending } from './merge-schemas.js';
import { readOperation } from './operation.js';
import { namedProtobufTypes } from './protobuf/read-protobuf.js';
import { isVersion2, type AsyncReading } from './reading.js';
import { readSchemeComponents } from './security.js';
import { readServer } from './servers.js';
import { checkDocs, readTags } from './tags.js';

const MEMBERS = [
  'asyncapi',
  'id',
  'info',
  'servers',
  'defaultContentType',
  'channels',
  'components',
];

/** Reads a complete description from the root of its entry document (AsyncAPI 3.0 section "AsyncAPI Object"). */
export function readAsyncDocument(
  plain: Reading,
  root: ObjectNode,
): Omit<Api, 'entries' | 'documents'> {
  const is2 = isVersion2(root);
  checkMembers(
    root,
    [...MEMBERS, ...(is2 ? ['tags', 'externalDocs'] : ['operations'])],
    'an AsyncAPI document',
  );
  textAt(root, 'id');
  const reading = startReading(plain, root);
  const info = readInfo(root, is2 ? [] : ['tags', 'externalDocs']);
  const described = is2 ? root : objectAt(root, 'info');
  if (described !== undefined) checkDocs(reading, [described]);
  const components = objectAt(root, 'components');
  if (components !== undefined) readSchemeComponents(reading, components);
  const named = components === undefined ? [] : readSchemaComponents(reading, components);
  const servers = mapAt(root, 'servers').flatMap(
    ([name, valueNode]) => readServer(reading, name, valueNode) ?? [],
  );
  if (components !== undefined) readMessageComponents(reading, components);
  const { channels, flows } = is2 ? readItems(reading, root) : readChannels(reading, root);
  if (components !== undefined) readOtherComponents(reading, components);
  const known = new Set(named.map(({ id }) => id));
  const translated = [...namedAvroTypes(reading), ...namedProtobufTypes(reading)];
  const types = [...named, ...translated.filter(({ id }) => !known.has(id))];
  const fixServers = readFixServers(reading, root);
  const { discriminators, elsewhere } = resolveDescription(
    reading.schemas,
    root.document,
    named,
    reading.isAsked,
  );
  implyTypes(reading.schemas);
  settleListedExtensions(reading.schemas);
  narrowSubtypes(reading.schemas, discriminators);
  mergePending(reading);
  reportCycles(reading.schemas.table, reading.reporter);
  const fix = readFix(reading, fixServers, { channels, flows, components: named });
  return {
    speaks: ['messages'],
    ...info,
    origin: root.origin,
    servers: [],
    variables: readVariables(root, servers),
    tags: described === undefined ? [] : readTags(reading, [described]),
    security: [],
    securitySchemes: [...reading.schemes.values()],
    operations: [],
    messageServers: servers,
    connections: groupByConnection(channels, servers),
    channels,
    flows,
    messages: [...reading.messages.values()],
    ...optional('events', readEvents(root, channels, flows)),
    ...optional('fix', fix),
    schemas: reading.schemas.table,
    examples: reading.examples,
    components: types,
    ...(elsewhere.length > 0 && { elsewhere }),
    states: readStates(reading),
    rateLimits: [],
    limits: readLimits(reading, root),
    ...readChangelog(reading, root, {
      operations: flows.map(({ key, origin }) => ({ id: key.slice('flow:'.length), origin })),
      schemas: named,
    }),
    ...optional('int64', readInt64(root)),
    ...optional('dates', readDates(root)),
    extensions: extensionsOf(root),
  };
}

function startReading(plain: Reading, root: ObjectNode): AsyncReading {
  return {
    ...plain,
    view: readView(root),
    defaultContentType: readDefaultContentType(root),
    statesContentType: member(root.value, 'defaultContentType') !== undefined,
    ...optional('discriminator', readDiscriminatorPointer(root)),
    servers: new Map<object, MessageServer>(),
    messages: new Map(),
    channels: new Map(),
    flows: new Map(),
    schemes: new Map(),
    keys: new Set(),
    merges: [],
  };
}

/** Reads `x-view`: the side that the document describes, the server (default) or a client. */
function readView(root: ObjectNode): AsyncReading['view'] {
  const view = member(root.value, 'x-view');
  if (view === 'client' || view === 'server') return view;
  if (view !== undefined) {
    root.reporter.report(
      invalidExtension.choice({ name: 'x-view', values: ['server', 'client'] }),
      originAt(root, 'x-view'),
      { hint: "it is the side that the document describes; the default is 'server'" },
    );
  }
  return 'server';
}

function readDefaultContentType(root: ObjectNode): string {
  const stated = textAt(root, 'defaultContentType');
  if (stated === undefined || isMediaType(stated)) return stated ?? 'application/json';
  root.reporter.report(
    invalidMediaType.default({ text: stated }),
    originAt(root, 'defaultContentType'),
    didYouMean(stated, ['application/json']),
  );
  return 'application/json';
}

interface Exchange {
  readonly channels: readonly Channel[];
  readonly flows: readonly Flow[];
}

function readItems(reading: AsyncReading, root: ObjectNode): Exchange {
  if (member(root.value, 'channels') === undefined) {
    root.reporter.report(
      missingMember.default({ what: 'the document', name: 'channels' }),
      root.origin,
      {
        hint: 'write "channels: {}" if there are none',
      },
    );
  }
  const items = mapAt(root, 'channels').flatMap(
    ([address, valueNode]) => readChannelItem(reading, address, valueNode) ?? [],
  );
  return {
    channels: items.map(({ channel }) => channel),
    flows: items.flatMap(({ flows }) => flows),
  };
}

function readChannels(reading: AsyncReading, root: ObjectNode): Exchange {
  const channels = mapAt(root, 'channels').flatMap(
    ([name, valueNode]) => readChannel(reading, name, valueNode) ?? [],
  );
  const flows = mapAt(root, 'operations').flatMap(
    ([name, valueNode]) => readOperation(reading, name, valueNode) ?? [],
  );
  return { channels, flows };
}
