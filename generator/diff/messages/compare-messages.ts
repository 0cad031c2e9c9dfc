import type { ChangeCollector } from '../collect-changes.js';
import { compareChannels } from './compare-channels.js';
import { compareFlows } from './compare-flows.js';
import { compareMessagesOf } from './compare-payloads.js';
import { compareMessageServers } from './compare-servers.js';
import { pairChannels } from './pair-nodes.js';
import { sidesOfFlow } from '../change.js';

/** Compares servers, channels, flows and messages. */
export function compareMessages(collector: ChangeCollector): void {
  const { old, next } = collector;
  compareMessageServers(collector);
  const channels = pairChannels(old, next);
  compareChannels(channels, collector);
  compareFlows(channels, collector);
  // A client receives the messages of channels without operations, as far as anybody can tell.
  const directed = [old, next].map(({ flows }) => new Set(flows.map(({ channel }) => channel)));
  for (const [before, after] of channels.pairs)
    if (directed[0]?.has(before.key) !== true && directed[1]?.has(after.key) !== true)
      compareMessagesOf(
        before.messages.map(({ message }) => message),
        after.messages.map(({ message }) => message),
        {
          subject: `channel ${after.name}`,
          sides: sidesOfFlow('client'),
          old: before.origin,
          next: after.origin,
          nodes: {
            oldMessaging: { channel: before.key },
            nextMessaging: { channel: after.key },
          },
        },
        collector,
      );
}
