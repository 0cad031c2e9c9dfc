import { defineError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { FixApi, FixMessage, FixRecord, FixRequest, FixSession } from '../../fix.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { NamedSchema, NameKey } from '../../api.js';
import type { Channel, Flow, Message, MessageServer } from '../../message.js';
import type { Json, SchemaId } from '../../schema.js';
import type { AsyncReading } from '../asyncapi/reading.js';
import { resolveNode } from '../asyncapi/reading.js';
import { isObject, member } from '../json.js';
import { mapAt, childAt } from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { readPolicy } from './policy.js';
import { createRecordReader } from './record.js';
import type { RecordReader } from './record.js';
import type { FixReading } from './schemas.js';
import {
  beginStrings,
  isBeginString,
  sessionTypes,
  standardHeader,
  standardMessages,
  standardTrailer,
} from './standard.js';

/** A FIX version that is absent, unknown, or not the same for all servers. */
export const fixVersion: DiagnosticType<{
  missing: { server: string };
  unknown: { version: string };
  applVerId: { server: string };
  onlyFixt: { server: string; version: string };
  servers: void;
}> = defineError('fix-version', {
  missing: ({ server }) => `the server "${server}" has no "protocolVersion"`,
  unknown: ({ version }) => `"${version}" is not a BeginString`,
  applVerId: ({ server }) => `the server "${server}" uses FIXT.1.1, but has no "applVerId"`,
  onlyFixt: ({ server, version }) =>
    `"applVerId" belongs to FIXT.1.1, but "${server}" uses ${version}`,
  servers: () => 'the servers of a document use different versions of FIX',
});

/** A message without a MsgType, or with that of another. */
export const fixMsgType: DiagnosticType<{
  missing: { name: string };
  duplicate: { name: string; msgType: string; other: string };
  text: { name: string };
}> = defineError('fix-msg-type', {
  missing: ({ name }) => `the message "${name}" has no "x-fix-msg-type"`,
  duplicate: ({ name, msgType, other }) =>
    `"${name}" has the MsgType "${msgType}", which "${other}" has too`,
  text: ({ name }) => `the MsgType of "${name}" must be a text of up to 8 characters`,
});

/** A server with `protocol: fix`, and its `x-fix-session`. */
export interface FixServer {
  readonly server: MessageServer;
  readonly policy: { readonly [name: string]: Json };
  readonly header: SchemaId | undefined;
  readonly trailer: SchemaId | undefined;
}

/** Returns the FIX servers of a document. Their schemas are read, with references still pending. */
export function readFixServers(reading: AsyncReading, root: ObjectNode): readonly FixServer[] {
  return mapAt(root, 'servers').flatMap(([name, valueNode]) => {
    const node = resolveNode(reading, valueNode, `the server "${name}"`);
    const server = node === undefined ? undefined : reading.servers.get(node.value);
    if (node === undefined || server === undefined) return [];
    const session = childAt(node, 'x-fix-session');
    if (server.protocol.toLowerCase() !== 'fix') {
      if (session !== undefined) {
        reading.reporter.report(
          invalidExtension.location({
            name: 'x-fix-session',
            what: `the server "${name}", which does not use FIX`,
          }),
          session.origin,
          { part: 'key', hint: 'write "protocol: fix" for a server of FIX sessions' },
        );
      }
      return [];
    }
    const policy = readPolicy(session, server.protocolVersion ?? '');
    return [
      {
        server,
        policy,
        header: schemaAt(reading, session, 'header'),
        trailer: schemaAt(reading, session, 'trailer'),
      },
    ];
  });
}

function schemaAt(
  reading: AsyncReading,
  session: ValueNode | undefined,
  name: string,
): SchemaId | undefined {
  const valueNode =
    session === undefined || !isObject(session.value) ? undefined : childAt(session, name);
  if (valueNode === undefined) return undefined;
  return reading.schemas.read(
    valueNode.value,
    valueNode.origin,
    valueNode.pointer,
    valueNode.document.scope,
  );
}

/** Parts of the document that FIX messages depend on. */
export interface FixContext {
  readonly channels: readonly Channel[];
  readonly flows: readonly Flow[];
  readonly components: readonly NamedSchema[];
}

/** Reads the FIX parts of a document, after every reference is resolved; `undefined` without a FIX server. */
export function readFix(
  reading: AsyncReading,
  servers: readonly FixServer[],
  context: FixContext,
): FixApi | undefined {
  const [first] = servers;
  checkExtensions(reading, servers, context);
  if (first === undefined) return undefined;
  const version = readVersion(reading, servers);
  if (version === undefined) return undefined;
  const { beginString } = version;
  const fix: FixReading = {
    table: reading.schemas.table,
    names: new Map(context.components.map(({ id, name }) => [id, name])),
    reporter: reading.reporter,
    beginString,
    canonicalNumbers: first.policy['canonicalNumbers'] === true,
    checked: new Set(),
  };
  const records = createRecordReader(fix);
  const messages = readMessages(reading, records, servers, context);
  const described = new Set(messages.map(({ msgType }) => msgType));
  const header = first.header === undefined ? undefined : records(first.header);
  const trailer = first.trailer === undefined ? undefined : records(first.trailer);
  const standard = standardMessages(beginString).filter(({ msgType }) => !described.has(msgType));
  const all = [...messages, ...standard];
  const { unknownFields } = first.policy;
  return {
    ...version,
    header: header ?? standardHeader(beginString),
    trailer: trailer ?? standardTrailer(beginString),
    messages: all,
    sessions: servers.map((server) => readSession(server, version, all, context)),
    unknownFields:
      unknownFields === 'keep' || unknownFields === 'keepUserDefined' ? unknownFields : 'refuse',
  };
}

/** Reports FIX extensions that have no effect on their object, or whose form is invalid. */
function checkExtensions(
  { reporter, messages }: AsyncReading,
  servers: readonly FixServer[],
  { flows }: FixContext,
): void {
  const known: readonly (readonly [
    name: string,
    what: string,
    nodes: readonly Pick<Message, 'extensions' | 'origin'>[],
  ])[] = [
    ['x-fix-session', 'servers', servers.map(({ server }) => server)],
    ['x-fix-msg-type', 'messages', [...messages.values()]],
    ['x-fix-reply-within', 'operations', flows],
  ];
  for (const [name, what, nodes] of known) {
    for (const { extensions, origin } of nodes) {
      for (const stated of Object.keys(extensions)) {
        if (!stated.startsWith(`x-fix-`) || stated === name) continue;
        reporter.report(
          invalidExtension.extension({ name: stated, what }),
          { parent: origin, key: stated },
          { part: 'key', ...didYouMean(stated, [name]) },
        );
      }
    }
  }
  for (const { extensions, origin, reply, name } of flows) {
    const stated = member(extensions, 'x-fix-reply-within');
    if (stated === undefined) continue;
    const milliseconds = isObject(stated) ? member(stated, 'milliseconds') : undefined;
    const isValid = typeof milliseconds === 'number' && milliseconds > 0;
    if (isValid && reply !== undefined && isObject(stated) && Object.keys(stated).length === 1)
      continue;
    reporter.report(
      isValid && reply === undefined
        ? invalidExtension.location({
            name: 'x-fix-reply-within',
            what: `the operation "${name}", which has no reply`,
          })
        : invalidExtension.value({
            what: '"x-fix-reply-within"',
            expected: 'a number of milliseconds',
          }),
      { parent: origin, key: 'x-fix-reply-within' },
      { hint: 'write { milliseconds: 250 } on an operation with a "reply"' },
    );
  }
}

interface Version {
  readonly beginString: string;
  readonly applVerId?: string;
}

function readVersion(reading: AsyncReading, servers: readonly FixServer[]): Version | undefined {
  const versions = servers.map(({ server, policy }) => {
    const { protocolVersion = '', origin } = server;
    const applVerId = policy['applVerId'];
    if (!isBeginString(protocolVersion)) {
      reading.reporter.report(
        server.protocolVersion === undefined
          ? fixVersion.missing({ server: server.name })
          : fixVersion.unknown({ version: protocolVersion }),
        server.protocolVersion === undefined ? origin : { parent: origin, key: 'protocolVersion' },
        protocolVersion.startsWith('FIX.5') || protocolVersion.startsWith('5')
          ? { hint: 'FIX 5.0 is "FIXT.1.1", with its version in "applVerId"' }
          : didYouMean(protocolVersion || 'FIX.4.2', beginStrings),
      );
      return undefined;
    }
    if ((protocolVersion === 'FIXT.1.1') !== (typeof applVerId === 'string')) {
      reading.reporter.report(
        protocolVersion === 'FIXT.1.1'
          ? fixVersion.applVerId({ server: server.name })
          : fixVersion.onlyFixt({ server: server.name, version: protocolVersion }),
        Object.hasOwn(server.extensions, 'x-fix-session')
          ? { parent: origin, key: 'x-fix-session' }
          : origin,
        protocolVersion === 'FIXT.1.1' ? { hint: "applVerId: '9' is FIX 5.0 SP2" } : {},
      );
      return undefined;
    }
    return {
      beginString: protocolVersion,
      ...(typeof applVerId === 'string' ? { applVerId } : {}),
    };
  });
  const [first] = versions;
  for (const [index, { server }] of servers.entries()) {
    const version = versions[index];
    if (version === undefined || first === undefined) continue;
    if (version.beginString === first.beginString && version.applVerId === first.applVerId)
      continue;
    reading.reporter.report(fixVersion.servers(), server.origin, {
      hint: 'describe another version in another document; both may refer to schemas of a third document',
    });
    return undefined;
  }
  return versions.includes(undefined) ? undefined : first;
}

/** Reads every message of the channels on FIX servers. */
function readMessages(
  reading: AsyncReading,
  records: RecordReader,
  servers: readonly FixServer[],
  { channels }: FixContext,
): readonly FixMessage[] {
  const names = new Set(servers.map(({ server }) => server.name));
  const keys = new Set(
    channels
      .filter((channel) => channel.servers.some((name) => names.has(name)))
      .flatMap(({ messages }) => messages.map(({ message }) => message)),
  );
  const byType = new Map<string, Message>();
  return [...reading.messages.values()].flatMap((message): FixMessage[] => {
    const msgType = readMsgType(reading, message, keys.has(message.key));
    if (msgType === undefined || !keys.has(message.key)) return [];
    const first = byType.get(msgType);
    if (first !== undefined) {
      reading.reporter.report(
        fixMsgType.duplicate({ name: message.name, msgType, other: first.name }),
        { parent: message.origin, key: 'x-fix-msg-type' },
        { related: [{ message: 'the first is here', origin: first.origin }] },
      );
      return [];
    }
    byType.set(msgType, message);
    const record = message.payload === undefined ? emptyRecord(message) : records(message.payload);
    if (record === undefined) return [];
    const correlation = /^\/([^/]+)$/.exec(message.correlation?.pointer ?? '')?.[1];
    return [
      {
        name: message.name,
        msgType,
        record,
        isSession: sessionTypes.has(msgType),
        message: message.key,
        ...(message.summary === undefined ? {} : { summary: message.summary }),
        ...(correlation === undefined ? {} : { correlation }),
      },
    ];
  });
}

function readMsgType(reading: AsyncReading, message: Message, isFix: boolean): string | undefined {
  const stated = member(message.extensions, 'x-fix-msg-type');
  if (stated === undefined) {
    if (isFix) {
      reading.reporter.report(fixMsgType.missing({ name: message.name }), message.origin);
    }
    return undefined;
  }
  if (typeof stated === 'string' && /^[\u0021-\u007e]{1,8}$/.test(stated)) return stated;
  reading.reporter.report(
    fixMsgType.text({ name: message.name }),
    { parent: message.origin, key: 'x-fix-msg-type' },
    typeof stated === 'number' ? { hint: 'put it in quotes' } : {},
  );
  return undefined;
}

function emptyRecord({ key }: Message): FixRecord {
  return { key, fields: [], parts: [], required: [], rules: [] };
}

/** Members of `x-fix-session` that belong to the codec of messages, not to the session. */
const codecMembers: ReadonlySet<string> = new Set(['unknownFields', 'canonicalNumbers']);

function readSession(
  { server, policy }: FixServer,
  version: Version,
  messages: readonly FixMessage[],
  { channels, flows }: FixContext,
): FixSession {
  const own = new Set(
    channels.filter((channel) => channel.servers.includes(server.name)).map(({ key }) => key),
  );
  const ownFlows = flows.filter((flow) => own.has(flow.channel));
  const application = messages.filter(({ isSession }) => !isSession);
  const namesOf = (keys: readonly NameKey[]): readonly string[] =>
    application
      .filter(({ message }) => message !== undefined && keys.includes(message))
      .map(({ name }) => name);
  const messagesTo = (to: Flow['to']): readonly NameKey[] =>
    ownFlows.flatMap((flow) => (flow.to === to ? flow.messages : (flow.reply?.messages ?? [])));
  const rules = Object.entries(policy).filter(([name]) => !codecMembers.has(name));
  return {
    name: server.name,
    host: server.url.replace(/^fix:\/\//i, ''),
    policy: { ...version, ...Object.fromEntries(rules) },
    fromClient: namesOf(messagesTo('server')),
    fromServer: namesOf(messagesTo('client')),
    requests: ownFlows.flatMap((flow) => requestsOf(flow, namesOf)),
    origin: server.origin,
  };
}

function requestsOf(
  flow: Flow,
  namesOf: (keys: readonly NameKey[]) => readonly string[],
): readonly FixRequest[] {
  // In the order of the operation: the regular reply comes first.
  const replies = (flow.reply?.messages ?? []).flatMap((key) => namesOf([key]));
  if (replies.length === 0) return [];
  const deadline = member(flow.extensions, 'x-fix-reply-within');
  const within = isObject(deadline) ? member(deadline, 'milliseconds') : undefined;
  return namesOf(flow.messages).map((message) => ({
    message,
    sentBy: flow.to === 'server' ? ('client' as const) : ('server' as const),
    replies,
    ...(typeof within === 'number' ? { within } : {}),
  }));
}
