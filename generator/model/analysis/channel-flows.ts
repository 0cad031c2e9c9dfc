import type { Api } from '../api.js';
import type { Flow, Message } from '../message.js';

/** Flows by the channels of their messages and replies, and their order in the description. */
interface FlowIndex {
  readonly byChannel: ReadonlyMap<string, readonly Flow[]>;
  readonly order: ReadonlyMap<Flow, number>;
}

const indexes = new WeakMap<Api['flows'], FlowIndex>();

/**
 * Flows whose messages or replies travel over one of the channels, in the order of the description.
 * A description may have thousands of channels, each with its own flows.
 */
export function flowsOver(
  { flows }: Pick<Api, 'flows'>,
  channels: Iterable<string>,
): readonly Flow[] {
  const { byChannel, order } = indexOf(flows);
  const found = new Set<Flow>();
  for (const channel of channels) for (const flow of byChannel.get(channel) ?? []) found.add(flow);
  return [...found].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
}

function indexOf(flows: Api['flows']): FlowIndex {
  const known = indexes.get(flows);
  if (known !== undefined) return known;
  const byChannel = new Map<string, Flow[]>();
  for (const flow of flows) {
    for (const channel of new Set([flow.channel, flow.reply?.channel ?? flow.channel])) {
      const others = byChannel.get(channel);
      if (others === undefined) byChannel.set(channel, [flow]);
      else others.push(flow);
    }
  }
  const index = { byChannel, order: new Map(flows.map((flow, at) => [flow, at])) };
  indexes.set(flows, index);
  return index;
}

const positions = new WeakMap<Api['messages'], ReadonlyMap<string, number>>();

/** Messages with these keys, in the order of the description. */
export function messagesWith(
  { messages }: Pick<Api, 'messages'>,
  keys: Iterable<string>,
): readonly Message[] {
  let known = positions.get(messages);
  if (known === undefined) {
    known = new Map(messages.map(({ key }, at) => [key, at]));
    positions.set(messages, known);
  }
  const found = new Set<number>();
  for (const key of keys) {
    const at = known.get(key);
    if (at !== undefined) found.add(at);
  }
  return [...found].sort((a, b) => a - b).flatMap((at) => messages[at] ?? []);
}
