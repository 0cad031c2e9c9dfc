import type { Api } from '../../model/api.js';
import type { AddressTemplate, Channel, Flow, Message } from '../../model/message.js';
import { tokensOf } from '../../core/origin.js';

/** Nodes of two descriptions that are the same to programs, and those without a partner. */
export interface Pairing<Node> {
  readonly pairs: readonly (readonly [old: Node, next: Node])[];
  readonly removed: readonly Node[];
  readonly added: readonly Node[];
}

/** Keys by which nodes are the same. A key that several nodes of a side have tells nothing. */
type KeyOf<Node> = readonly [
  old: (node: Node) => string | undefined,
  next: (node: Node) => string | undefined,
];

function pairNodes<Node>(
  olds: readonly Node[],
  nexts: readonly Node[],
  keys: readonly KeyOf<Node>[],
): Pairing<Node> {
  const pairs: (readonly [Node, Node])[] = [];
  let [removed, added] = [olds, nexts];
  for (const [oldKey, nextKey] of keys) {
    const byKey = unique(added, nextKey);
    const found = new Set<Node>();
    for (const [key, old] of unique(removed, oldKey)) {
      const next = byKey.get(key);
      if (next === undefined) continue;
      pairs.push([old, next]);
      found.add(old).add(next);
    }
    removed = removed.filter((node) => !found.has(node));
    added = added.filter((node) => !found.has(node));
  }
  return { pairs, removed, added };
}

function unique<Node>(
  nodes: readonly Node[],
  keyOf: (node: Node) => string | undefined,
): ReadonlyMap<string, Node> {
  const found = new Map<string, Node | undefined>();
  for (const node of nodes) {
    const key = keyOf(node);
    if (key !== undefined) found.set(key, found.has(key) ? undefined : node);
  }
  return new Map([...found].flatMap(([key, node]) => (node === undefined ? [] : [[key, node]])));
}

/** The address as a program sends it: names of parameters do not travel. `undefined` if it is only known at run time. */
export function addressForm(address: AddressTemplate | null): string | undefined {
  return address?.parts.map((part) => (typeof part === 'string' ? part : '{}')).join('');
}

/**
 * Pairs channels by what travels: by their addresses, and by their names where addresses do not tell. AsyncAPI 2 names a channel by its
 * address, and AsyncAPI 3 by a key of its own.
 */
export function pairChannels(old: Api, next: Api): Pairing<Channel> {
  const form = ({ address }: Channel): string | undefined => addressForm(address);
  const formAndName = (channel: Channel): string => `${form(channel) ?? ''}\n${channel.name}`;
  const name = (channel: Channel): string => channel.name;
  return pairNodes(old.channels, next.channels, [
    [formAndName, formAndName],
    [form, form],
    [name, name],
  ]);
}

/** Pairs flows in the same direction over the same channel: by their names, by their messages, or because no other is left. */
export function pairFlows(old: Api, next: Api, channels: Pairing<Channel>): Pairing<Flow> {
  const translated = new Map(channels.pairs.map(([before, after]) => [before.key, after.key]));
  const keyOf =
    (part: (flow: Flow) => string): KeyOf<Flow>[1] =>
    (flow) =>
      `${flow.channel}\n${flow.to}\n${part(flow)}`;
  const keysOf = (part: (flow: Flow) => string): KeyOf<Flow> => {
    const key = keyOf(part);
    return [
      (flow) => {
        const channel = translated.get(flow.channel);
        return channel === undefined ? undefined : key({ ...flow, channel });
      },
      key,
    ];
  };
  return pairNodes(old.flows, next.flows, [
    keysOf(({ name }) => name),
    keysOf(({ messages }) => [...messages].sort().join('\n')),
    keysOf(() => ''),
  ]);
}

/** Pairs the messages of a flow: by their names, by their components, or because there is only one. */
export function pairMessages(
  olds: readonly Message[],
  nexts: readonly Message[],
): Pairing<Message> {
  const key = (message: Message): string => message.key;
  const isSole = olds.length === 1 && nexts.length === 1;
  const sole = (): string | undefined => (isSole ? '' : undefined);
  return pairNodes(olds, nexts, [
    [key, key],
    [componentOf, componentOf],
    [sole, sole],
  ]);
}

function componentOf({ origin }: Message): string | undefined {
  const tokens = tokensOf(origin);
  return tokens[0] === 'components' ? tokens.join('\n') : undefined;
}
