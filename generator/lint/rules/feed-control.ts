import { flowsOver } from '../../model/analysis/channel-flows.js';
import { defineError, defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import type { FeedControl } from '../../model/feed.js';
import type { Channel, Flow } from '../../model/message.js';
import { feedsOf } from '../feeds.js';
import type { Rule } from '../rule.js';

const feedControl: DiagnosticType<{
  duplicate: void;
  name: { name: string };
  missing: void;
  keys: { name: string };
}> = defineError('feed-control', {
  duplicate: () => 'the connection has another "x-control"',
  name: ({ name }) => `"${name}" is also the name of another channel of the connection`,
  missing: () => 'no channel of the connection has "x-control"',
  keys: ({ name }) => `"subscribe" of "x-control" does not read keys with the name "${name}"`,
});

const ineffectiveControl: DiagnosticType<{ default: void }> = defineWarning('ineffective-control', {
  default: () => '"x-control" has no effect on a connection that is not a WebSocket',
});

const undeliveredMessage: DiagnosticType<{
  operation: { message: string; operation: string };
  subscriber: { name: string };
}> = defineWarning('undelivered-message', {
  operation: ({ message, operation }) =>
    `"${message}" is delivered to the operation "${operation}" only`,
  subscriber: ({ name }) =>
    `clients cannot subscribe to "${name}", which is sent over the channel with "x-control"`,
});

/** The subscription extensions of a connection's channels are consistent. */
export const feedControlRule: Rule = {
  diagnostics: [feedControl, ineffectiveControl, undeliveredMessage],
  check(api, reporter) {
    for (const { channels, control, connection } of feedsOf(api)) {
      const [first, ...others] = channels.filter(({ feed }) => feed.control !== undefined);
      for (const { feed } of others) {
        if (feed.control === undefined || first?.feed.control === undefined) continue;
        reporter.report(feedControl.duplicate(), feed.control.origin, {
          related: [{ message: 'the first is here', origin: first.feed.control.origin }],
        });
      }
      if (control !== undefined && connection.protocol !== 'websocket')
        reporter.report(ineffectiveControl.default(), control.origin, {
          hint: 'name a server with "protocol: wss"',
        });
      checkNames(channels, reporter);
      for (const channel of channels) checkSubscription(channel, control, reporter);
      if (first !== undefined) checkUnhandled(api, first, reporter);
      if (connection.protocol === 'websocket') checkReceivers(api, connection.channels, reporter);
    }
  },
};

/** Each message to the server belongs to one operation, because nothing else identifies the operation. */
function checkReceivers(api: Api, channels: readonly string[], reporter: Reporter): void {
  const receivers = new Map<string, Flow>();
  for (const flow of flowsOver(api, channels)) {
    if (!channels.includes(flow.channel) || flow.to !== 'server') continue;
    for (const key of flow.messages) {
      const other = receivers.get(key);
      if (other === undefined) receivers.set(key, flow);
      else
        reporter.report(
          undeliveredMessage.operation({
            message: key.slice('message:'.length),
            operation: other.name,
          }),
          flow.origin,
          { part: 'key', related: [{ message: 'the other operation', origin: other.origin }] },
        );
    }
  }
}

/** Names that clients subscribe by are unique. */
function checkNames(channels: readonly Channel[], reporter: Reporter): void {
  const taken = new Map<string, Channel>();
  for (const channel of channels) {
    const { subscription, control } = channel.feed;
    if (control !== undefined) continue;
    const names = [
      subscription?.name ?? channel.name,
      ...(subscription?.aliases ?? []),
      ...(subscription?.echo === undefined ? [] : [subscription.echo]),
    ];
    for (const name of new Set(names)) {
      const other = taken.get(name);
      if (other === undefined) taken.set(name, channel);
      else
        reporter.report(feedControl.name({ name }), subscription?.origin ?? channel.origin, {
          related: [{ message: `the channel "${other.name}"`, origin: other.origin }],
        });
    }
  }
}

function checkSubscription(
  { feed: { subscription } }: Channel,
  control: FeedControl | undefined,
  reporter: Reporter,
): void {
  if (subscription === undefined) return;
  if (control === undefined) {
    reporter.report(feedControl.missing(), subscription.origin, {
      hint: 'it describes how clients subscribe, and belongs to the channel that they use for that',
    });
    return;
  }
  const { keys, origin } = subscription;
  if (keys === undefined) return;
  const { keys: requestKeys = {}, sharedKeys = {} } = control.subscribe.read;
  const names = [...Object.keys(requestKeys), ...Object.keys(sharedKeys)];
  if (names.includes(keys.name)) return;
  reporter.report(feedControl.keys({ name: keys.name }), childOrigin(origin, 'keys', 'name'), {
    hint:
      names.length === 0
        ? 'write their locations under "read.keys"'
        : `it reads ${[...new Set(names)].map((name) => `"${name}"`).join(', ')}`,
  });
}

/** Every message to the client over a control channel is handled. */
function checkUnhandled(api: Api, { key, feed }: Channel, reporter: Reporter): void {
  const { control, slowConsumer } = feed;
  if (control === undefined) return;
  const handled = new Set<string | undefined>([
    control.subscribed?.message,
    control.unsubscribed?.message,
    control.error?.message,
    slowConsumer?.notice?.message,
  ]);
  for (const flow of flowsOver(api, [key])) {
    if (flow.channel !== key || flow.to !== 'client') continue;
    const unhandled = api.messages.filter(
      (message) => flow.messages.includes(message.key) && !handled.has(message.key),
    );
    for (const { name } of unhandled)
      reporter.report(undeliveredMessage.subscriber({ name }), flow.origin, {
        part: 'key',
        hint: 'describe another channel with the same address',
      });
  }
}
