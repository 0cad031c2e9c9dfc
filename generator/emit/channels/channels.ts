import type { Message } from '../../model/message.js';
import type { FeedPlan } from '../../plan/channels.js';
import type { MatchPlan } from '../../plan/message-match.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, commentLines, join, propertyName } from '../code.js';
import { type Data, dataLiteral, Reference } from '../data-literal.js';
import {
  exportedClass,
  exportedConstant,
  exportedFunction,
  exportedInterface,
} from '../declare.js';
import { createFileScope } from '../file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';
import { typeOf } from '../type-of.js';

/** Clients, servers and checks of the connections over WebSockets: `feed.ts`, `feed-server.ts` and `feed-checks.ts`. */
export function emitFeeds(plan: Plan): readonly SourceFile[] {
  if (plan.feeds.length === 0) return [];
  const [client, server, checks] = ['feed.ts', 'feed-server.ts', 'feed-checks.ts'].map((path) =>
    createFileScope(plan, path),
  ) as [FileScope, FileScope, FileScope];
  return [
    client.finish(
      plan.feeds.flatMap((feed) => [
        descriptor(plan, client, feed),
        channelsType(plan, client, feed),
        clientClass(plan, client, feed),
      ]),
    ),
    server.finish(plan.feeds.map((feed) => serverFunction(server, feed))),
    checks.finish(plan.feeds.map((feed) => checksConstant(plan, checks, feed))),
  ];
}

function descriptor(plan: Plan, scope: FileScope, feed: FeedPlan): Declaration {
  const { title, version } = plan.api;
  const data: Data = {
    title,
    version,
    servers: feed.urls.map((url) => ({ url })),
    variables: record(feed.variables, ({ name, default: fallback, enum: values }) => [
      name,
      { default: fallback, enum: values },
    ]),
    messages: record(feed.messages, ({ message, match }) => [
      nameOf(message),
      { match: match.map(conditionData) },
    ]),
    channels: record(feed.channels, ({ channel, messages }) => [
      channel.name,
      {
        name: channel.name,
        messages: record(messages, (message) => [nameOf(message), {}]),
        auth: 'none',
      },
    ]),
  };
  const name = scope.name(feed.descriptor);
  const type = scope.name(runtimeNames.socket.FeedDescriptor);
  const before = `export const ${name}: ${type} = `.length;
  return exportedConstant(name, type, dataLiteral(data, before), [
    code`What client and server share: where the feed is, its channels, and how messages are told apart.`,
  ]);
}

function conditionData(condition: MatchPlan): Data {
  return { ...condition };
}

function record<Item>(
  items: readonly Item[],
  entry: (item: Item) => readonly [name: string, data: Data],
): Data {
  return Object.fromEntries(items.map(entry));
}

/** A message's key without its kind, as the descriptor names it. */
function nameOf({ key }: Message): string {
  return key.slice('message:'.length);
}

function channelsType(plan: Plan, scope: FileScope, feed: FeedPlan): Declaration {
  return exportedInterface(scope.name(feed.channelsType), {
    docs: [code`What TypeScript knows of each channel.`],
    members: feed.channels.map(({ channel, messages }) => ({
      name: propertyName(channel.name),
      type: code`{ readonly keys: 'none'; readonly message: ${payloads(plan, scope, messages)} }`,
      docs: docsOf(channel.description ?? channel.summary ?? channel.title),
    })),
  });
}

function payloads(plan: Plan, scope: FileScope, messages: readonly Message[]): Code {
  const types = messages.map(({ payload }) =>
    payload === undefined
      ? code`unknown`
      : typeOf(plan, scope, payload, { direction: 'receive', representation: 'value' }),
  );
  return join([...new Set(types)], ' | ');
}

function clientClass(plan: Plan, scope: FileScope, feed: FeedPlan): Declaration {
  const { FeedClient, FeedClientOptions } = runtimeNames.socket;
  return exportedClass(scope.name(feed.client), {
    docs: docsOf(plan.api.description ?? plan.api.title),
    extends: code`${scope.name(FeedClient)}<${scope.name(feed.channelsType)}>`,
    fields: [],
    constructorParameters: [
      { name: code`options`, type: scope.name(FeedClientOptions), optional: true },
    ],
    constructorStatements: [code`super(${scope.name(feed.descriptor)}, options);`],
  });
}

function serverFunction(scope: FileScope, feed: FeedPlan): Declaration {
  const { feedServer, FeedServer, FeedHandlers, FeedServerOptions } = runtimeNames.socketServer;
  const channels = scope.name(feed.channelsType);
  return exportedFunction(scope.name(feed.server), {
    docs: [
      code`A server of the feed. It has no sockets of its own: an adapter of the runtime hands it connections.`,
    ],
    typeParameters: [code`Principal = unknown`],
    parameters: [
      { name: code`handlers`, type: code`${scope.name(FeedHandlers)}<${channels}, Principal>` },
      {
        name: code`options`,
        type: code`${scope.name(FeedServerOptions)}<Principal>`,
        optional: true,
      },
    ],
    returnType: code`${scope.name(FeedServer)}<${channels}, Principal>`,
    statements: [
      code`return ${scope.name(feedServer)}<${channels}, Principal>(${scope.name(feed.descriptor)}, handlers, options);`,
    ],
  });
}

function checksConstant(plan: Plan, scope: FileScope, feed: FeedPlan): Declaration {
  const data: Data = record(feed.messages, ({ message }) => {
    const check =
      message.payload === undefined
        ? undefined
        : plan.checkOf(message.payload, { direction: 'receive', representation: 'value' });
    return [
      nameOf(message),
      check?.exported === true
        ? {
            is: new Reference(scope.name(check.guard)),
            report: new Reference(scope.name(check.report)),
          }
        : undefined,
    ];
  });
  const name = scope.name(feed.checks);
  const type = scope.name(runtimeNames.socket.MessageChecks);
  const before = `export const ${name}: ${type} = `.length;
  return exportedConstant(name, type, dataLiteral(data, before), [
    code`The check of each message, for the options of a client or a server.`,
  ]);
}

function docsOf(text: string | undefined): readonly Code[] {
  return text === undefined || text.trim() === '' ? [] : [join(commentLines(text.trim()), '\n')];
}
