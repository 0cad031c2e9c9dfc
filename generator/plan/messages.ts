import type { Api } from '../model/api.js';
import { isBinaryMessage } from '../model/analysis/binary-schema.js';
import type { Message } from '../model/message.js';
import type { SchemaId } from '../model/schema.js';
import { referenceOnly } from '../model/analysis/reference-only.js';
import type { ContextSchema } from './names/schema-names.js';
import type { Root } from './schemas/schema-walk.js';
import { pascalCase, wordsOf } from './names/words.js';

/**
 * Schemas of all messages, with their direction. Messages that no operation uses count for both
 * directions.
 */
export function messageRoots(api: Api): readonly Root[] {
  const directions = directionsOf(api);
  const binary = binaryMessages(api);
  const roots = api.messages.flatMap((message) =>
    schemasOf(message, binary.has(message)).flatMap((id) =>
      [...(directions.get(message.key) ?? bothDirections)].map((direction): Root => ({
        id,
        direction,
      })),
    ),
  );
  const handshakes = api.channels.flatMap(({ handshake, parameters }) => [
    ...[handshake?.query, handshake?.headers].filter((id) => id !== undefined),
    ...parameters.flatMap(({ schema }) => schema ?? []),
  ]);
  return [...roots, ...handshakes.map((id): Root => ({ id, direction: 'send' }))];
}

/** Schemas of messages and channels, with name candidates. Every payload gets an exported name. */
export function messageContexts(api: Api): readonly ContextSchema[] {
  const binary = binaryMessages(api);
  const messages = api.messages.flatMap((message): ContextSchema[] => {
    const { key, name, payload, headers } = message;
    const payloadSchema = binary.has(message) ? undefined : payload;
    return [
      ...contextOf(api, payloadSchema, candidates(key, name, 'Message', 'Payload')),
      ...contextOf(api, headers, candidates(key, name, 'Headers', 'MessageHeaders')),
    ];
  });
  const channels = api.channels.flatMap(({ key, name, handshake, parameters }) => [
    ...contextOf(api, handshake?.query, candidates(key, name, 'Query', 'HandshakeQuery')),
    ...contextOf(api, handshake?.headers, candidates(key, name, 'HandshakeHeaders')),
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

/** Name request of a schema. A schema that is only a reference is named after its target. */
function contextOf(
  api: Api,
  id: SchemaId | undefined,
  names: readonly string[],
): readonly ContextSchema[] {
  if (id === undefined) return [];
  const context = { id, candidates: names };
  return referenceOnly(api.schemas, id) === undefined
    ? [{ ...context, alwaysNamed: true }]
    : [context];
}

/** Candidates such as `TickerMessage`, with the full key as the fallback. */
function candidates(key: string, name: string, ...kinds: readonly string[]): readonly string[] {
  const own = wordsOf(name);
  const full = pascalCase(wordsOf(key.replace(/^[a-z]+:/u, '')));
  return [pascalCase(own), full].flatMap((base) =>
    kinds.map((kind) => (base.endsWith(kind) ? base : base + kind)),
  );
}

const bothDirections: ReadonlySet<Root['direction']> = new Set(['send', 'receive']);

/**
 * Directions of each message, from the client's point of view. Replies have the opposite direction.
 */
function directionsOf(api: Api): ReadonlyMap<string, ReadonlySet<Root['direction']>> {
  const directions = new Map<string, Set<Root['direction']>>();
  const add = (key: string, direction: Root['direction']): void => {
    const known = directions.get(key);
    if (known === undefined) directions.set(key, new Set([direction]));
    else known.add(direction);
  };
  for (const { to, messages, reply } of api.flows) {
    const [forward, backward] =
      to === 'server' ? (['send', 'receive'] as const) : (['receive', 'send'] as const);
    for (const key of messages) add(key, forward);
    for (const key of reply?.messages ?? []) add(key, backward);
  }
  return directions;
}

/** Binary messages of feeds and brokers, which need no type. */
function binaryMessages(api: Api): ReadonlySet<Message> {
  const feeds = new Set(
    api.connections.flatMap(({ protocol, channels }) =>
      protocol === 'websocket' || protocol === 'broker' ? channels : [],
    ),
  );
  const feedMessages = new Set(
    api.channels.flatMap(({ key, messages }) =>
      feeds.has(key) ? messages.map(({ message }) => message) : [],
    ),
  );
  return new Set(
    api.messages.filter(
      (message) => feedMessages.has(message.key) && isBinaryMessage(api.schemas, message),
    ),
  );
}

function schemasOf({ payload, headers }: Message, isBytes: boolean): readonly SchemaId[] {
  return [isBytes ? undefined : payload, headers].filter((id) => id !== undefined);
}
