import type { Member, Publication } from './hub.js';

/** Something that one connection is to be sent, in its turn. */
export type Turn = Publication | SnapshotTurn;

/** The turn of a subscription's snapshot. */
export interface SnapshotTurn {
  readonly key: string;
  readonly member: Member;
  /** Absent while it is being made. */
  messages: readonly unknown[] | undefined;
}

/**
 * What one connection is sent of one channel while snapshots are being made. Each snapshot stands where its subscription began: what was
 * published before comes before it, and what is published meanwhile follows it. Other keys go on, unless a message that concerns every key
 * is among what waits.
 */
export class HeldMessages {
  #turns: Turn[] = [];
  /** Their keys; empty for what concerns every key. */
  readonly #keys = new Set<string>();

  get size(): number {
    return this.#turns.length;
  }

  /** A subscription has begun: its snapshot is to come now. */
  begin(key: string, member: Member): void {
    this.#keep({ key, member, messages: undefined });
  }

  /** Keeps a message that has to wait; returns `false` for one that does not. */
  keeps(publication: Publication): boolean {
    const waits = this.#waits(publication.key);
    if (waits) this.#keep(publication);
    return waits;
  }

  /** The snapshot of a subscription is there. Returns what can be sent now. */
  ready(member: Member, messages: readonly unknown[]): readonly Turn[] {
    for (const turn of this.#turns) {
      if ('member' in turn && turn.member === member) turn.messages = messages;
    }
    return this.#proceed();
  }

  /** Removes what is not wanted. Returns what can be sent now. */
  discard(isUnwanted: (turn: Turn) => boolean): readonly Turn[] {
    this.#turns = this.#turns.filter((turn) => !isUnwanted(turn));
    return this.#proceed();
  }

  #proceed(): readonly Turn[] {
    const turns = this.#turns;
    this.#turns = [];
    this.#keys.clear();
    return turns.filter((turn) => {
      const isUnmade = 'member' in turn && turn.messages === undefined;
      const waits = isUnmade || this.#waits(turn.key);
      if (waits) this.#keep(turn);
      return !waits;
    });
  }

  #keep(turn: Turn): void {
    this.#turns.push(turn);
    this.#keys.add(turn.key);
  }

  #waits(key: string): boolean {
    if (key === '') return this.#keys.size > 0;
    return this.#keys.has(key) || this.#keys.has('');
  }
}
