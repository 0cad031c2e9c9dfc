import type { Channel } from '../feed.js';
import type { FeedConnection } from './connection.js';

/** Number of subscriptions of each caller to each key, over all connections. */
export class SubscriptionCounts {
  readonly #counts = new Map<string, number>();

  of(connection: FeedConnection, caller: string, channel: Channel, key: string): number {
    return this.#counts.get(countKey(connection, caller, channel, key)) ?? 0;
  }

  add(connection: FeedConnection, caller: string, channel: Channel, key: string): void {
    const at = countKey(connection, caller, channel, key);
    this.#counts.set(at, (this.#counts.get(at) ?? 0) + 1);
  }

  remove(connection: FeedConnection, caller: string, channel: Channel, key: string): void {
    const at = countKey(connection, caller, channel, key);
    const remaining = (this.#counts.get(at) ?? 0) - 1;
    if (remaining <= 0) this.#counts.delete(at);
    else this.#counts.set(at, remaining);
  }
}

function countKey(
  { address }: FeedConnection,
  caller: string,
  channel: Channel,
  key: string,
): string {
  return JSON.stringify([address.id, caller, channel.key, key]);
}
