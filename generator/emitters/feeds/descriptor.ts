import type {
  ControlAnswer,
  FeedBook,
  FeedRates,
  FeedSequence,
  FeedSlowConsumer,
  FeedSubscription,
} from '../../model/feed.js';
import type { Json } from '../../model/schema.js';
import type { AddressValue } from '../../model/feed-address.js';
import type {
  EventMessagePlan,
  FeedAddressArgumentsPlan,
  FeedChannelPlan,
  FeedControlPlan,
  FeedPlan,
} from './plan.js';
import type { Plan } from '../../plan/plan.js';
import { type Data, PatternText } from '../../typescript/data-literal.js';
import type { FileScope } from '../../printer/source-file.js';
import { integersAt } from '../conversions/plan.js';

/** Data shared by client and server of a feed: a `FeedDescriptor` of the runtime. */
export function feedDescriptor(plan: Plan, scope: FileScope, feed: FeedPlan): Data {
  const { api } = plan;
  const { control } = feed;
  return {
    title: api.title,
    version: api.version,
    servers: feed.servers.map(({ name, url, demandsCredentials, scopes, rates }) => ({
      name,
      url,
      auth: demandsCredentials ? 'required' : undefined,
      scopes: describeScopes(scopes),
      limits: unlessEmpty(describeRates(rates)),
    })),
    variables: record(feed.variables, ({ name, default: fallback, enum: values }) => [
      name,
      { default: fallback, enum: values },
    ]),
    address: feed.address === undefined ? undefined : describeAddress(feed.address),
    messages: record(feed.messages, ({ message, binary, to, match, correlation, ...owned }) => [
      messageName(message.key),
      {
        to,
        binary: binary || undefined,
        match: match.map((condition) => ({ ...condition })),
        ownerOnly: owned.ownerOnly,
        ownerValues: owned.ownerValues,
        correlation,
        integers: binary ? undefined : integersAt(plan, scope, message.payload),
      },
    ]),
    channels: record(feed.channels, (channel) => [channel.name, describeChannel(channel)]),
    operations: unlessEmpty(
      record(feed.operations, ({ name, messages, reply }) => [
        name,
        {
          messages: messages.map(({ key }) => messageName(key)),
          reply: reply?.map(({ key }) => messageName(key)),
        },
      ]),
    ),
    events: unlessEmpty(
      record(feed.events?.all ?? [], ({ name, messages }) => [name, describeEvent(messages)]),
    ),
    control: control === undefined ? undefined : describeControl(control),
    heartbeat: describePing(control),
    slowConsumer: describeSlowConsumer(control?.slowConsumer),
    limits: unlessEmpty({ ...control?.control.limits, ...describeRates(control?.rates) }),
  };
}

function describeEvent(messages: readonly EventMessagePlan[]): Data {
  return {
    messages: record(messages, ({ message, channels, optional }) => [
      messageName(message.key),
      {
        channels: record(channels, ({ name, audience }) => [name, audience]),
        optional: optional || undefined,
      },
    ]),
  };
}

function describeAddress({ path, parameters, query }: FeedAddressArgumentsPlan): Data {
  return {
    path,
    parameters: parameters.map(describeValue),
    query:
      query.length === 0
        ? undefined
        : query.map((value) => ({
            ...describeValue(value),
            required: value.required || undefined,
            default: value.default,
          })),
  };
}

/** Describes a value of an address. The default type is `string`. */
function describeValue(value: AddressValue): { readonly [name: string]: Data } {
  const { name, type, enum: values, pattern, minLength, maxLength, minimum, maximum } = value;
  return {
    name,
    type: type === 'string' ? undefined : type,
    enum: values,
    pattern: pattern === undefined ? undefined : new PatternText(pattern),
    minLength,
    maxLength,
    minimum,
    maximum,
    location: value.location,
  };
}

/** Builds an object from items, in their order. */
export function record<Item>(
  items: readonly Item[],
  entry: (item: Item) => readonly [name: string, data: Data],
): { readonly [name: string]: Data } {
  return Object.fromEntries(items.map(entry));
}

/** Name of a message in the descriptor: its key without the kind. */
export function messageName(key: string): string {
  return key.slice('message:'.length);
}

function unlessEmpty(data: { readonly [name: string]: Data }): Data {
  return Object.values(data).some((value) => value !== undefined) ? data : undefined;
}

function describeScopes(scopes: readonly (readonly string[])[]): Data | undefined {
  return scopes.length === 0 ? undefined : scopes.map((needed) => [...needed]);
}

function describeChannel({
  channel,
  name,
  messages,
  auth,
  scopes,
  book,
  heartbeat,
}: FeedChannelPlan): Data {
  const { subscription, sequence, interval, conflate, slowConsumer } = channel.feed;
  const { match = [], keys } = subscription ?? {};
  const keyPointers = new Map(subscription?.messageKeys);
  const sequencePointers = new Map(sequence?.messages);
  return {
    name: subscription?.name ?? name,
    ...describeNames(subscription),
    messages: record(messages, ({ key }) => [
      messageName(key),
      { key: keyPointers.get(key), sequence: sequencePointers.get(key) },
    ]),
    match: match.length === 0 ? undefined : match.map((condition) => ({ ...condition })),
    keys:
      keys === undefined
        ? undefined
        : {
            name: keys.name,
            pointer: keys.pointer,
            required: keys.required ? true : undefined,
          },
    auth,
    scopes: describeScopes(scopes),
    sequence: describeSequence(sequence),
    book: book === undefined ? undefined : describeBook(book),
    heartbeat:
      heartbeat === undefined
        ? undefined
        : {
            message: messageName(heartbeat.message.key),
            interval: heartbeat.interval,
            template: dataOf(heartbeat.template),
            isPartial: heartbeat.isPartial ? true : undefined,
          },
    interval,
    conflate:
      conflate === undefined
        ? undefined
        : { mode: conflate.mode, key: conflate.key, list: conflate.list, row: conflate.row },
    slowConsumer: describeSlowConsumer(slowConsumer),
  };
}

function describeNames(subscription: FeedSubscription | undefined): {
  readonly [name: string]: Data;
} {
  const { aliases = [], echo } = subscription ?? {};
  return { aliases: aliases.length === 0 ? undefined : aliases, echo };
}

function describeSequence(sequence: FeedSequence | undefined): Data {
  if (sequence === undefined) return undefined;
  const { pointer, scope, mode } = sequence;
  return { pointer, scope, mode };
}

function describeBook(book: FeedBook): Data {
  const { message, ...snapshot } = book.snapshot;
  const common = {
    snapshot: { message: message === undefined ? undefined : messageName(message), ...snapshot },
    resync: book.resync === 'resubscribe' ? book.resync : { operation: book.resync.operation },
  };
  if (book.kind === 'levels') {
    const { message: update, ...rows } = book.update;
    return { kind: 'levels', ...common, update: { message: messageName(update), ...rows } };
  }
  return {
    kind: 'orders',
    ...common,
    updates: record(book.updates, ({ message: key, does, values }) => [
      messageName(key),
      { does, ...values },
    ]),
  };
}

function describeControl({ control, template, auth }: FeedControlPlan): Data {
  const { subscribe, unsubscribe, subscribed, unsubscribed, error } = control;
  return {
    subscribe: {
      message: messageName(subscribe.message),
      template: dataOf(template),
      read: { ...subscribe.read, auth },
    },
    unsubscribe:
      unsubscribe === undefined
        ? undefined
        : {
            message: messageName(unsubscribe.message),
            template: dataOf(unsubscribe.template),
            read: { ...unsubscribe.read },
          },
    subscribed: describeAnswer(subscribed),
    unsubscribed: describeAnswer(unsubscribed),
    error:
      error === undefined
        ? undefined
        : {
            message: messageName(error.message),
            match: dataOf(error.match),
            text: error.text,
            reason: error.reason,
            code: error.code,
            template: dataOf(error.template),
          },
  };
}

function describeAnswer(answer: ControlAnswer | undefined): Data {
  if (answer === undefined) return undefined;
  const { message, match, list, template, item, each } = answer;
  return {
    message: messageName(message),
    match: dataOf(match),
    list: list === undefined ? undefined : { ...list },
    template: dataOf(template),
    item: dataOf(item),
    each,
  };
}

function describePing(control: FeedControlPlan | undefined): Data {
  const { interval, ping } = control?.heartbeat ?? {};
  if (interval === undefined && ping === undefined) return undefined;
  return {
    interval,
    ping:
      ping === undefined
        ? undefined
        : { message: messageName(ping.message), template: dataOf(ping.template) },
  };
}

function describeSlowConsumer(slow: FeedSlowConsumer | undefined): Data {
  if (slow === undefined) return undefined;
  const { policy, limit, notice, code } = slow;
  return {
    policy,
    limit,
    notice:
      notice === undefined
        ? undefined
        : { message: messageName(notice.message), template: dataOf(notice.template) },
    code,
  };
}

function describeRates(rates: FeedRates | undefined): { readonly [name: string]: Data } {
  const { messages, connections } = rates ?? {};
  return {
    messages:
      messages === undefined
        ? undefined
        : {
            rate: messages.rate,
            burst: messages.burst,
            per: messages.per === 'ip' ? 'ip' : undefined,
          },
    connections: connections === undefined ? undefined : { ...connections },
  };
}

/** JSON of the document, which is valid data. */
function dataOf(json: Json | undefined): Data {
  return json;
}
