import type { FixMessage } from '../../message/codec.js';
import { type AsyncQueue, createAsyncQueue } from '../async-queue.js';
import type { FixInbound } from './inbound-queue.js';

/** Iterators of a program over the messages of a session. Each receives every message from its creation on. */
export interface MessageReaders<Message extends FixMessage> {
  readonly isEmpty: boolean;
  /** Adds a reader. At most `capacity` messages wait for it before the peer has to wait. */
  add(capacity: number): AsyncIterableIterator<FixInbound<Message>>;
  /** Passes a message to all readers. Returns a promise if the next message should wait for a slow one. */
  push(inbound: FixInbound<Message>): Promise<void> | undefined;
  /** Ends all readers, after the messages that they have received. */
  end(): void;
}

/** Creates a set of readers, which is empty at first. */
export function createMessageReaders<Message extends FixMessage>(): MessageReaders<Message> {
  const readers = new Set<AsyncQueue<FixInbound<Message>>>();
  return {
    get isEmpty() {
      return readers.size === 0;
    },
    add(capacity) {
      const reader: AsyncQueue<FixInbound<Message>> = createAsyncQueue(capacity, () =>
        readers.delete(reader),
      );
      readers.add(reader);
      return reader;
    },
    push(inbound) {
      if (readers.size === 0) return undefined;
      const waits = [...readers].flatMap((reader) => reader.push(inbound) ?? []);
      return waits.length === 0 ? undefined : Promise.all(waits).then(() => undefined);
    },
    end() {
      for (const reader of readers) reader.end();
    },
  };
}
