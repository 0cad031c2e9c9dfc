import type { Api } from '../model/api.js';
import { isBinaryMessage } from '../model/binary-message.js';
import type { Message } from '../model/message.js';
import type { SchemaId } from '../model/schema.js';
import { referenceOnly } from '../model/reference-only.js';
import type { ContextSchema } from './schema-names.js';
import type { Root } from './schema-walk.js';
import { pascalCase, wordsOf } from './words.js';

/** Everything of messages that travels, with its direction; what no flow carries may go either way. */
export function messageRoots(api: Api): readonly Root[] {
  const directions = directionsOf(api);
  const bytes = binaryMessages(api);
  const roots = api.messages.flatMap((message) =>
    schemasOf(message, bytes.has(message)).flatMap((id) =>
      [...(directions.get(message.key) ?? bothWays)].map((direction): Root => ({ id, direction })),
    ),
  );
  const handshakes = api.channels.flatMap(({ handshake, parameters }) => [
    ...[handshake?.query, handshake?.headers].filter((id) => id !== undefined),
    ...parameters.flatMap(({ schema }) => schema ?? []),
  ]);
  return [...roots, ...handshakes.map((id): Root => ({ id, direction: 'send' }))];
}

/** Schemas that messages and channels hold, with what they are to them. Every payload has a name of its own. */
export function messageContexts(api: Api): readonly ContextSchema[] {
  const bytes = binaryMessages(api);
  const messages = api.messages.flatMap((message): ContextSchema[] => {
    const { key, name, payload, headers } = message;
    const described = bytes.has(message) ? undefined : payload;
    return [
      ...named(api, described, candidates(key, name, 'Message', 'Payload')),
      ...named(api, headers, candidates(key, name, 'Headers', 'MessageHeaders')),
    ];
  });
  const channels = api.channels.flatMap(({ key, name, handshake, parameters }) => [
    ...named(api, handshake?.query, candidates(key, name, 'Query', 'HandshakeQuery')),
    ...named(api, handshake?.headers, candidates(key, name, 'HandshakeHeaders')),
    ...parameters.flatMap((parameter) =>
      parameter.schema === undefined
        ? []
        : [
            {
              id: parameter.schema,
              candidates: candidates(key, name, pascalCase(wordsOf(parameter.name))),
            },
          ],
    ),
  ]);
  return [...messages, ...channels];
}

/** A schema that is nothing but a reference is known by what it refers to. */
function named(
  api: Api,
  id: SchemaId | undefined,
  names: readonly string[],
): readonly ContextSchema[] {
  if (id === undefined) return [];
  const context = { id, candidates: names };
  return referenceOnly(api.schemas, id) === undefined ? [{ ...context, always: true }] : [context];
}

/** `TickerMessage`; qualified by where it stands if that is taken. */
function candidates(key: string, name: string, ...kinds: readonly string[]): readonly string[] {
  const own = wordsOf(name);
  const whole = pascalCase(wordsOf(key.replace(/^[a-z]+:/u, '')));
  return [pascalCase(own), whole].flatMap((base) =>
    kinds.map((kind) => (base.endsWith(kind) ? base : base + kind)),
  );
}

const bothWays: ReadonlySet<Root['direction']> = new Set(['send', 'receive']);

/** Which way each message goes, seen from the client; replies go back. */
function directionsOf(api: Api): ReadonlyMap<string, ReadonlySet<Root['direction']>> {
  const found = new Map<string, Set<Root['direction']>>();
  const add = (key: string, direction: Root['direction']): void => {
    const known = found.get(key);
    if (known === undefined) found.set(key, new Set([direction]));
    else known.add(direction);
  };
  for (const { to, messages, reply } of api.flows) {
    const [there, back] =
      to === 'server' ? (['send', 'receive'] as const) : (['receive', 'send'] as const);
    for (const key of messages) add(key, there);
    for (const key of reply?.messages ?? []) add(key, back);
  }
  return found;
}

/** Messages of feeds that are bytes, which need no type of their own. */
function binaryMessages(api: Api): ReadonlySet<Message> {
  const feeds = new Set(
    api.connections.flatMap(({ protocol, channels }) => (protocol === 'websocket' ? channels : [])),
  );
  const carried = new Set(
    api.channels.flatMap(({ key, messages }) =>
      feeds.has(key) ? messages.map(({ message }) => message) : [],
    ),
  );
  return new Set(
    api.messages.filter(
      (message) => carried.has(message.key) && isBinaryMessage(api.schemas, message),
    ),
  );
}

function schemasOf({ payload, headers }: Message, isBytes: boolean): readonly SchemaId[] {
  return [isBytes ? undefined : payload, headers].filter((id) => id !== undefined);
}
