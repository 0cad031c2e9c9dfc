import type { Member, Publication } from './hub.js';

/** An entry in the queue of one connection. */
export type Turn = Publication | SnapshotTurn;

/** The position of a subscription's snapshot in the queue. */
export interface SnapshotTurn {
  readonly key: string;
  readonly member: Member;
  /** Messages of the snapshot; `undefined` while it is being created. */
  messages: readonly unknown[] | undefined;
}

/**
 * Queue of one connection and channel while snapshots are being created.
 *
 * Each snapshot is sent at the position where its subscription began: after all messages published before, and before
 * all published since. Other keys are not delayed, unless the queue contains a message that concerns every key.
 */
export class DeferredMessages {
  #turns: Turn[] = [];
  /** Keys of the queued entries; empty for those that concern every key. */
  readonly #keys = new Set<string>();

  get size(): number {
    return this.#turns.length;
  }

  /** Adds the position of a new subscription's snapshot. */
  addSnapshotTurn(key: string, member: Member): void {
    this.#add({ key, member, messages: undefined });
  }

  /** Queues a message if it has to wait; otherwise returns `false`. */
  defer(publication: Publication): boolean {
    const mustWait = this.#mustWait(publication.key);
    if (mustWait) this.#add(publication);
    return mustWait;
  }

  /** Adds the snapshot of a subscription. Returns the entries that can be sent now. */
  ready(member: Member, messages: readonly unknown[]): readonly Turn[] {
    for (const turn of this.#turns) {
      if ('member' in turn && turn.member === member) turn.messages = messages;
    }
    return this.#proceed();
  }

  /** Removes entries. Returns the entries that can be sent now. */
  discard(isUnwanted: (turn: Turn) => boolean): readonly Turn[] {
    this.#turns = this.#turns.filter((turn) => !isUnwanted(turn));
    return this.#proceed();
  }

  #proceed(): readonly Turn[] {
    const turns = this.#turns;
    this.#turns = [];
    this.#keys.clear();
    return turns.filter((turn) => {
      const isIncomplete = 'member' in turn && turn.messages === undefined;
      const mustWait = isIncomplete || this.#mustWait(turn.key);
      if (mustWait) this.#add(turn);
      return !mustWait;
    });
  }

  #add(turn: Turn): void {
    this.#turns.push(turn);
    this.#keys.add(turn.key);
  }

  #mustWait(key: string): boolean {
    if (key === '') return this.#keys.size > 0;
    return this.#keys.has(key) || this.#keys.has('');
  }
}
