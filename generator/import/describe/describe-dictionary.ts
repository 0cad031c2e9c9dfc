import type { Dictionary, DictionaryMessage, DictionaryVersion, Member } from '../dictionary.js';
import {
  findRequestReplies,
  type RequestReplies,
  type DescribedConversation,
} from './request-replies.js';
import { fieldSchema, lengthFields } from './field-schema.js';
import { objectSchemas } from './object-schema.js';
import { schemaNames } from './schema-names.js';
import { usedNames } from './used-names.js';
import { yamlLines, type YamlMap } from './yaml-text.js';

/** Origin of a description, for its first comment. */
export interface Provenance {
  /** Names of the source files. */
  readonly files: readonly string[];
  /** Version of the transport, if there is one. */
  readonly transport: DictionaryVersion | undefined;
}

/** Tags that the engine reads and writes itself: BeginString, BodyLength, MsgType and CheckSum. */
const engineTags = new Set([8, 9, 35, 10]);

/**
 * Writes an AsyncAPI description of a dictionary, with the extensions of `docs/guide/fix.md`: messages, components, group entries, and
 * fields by tag. The output is deterministic.
 */
export function describeDictionary(dictionary: Dictionary, provenance: Provenance): string {
  const names = schemaNames(dictionary);
  const objects = objectSchemas(dictionary, names);
  const data = lengthFields(dictionary.fields);
  const byTag = [...dictionary.fields.values()].sort((a, b) => a.tag - b.tag);
  const described = ({ name }: { readonly name: string }): readonly [string, YamlMap] => {
    const field = dictionary.fields.get(name);
    if (field === undefined) throw new Error(`the dictionary has lost the field ${name}`);
    return [name, fieldSchema(field, data.get(name))];
  };
  const withoutEngineFields = (members: readonly Member[]): readonly Member[] =>
    members.filter(({ name }) => !engineTags.has(dictionary.fields.get(name)?.tag ?? 0));
  const [header, trailer] = [
    withoutEngineFields(dictionary.header),
    withoutEngineFields(dictionary.trailer),
  ];
  const conversations = findRequestReplies(dictionary);
  const frame = {
    [names.header]: objects.complete(header),
    [names.trailer]: objects.complete(trailer),
  };
  const { fields, counts } = usedNames({ ...dictionary, header, trailer });
  const unused = byTag.filter(({ name }) => !fields.has(name) && !counts.has(name));
  return [
    ...preamble(dictionary, provenance, names, conversations),
    'components:',
    '  messages:',
    ...yamlLines(
      Object.fromEntries(
        dictionary.messages.map(({ name, msgType }) => {
          const by = conversations.fields.get(name);
          const correlation = by !== undefined && {
            correlationId: { location: `$message.payload#/${by}` },
          };
          const payload = schema(names.message(name));
          return [name, { 'x-fix-msg-type': msgType, ...correlation, payload }];
        }),
      ),
      2,
    ),
    '',
    '  schemas:',
    ...section(
      'Messages',
      entries(dictionary.messages, ({ name, members }) => [
        names.message(name),
        objects.complete(members),
      ]),
    ),
    ...section('Around every message', frame),
    ...section(
      'Components',
      entries([...dictionary.components.values()], ({ name, members }) => [
        names.component(name),
        objects.component(name, members),
      ]),
    ),
    ...section(
      'Entries of groups',
      entries([...names.entries], ([name, { members }]) => [name, objects.complete(members)]),
    ),
    ...section(
      'Fields, by tag',
      entries(
        byTag.filter(({ name }) => fields.has(name)),
        described,
      ),
    ),
    ...section('Fields that no message has here', entries(unused, described)),
    '',
  ].join('\n');
}

function preamble(
  { version, messages }: Dictionary,
  { files, transport }: Provenance,
  names: { readonly header: string; readonly trailer: string },
  conversations: RequestReplies,
): readonly string[] {
  const title = titleOf(version);
  const isTransport = version.kind === 'FIXT';
  const session = transport ?? version;
  const beginString = `${session.kind}.${session.major}.${session.minor}`;
  const applicationMessages = messages.filter(({ isAdmin }) => !isAdmin);
  const listed = applicationMessages.length > 0 ? applicationMessages : messages;
  return [
    `# ${title}, made from ${files.join(' and ')} by "tallystick import fix".`,
    '# It is yours from here on: take out what your counterparty does not speak, and say its rules under x-fix-session.',
    'asyncapi: 3.1.0',
    'info:',
    ...yamlLines({ title, version: '1.0.0' }, 1),
    '',
    'servers:',
    '  fix:',
    ...yamlLines(
      { host: 'fix.example.com:9876', protocol: 'fix', protocolVersion: beginString },
      2,
    ),
    '    x-fix-session:',
    ...(isTransport
      ? ['      # Which version of FIX the application speaks: this is 5.0 SP2.']
      : []),
    ...yamlLines(
      {
        ...(session.kind === 'FIXT' && { applVerId: isTransport ? '9' : applVerId(version) }),
        header: schema(names.header),
        trailer: schema(names.trailer),
      },
      3,
    ),
    '',
    'channels:',
    '  fix:',
    '    address: null',
    "    servers: [{ $ref: '#/servers/fix' }]",
    '    messages:',
    ...yamlLines(
      Object.fromEntries(
        messages.map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]),
      ),
      3,
    ),
    '',
    '# Written as the server sees it: what a client asks, and what it is answered. A dictionary says neither; this is what FIX means by it.',
    'operations:',
    ...conversations.list.flatMap(conversation),
    '  # A dictionary does not say who sends what either: leave each message where it belongs.',
    ...operation('receive', listed),
    ...operation('send', listed),
    '',
  ];
}

function operation(
  action: 'receive' | 'send',
  messages: readonly DictionaryMessage[],
): readonly string[] {
  return [
    `  ${action}:`,
    `    action: ${action}`,
    "    channel: { $ref: '#/channels/fix' }",
    '    messages:',
    ...messages.map(({ name }) => `      - { $ref: '#/channels/fix/messages/${name}' }`),
  ];
}

/** The operation of a message with replies. */
function conversation({ request, replies }: DescribedConversation): readonly string[] {
  const channel = "channel: { $ref: '#/channels/fix' }";
  const message = (name: string): string => `- { $ref: '#/channels/fix/messages/${name}' }`;
  return [
    `  ask${request}:`,
    '    action: receive',
    `    ${channel}`,
    '    messages:',
    `      ${message(request)}`,
    '    reply:',
    `      ${channel}`,
    '      messages:',
    ...replies.map((name) => `        ${message(name)}`),
  ];
}

/** Comment and members of a section of the schemas. Empty if there are no members. */
function section(title: string, schemas: YamlMap): readonly string[] {
  return Object.keys(schemas).length === 0 ? [] : ['', `    # ${title}`, ...yamlLines(schemas, 2)];
}

function entries<T>(
  list: readonly T[],
  entry: (item: T) => readonly [name: string, schema: YamlMap],
): YamlMap {
  return Object.fromEntries(list.map(entry));
}

function schema(name: string): YamlMap {
  return { $ref: `#/components/schemas/${name}` };
}

/** Formats a version, such as `FIX 5.0 SP2`. */
export function titleOf({ kind, major, minor, servicePack }: DictionaryVersion): string {
  return `${kind} ${major}.${minor}${servicePack > 0 ? ` SP${servicePack}` : ''}`;
}

/** ApplVerID (1128) of versions with a separate transport. Later versions use that of the newest known one. */
function applVerId({ servicePack }: DictionaryVersion): string {
  return ['7', '8', '9'][servicePack] ?? '9';
}
