import { brokersKey, type BrokersPlan } from '../emitters/brokers/plan.js';
import { feedsOf, type FeedPlan } from '../emitters/feeds/plan.js';
import type { Api } from '../model/api.js';
import type { Message } from '../model/message.js';
import type { Plan } from '../plan/plan.js';
import type { ChangedMessaging, ChangedNodes } from './change.js';
import type { ChangedExport } from './exports.js';

/** Names of feeds, publishers and subscribers of one package. */
export interface MessageNames {
  /** Beginning of the names of classes that nobody knows, because the name of the package is unknown. */
  readonly unknown: string;
  readonly feeds: readonly FeedPlan[];
  readonly brokers: BrokersPlan | undefined;
}

/** Collects the names of feeds, publishers and subscribers. */
export function messageNamesOf(plan: Plan): MessageNames {
  return {
    unknown: plan.package.kind === 'package' ? '' : plan.baseName,
    feeds: feedsOf(plan),
    brokers: plan.partOf(brokersKey),
  };
}

/** Payload schemas of the messages that changed, behind references. */
export function payloadsOf(
  old: MessagesAndSchemas,
  next: MessagesAndSchemas,
  { oldMessaging, nextMessaging }: ChangedNodes,
): { readonly old: PayloadSchema; readonly next: PayloadSchema } {
  const find = (
    { messages, schemas }: MessagesAndSchemas,
    key: ChangedMessaging['message'],
  ): PayloadSchema => {
    let id = key === undefined ? undefined : messages.find((each) => each.key === key)?.payload;
    for (const seen = new Set<PayloadSchema>(); id !== undefined && !seen.has(id); seen.add(id)) {
      const schema = schemas.get(id);
      const target = schema?.kind === 'keywords' ? schema.keywords.$ref : undefined;
      if (target === undefined) break;
      id = target;
    }
    return id;
  };
  return {
    old: find(old, oldMessaging?.message),
    next: find(next, nextMessaging?.message),
  };
}

type MessagesAndSchemas = Pick<Api, 'messages' | 'schemas'>;
type PayloadSchema = Message['payload'];

/** Methods of publishers, subscribers and clients of feeds, and members of the channels of feeds. */
export function messageExports(
  before: MessageNames,
  after: MessageNames,
  { oldMessaging, nextMessaging }: ChangedNodes,
): readonly ChangedExport[] {
  const [old, next] = [membersOf(before, oldMessaging), membersOf(after, nextMessaging)];
  // A part that is new or gone has members on one side, and all of them are.
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((key): readonly ChangedExport[] => {
    const [left, right] = [old.get(key), next.get(key)];
    const found = right ?? left;
    if (found === undefined) return [];
    if (left === undefined) return [{ ...found, change: 'added' }];
    if (right === undefined) return [{ ...found, change: 'removed' }];
    const isSame = textOf(left) === textOf(right);
    return [
      isSame
        ? { ...right, change: 'changed' }
        : { ...right, change: 'renamed', before: textOf(left) },
    ];
  });
}

type Member = Pick<ChangedExport, 'name' | 'kind' | 'member'>;

function textOf({ name, member }: Member): string {
  return member === undefined ? name : `${name}.${member}`;
}

/**
 * Members that a part of messaging has in the package, by what they are. A flow, or a channel that is no flow, has the same key in both packages,
 * whatever it is called.
 */
function membersOf(
  names: MessageNames,
  changed: ChangedMessaging | undefined,
): ReadonlyMap<string, Member> {
  if (changed === undefined) return new Map();
  const { unknown } = names;
  const all = [...brokerMembers(names, changed), ...feedMembers(names, changed)];
  return new Map(
    all.map(([key, member]) => {
      const { name } = member;
      const known = name.startsWith(unknown) ? name.slice(unknown.length) : name;
      return [key, { ...member, name: known }];
    }),
  );
}

function* brokerMembers(
  { brokers }: MessageNames,
  { channel, flow }: ChangedMessaging,
): Generator<readonly [string, Member]> {
  const found = (brokers?.operations ?? []).filter((each) =>
    flow === undefined
      ? each.channel === channel || each.replyChannel === channel
      : each.flow === flow,
  );
  for (const { method, name, flow: own } of found) {
    const key = flow !== undefined || own === undefined ? '' : name;
    for (const side of ['publisher', 'subscriber'] as const) {
      const type = brokers?.[side];
      if (type !== undefined)
        yield [`${side} ${key}`, { name: `${type.name}.${method}`, kind: 'method' }];
    }
  }
}

function* feedMembers(
  { feeds }: MessageNames,
  { channel, flow }: ChangedMessaging,
): Generator<readonly [string, Member]> {
  for (const feed of feeds) {
    const sent = feed.operations.filter((each) =>
      flow === undefined ? each.flow.channel === channel : each.flow.key === flow,
    );
    for (const { method, name } of sent) {
      const key = flow === undefined ? name : '';
      yield [`feed ${key}`, { name: `${feed.client.name}.${method}`, kind: 'method' }];
    }
    const received = feed.channels.find((each) => each.channel.key === channel);
    // A flow to the server has a method instead.
    if (received !== undefined && (flow === undefined || sent.length === 0))
      yield ['channel', { name: feed.channelsType.name, kind: 'type', member: received.name }];
  }
}
