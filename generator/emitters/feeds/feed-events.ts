import { parsePointer } from '../../core/pointer.js';
import {
  isOwnerOnly,
  ownerOnlyProperties,
  ownerValueProperties,
} from '../../model/analysis/owner-only.js';
import type { Api } from '../../model/api.js';
import type { EventMessage } from '../../model/feed.js';
import type { Channel, Message } from '../../model/message.js';
import type { EventMessagePlan, FeedChannelPlan, FeedEventPlan } from './plan.js';

/** Plans the events with messages on the channels of a feed. */
export function planEvents(
  api: Api,
  channels: readonly FeedChannelPlan[],
): readonly FeedEventPlan[] {
  return (api.events ?? []).flatMap(({ name, description, messages }) => {
    const planned = messages.flatMap((message) => planEventMessage(api, channels, message));
    if (planned.length === 0) return [];
    return [{ name, ...(description === undefined ? {} : { description }), messages: planned }];
  });
}

/** True if an event has a message on one of the channels. */
export function hasEvents({ events = [] }: Api, channels: readonly Channel[]): boolean {
  const keys = new Set<string>(channels.map(({ key }) => key));
  return events.some(({ messages }) =>
    messages.some((message) => message.channels.some((key) => keys.has(key))),
  );
}

/** Properties of a message that only owners receive; `true` if only owners receive the message. */
export function ownerOnlyOf(api: Api, message: Message): true | readonly string[] {
  if (isOwnerOnly(message)) return true;
  return ownerOnlyProperties(api.schemas, message).map(({ name }) => name);
}

/** Properties of a message of which owners may receive another value. */
export function ownerValuesOf(api: Api, message: Message): readonly string[] {
  return ownerValueProperties(api.schemas, message).map(({ name }) => name);
}

function planEventMessage(
  api: Api,
  feedChannels: readonly FeedChannelPlan[],
  { message: key, channels: keys, optional }: EventMessage,
): readonly EventMessagePlan[] {
  const message = api.messages.find((each) => each.key === key);
  const carriers = keys.flatMap(
    (channelKey) => feedChannels.find(({ channel }) => channel.key === channelKey) ?? [],
  );
  if (message === undefined || carriers.length === 0) return [];
  const ownerOnly = ownerOnlyOf(api, message);
  const required = new Set<string>();
  const channels = carriers.map(({ name, channel }) => {
    const demanded = demandedProperties(channel).filter(
      (property) => ownerOnly !== true && ownerOnly.includes(property),
    );
    for (const property of demanded) required.add(property);
    const isForOwners = ownerOnly === true || demanded.length > 0;
    return { name, audience: isForOwners ? ('owners' as const) : ('all' as const) };
  });
  const ownerValues = ownerValuesOf(api, message);
  const requiredOfOwners = [...required];
  return [{ message, channels, optional, ownerOnly, ownerValues, requiredOfOwners }];
}

/** Properties that the messages of a channel must have. */
function demandedProperties({ feed }: FeedChannelPlan['channel']): readonly string[] {
  return (feed.subscription?.match ?? []).flatMap((condition) => {
    if ('present' in condition && !condition.present) return [];
    const [name, ...rest] = parsePointer(condition.pointer) ?? [];
    return name === undefined || rest.length > 0 ? [] : [name];
  });
}
