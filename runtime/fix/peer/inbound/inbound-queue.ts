import type { FixMessage } from '../../message/codec.js';
import type { FixHeader } from '../../message/header.js';
import type { FixReceipt } from '../../session/session.js';

/** A message from the peer. */
export interface FixInbound<Message extends FixMessage = FixMessage> {
  readonly message: Message;
  readonly header: FixHeader;
}

/** A message from the peer, as its handler receives it. */
export interface FixHandledMessage<
  Message extends FixMessage = FixMessage,
> extends FixInbound<Message> {
  /** Identifies the message in events of the session and in the rejection that the peer receives if its handler fails. */
  readonly correlationId: string;
  /**
   * Commits the number of this message, and the messages that its handler has sent
   * on the session so far, before the handler finishes. Call it once, at the end of
   * the transaction if there is one. Resolves when the store has written the commit.
   *
   * With a `transaction` of the program's database, the commit becomes part of it: the program's writes, the number and
   * the replies are stored together or not at all. Until the handler finishes, the session commits nothing else and
   * sends no replies. If the handler fails, the session assumes that the transaction is rolled back: it closes the
   * connection, and the message will be received again.
   *
   * Without a transaction, the commit takes effect immediately and the replies are sent. Use this in a handler that
   * continues for a while. Messages that it sends afterwards are sent immediately.
   *
   * @throws {FixError} `usage` if it has been called before, or the handler has finished; `closed` if the message will
   * be received again in any case.
   */
  commit(transaction?: unknown): void | Promise<void>;
}

/** A message that waits for its handler. */
export interface QueuedMessage<Message extends FixMessage> extends FixInbound<Message> {
  readonly receipt: FixReceipt;
}

/** Passes messages to a program, one after another. */
export interface InboundQueue<Message extends FixMessage> {
  /** True if too many messages are waiting. */
  readonly isCrowded: boolean;
  push(inbound: QueuedMessage<Message>): void;
}

/** Callbacks of an inbound queue. */
export interface InboundQueueParts<Message extends FixMessage> {
  /** Processes a message. The next one waits for the promise. */
  readonly take: (inbound: QueuedMessage<Message>) => void | Promise<void>;
  /** Called when the program has processed a message, successfully or not. The next one waits for the promise. */
  readonly done: (
    inbound: QueuedMessage<Message>,
    failure: { readonly error: unknown } | undefined,
  ) => void | Promise<void>;
  /** Called when too many messages are waiting, and when this is no longer the case. */
  readonly crowded: (isCrowded: boolean) => void;
  /** Maximum number of waiting messages. */
  readonly capacity: number;
}

/** Creates a queue that keeps messages in order while the program is processing them. */
export function createInboundQueue<Message extends FixMessage>({
  take,
  done,
  crowded,
  capacity,
}: InboundQueueParts<Message>): InboundQueue<Message> {
  let queue: QueuedMessage<Message>[] = [];
  let first = 0;
  const work = { isBusy: false };
  let isCrowded = false;
  const pump = (): void => {
    while (!work.isBusy && first < queue.length) {
      const inbound = queue[first] as QueuedMessage<Message>;
      first++;
      if (first === queue.length || first > 1024) {
        queue = queue.slice(first);
        first = 0;
      }
      deliver(inbound);
    }
    const isTooMany = queue.length - first > capacity;
    if (isTooMany !== isCrowded) crowded((isCrowded = isTooMany));
  };
  const deliver = (inbound: QueuedMessage<Message>): void => {
    let result: void | Promise<void>;
    work.isBusy = true;
    try {
      result = take(inbound);
    } catch (error) {
      return finish(inbound, { error });
    }
    // Untyped programs may return any value.
    if (!(result instanceof Object) || !('then' in result)) return finish(inbound, undefined);
    const after = (failure: { readonly error: unknown } | undefined): void => {
      finish(inbound, failure);
      pump();
    };
    Promise.resolve(result).then(
      () => after(undefined),
      (error: unknown) => after({ error }),
    );
  };
  const finish = (
    inbound: QueuedMessage<Message>,
    failure: { readonly error: unknown } | undefined,
  ): void => {
    const committed = done(inbound, failure);
    if (committed === undefined) {
      work.isBusy = false;
      return;
    }
    void committed.then(() => {
      work.isBusy = false;
      pump();
    });
  };
  return {
    get isCrowded() {
      return isCrowded;
    },
    push(inbound) {
      queue.push(inbound);
      if (!work.isBusy) pump();
      else if (!isCrowded && queue.length - first > capacity) crowded((isCrowded = true));
    },
  };
}
