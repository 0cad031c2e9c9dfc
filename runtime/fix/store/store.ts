/**
 * Keeps what was sent, so that it can be sent again, and both sequence numbers. All calls are synchronous: a session is one state machine,
 * and what it has decided must be kept before the first byte of it leaves.
 */
export interface FixStore {
  /** The number that the next message to the peer takes. At least 1. */
  readonly nextOutgoing: number;
  /** The number that is expected of the peer. At least 1. */
  readonly nextIncoming: number;
  /**
   * Takes the number `nextOutgoing`. Messages of an application come with their bytes, which never change afterwards; those of the session
   * come without, because they are never sent again.
   */
  append(sequence: number, message: Uint8Array | undefined): void;
  /** What was sent under these numbers, both included, in order. Numbers without bytes are passed over. */
  read(from: number, to: number): Iterable<readonly [sequence: number, message: Uint8Array]>;
  /** Expects this number of the peer from now on. */
  expect(sequence: number): void;
  /** Both numbers are 1 again, and nothing that was sent is known any more. */
  reset(): void;
  /** Hands what is pending to the medium. Called before bytes leave; a session that is killed afterwards goes on from here. */
  flush(): void;
  /** Releases the medium. Nothing is called afterwards. */
  close(): void;
}
