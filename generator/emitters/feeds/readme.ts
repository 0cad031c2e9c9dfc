import template from '../../../templates/feeds/readme.hbs';
import { isBinaryMessage } from '../../model/analysis/binary-schema.js';
import type { AddressValue } from '../../model/feed-address.js';
import type { Flow, Message } from '../../model/message.js';
import type { Plan, SecurityPlan } from '../../plan/plan.js';
import {
  type Text,
  code,
  empty,
  identifier,
  propertyKey,
  stringLiteral,
} from '../../printer/code.js';
import { printInTemplate } from '../../printer/print.js';
import type { Pages, View } from '../../printer/template.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { importedNames } from '../../typescript/examples/imports.js';
import { credentialOf, exampleCredentials } from '../../typescript/examples/credentials.js';
import { exampleVerifiers } from '../../typescript/examples/verifiers.js';
import { markdownCode, markdownLine } from '../../typescript/markdown.js';
import type { ReadmePart } from '../emitter.js';
import { fixKey } from '../fix/plan.js';
import type { FeedPlan } from './plan.js';

/** README section about the WebSocket feeds, with a table of the messages. */
export function feedsReadme(
  feeds: readonly FeedPlan[],
  plan: Plan,
  pages: Pages,
): ReadmePart | undefined {
  const [feed] = feeds;
  const messages =
    plan.partOf(fixKey) === undefined
      ? plan.api.messages.map((each) => messageRow(plan, each))
      : [];
  if (feed === undefined && messages.length === 0) return undefined;
  return {
    text: pages.render('feeds/readme', template, {
      messages,
      feed: feed !== undefined && feedView(plan, feed),
      otherFeeds: feeds.slice(1).map(({ client, server }) => ({
        client: identifier(client.name),
        server: identifier(server.name),
      })),
    }),
  };
}

/** Examples with a client and a server of a feed. */
function feedView({ package: { name }, security }: Plan, feed: FeedPlan): View {
  const { parameters = [], query = [] } = feed.address ?? {};
  const channel =
    feed.channels.find(({ auth, heartbeat }) => auth !== 'required' && heartbeat === undefined) ??
    feed.channels[0];
  const book = feed.channels.find((each) => each.book !== undefined);
  // The examples use one of several schemes.
  const schemes = security
    .filter((each) => feed.control?.auth !== undefined && signsMessages(each))
    .slice(0, 1);
  const [scheme] = schemes;
  const { factories, environment } = exampleCredentials(schemes);
  const verifiers = exampleVerifiers(schemes);
  const requiredQuery = query.filter(({ required }) => required);
  const module = stringLiteral(name);
  const serverModule = stringLiteral(`${name}/feed-server`);
  const client = identifier(feed.client.name);
  const server = identifier(feed.server.name);
  return {
    module,
    checksModule: stringLiteral(`${name}/feed-checks`),
    serverModule,
    client,
    server,
    checks: identifier(feed.checks.name),
    clientImports: importedNames([client, ...factories], module),
    serverImports: importedNames([server, ...verifiers.factories], serverModule),
    environment,
    credential: scheme === undefined ? empty : credentialOf(scheme, '  credentials: '.length, 2),
    hasServer: feed.servers.length > 0,
    parameters: parameters.length === 0 ? empty : addressLiteral(parameters),
    query: requiredQuery.length === 0 ? empty : addressLiteral(requiredQuery),
    channel: channel === undefined ? empty : stringLiteral(channel.name),
    keyed: channel?.channel.feed.subscription?.keys !== undefined,
    requiresKeys: channel?.channel.feed.subscription?.keys?.required === true,
    bookMethod: book?.book?.kind === 'orders' ? code`orderBook` : code`levelBook`,
    bookChannel: book === undefined ? empty : stringLiteral(book.name),
    channels: feed.channels.map((each) => ({ key: propertyKey(each.name) })),
    sharedEntry: verifiers.sharedEntry,
    verifier: verifiers.verifiers[0]?.verifier ?? empty,
    needsVerifier: feed.demandsCredentials && schemes.length === 0,
    operations: feed.operations.map((operation) => ({
      key: propertyKey(operation.name),
      replies: operation.reply !== undefined,
    })),
  };
}

function signsMessages({ scheme, factory, verifier }: SecurityPlan): boolean {
  return scheme.hmac?.place === 'message' && factory !== undefined && verifier !== undefined;
}

function addressLiteral(values: readonly AddressValue[]): Text {
  const entries = values.map(({ name, type, enum: [first] = [], minimum = 1 }) => {
    const fallback = type === 'string' ? '…' : type === 'boolean' ? true : minimum;
    return [name, first ?? fallback] as const;
  });
  return printInTemplate(dataLiteral(Object.fromEntries(entries)), { column: 40 });
}

/** Row of a message: name, receiver, type and summary. */
function messageRow(plan: Plan, message: Message): View {
  return {
    name: markdownCode(message.name),
    receivers: markdownCode(receiversOf(plan, message)),
    type: typeOf(plan, message),
    summary: markdownLine(message.summary ?? message.title ?? ''),
  };
}

/** Receivers of a message: one side or both. */
function receiversOf({ api }: Plan, { key }: Message): string {
  return [...(receiversIn(api.flows).get(key) ?? [])].sort().join(', ');
}

const knownReceivers = new WeakMap<readonly Flow[], ReadonlyMap<string, ReadonlySet<string>>>();

/** Receivers by message. A description may have thousands of messages, each with its own flow. */
function receiversIn(flows: readonly Flow[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = knownReceivers.get(flows);
  if (known !== undefined) return known;
  const receivers = new Map<string, Set<string>>();
  const add = (key: string, receiver: string): void => {
    receivers.set(key, (receivers.get(key) ?? new Set<string>()).add(receiver));
  };
  for (const { to, messages, reply } of flows) {
    for (const key of messages) add(key, to);
    for (const key of reply?.messages ?? []) add(key, to === 'client' ? 'server' : 'client');
  }
  knownReceivers.set(flows, receivers);
  return receivers;
}

function typeOf(plan: Plan, message: Message): Text {
  const { payload } = message;
  if (isBinaryMessage(plan.api.schemas, message)) return code`Uint8Array`;
  const type =
    payload === undefined
      ? undefined
      : plan.typeOf(payload, { direction: 'both', representation: 'value' });
  return type === undefined ? empty : identifier(type.name);
}
