import type { FixMessage } from '../message/codec.js';
import type { FixHeader } from '../message/header.js';
import type { FixReceipt } from '../session/session.js';

/** A message of the peer. */
export interface FixInbound<Message extends FixMessage = FixMessage> {
  readonly message: Message;
  readonly header: FixHeader;
}

/** A message of the peer as its handler has it. */
export interface FixHandledMessage<
  Message extends FixMessage = FixMessage,
> extends FixInbound<Message> {
  /**
   * Commits the number of this message, and what its handler has sent on the session so far, before the handler is done.
   *
   * With a `transaction` of the program's database they become part of it: what the program has written, the number and the answers are
   * kept together or not at all. The session commits nothing else, and the answers do not leave, before the handler is done. Where it fails, the
   * transaction counts as rolled back: the connection is cut, and the message comes again.
   *
   * Without one they are committed at once, and the answers leave: for a handler that goes on for a while. What it sends afterwards leaves
   * at once, too.
   *
   * Kept when the store has written it. Call it once, as the last thing within the transaction.
   *
   * @throws {FixError} `usage` where it was called before, or the handler is done; `closed` where the message comes again in any case
   */
  commit(transaction?: unknown): void | Promise<void>;
}

/** A message that is on its way to the program. */
export interface Parcel<Message extends FixMessage> extends FixInbound<Message> {
  readonly receipt: FixReceipt;
}

/** Hands messages to a program, one after the other. */
export interface Delivery<Message extends FixMessage> {
  /** Too many messages wait. */
  readonly isCrowded: boolean;
  push(parcel: Parcel<Message>): void;
}

/** Who gets messages, and who is told how it goes. */
export interface DeliveryParts<Message extends FixMessage> {
  /** Deals with a message; the next one waits until the promise is kept. */
  readonly take: (parcel: Parcel<Message>) => void | Promise<void>;
  /** The program has dealt with a message, or has failed to; the next one waits until the promise is kept. */
  readonly done: (
    parcel: Parcel<Message>,
    failure: { readonly error: unknown } | undefined,
  ) => void | Promise<void>;
  /** Too many messages wait, or no longer. */
  readonly crowded: (isCrowded: boolean) => void;
  /** How many may wait. */
  readonly capacity: number;
}

/** Keeps messages in order while the program takes its time. */
export function createDelivery<Message extends FixMessage>({
  take,
  done,
  crowded,
  capacity,
}: DeliveryParts<Message>): Delivery<Message> {
  let queue: Parcel<Message>[] = [];
  let first = 0;
  const work = { isBusy: false };
  let isCrowded = false;
  const pump = (): void => {
    while (!work.isBusy && first < queue.length) {
      const parcel = queue[first] as Parcel<Message>;
      first++;
      if (first === queue.length || first > 1024) {
        queue = queue.slice(first);
        first = 0;
      }
      deliver(parcel);
    }
    const waits = queue.length - first > capacity;
    if (waits !== isCrowded) crowded((isCrowded = waits));
  };
  const deliver = (parcel: Parcel<Message>): void => {
    let result: void | Promise<void>;
    work.isBusy = true;
    try {
      result = take(parcel);
    } catch (error) {
      return finish(parcel, { error });
    }
    // Programs that are not typed answer all kinds of things.
    if (!(result instanceof Object) || !('then' in result)) return finish(parcel, undefined);
    const after = (failure: { readonly error: unknown } | undefined): void => {
      finish(parcel, failure);
      pump();
    };
    Promise.resolve(result).then(
      () => after(undefined),
      (error: unknown) => after({ error }),
    );
  };
  const finish = (
    parcel: Parcel<Message>,
    failure: { readonly error: unknown } | undefined,
  ): void => {
    const kept = done(parcel, failure);
    if (kept === undefined) {
      work.isBusy = false;
      return;
    }
    void kept.then(() => {
      work.isBusy = false;
      pump();
    });
  };
  return {
    get isCrowded() {
      return isCrowded;
    },
    push(parcel) {
      queue.push(parcel);
      if (!work.isBusy) pump();
      else if (!isCrowded && queue.length - first > capacity) crowded((isCrowded = true));
    },
  };
}
