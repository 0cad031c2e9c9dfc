import type { FixStore } from '@tallystick/runtime/fix';

/** Creates a commit for a store in its current state. */
export interface Commit {
  /** Messages by their numbers; nothing for a number without one. */
  readonly sent?: Readonly<Record<number, string | undefined>>;
  /** The number that is expected of the peer. */
  readonly expected?: number;
  readonly isReset?: boolean;
}

/** Commits to a store as a session does. */
export function commit(
  store: FixStore,
  { sent = {}, expected, isReset = false }: Commit,
): void | Promise<void> {
  const numbers = Object.keys(sent).map(Number);
  const before = isReset ? 1 : store.nextOutgoing;
  return store.commit({
    isReset,
    nextOutgoing: Math.max(before, ...numbers.map((number) => number + 1)),
    nextIncoming: expected ?? (isReset ? 1 : store.nextIncoming),
    messages: numbers.flatMap((number) => {
      const text = sent[number];
      return text === undefined ? [] : [[number, Buffer.from(text)] as const];
    }),
  });
}

/** The messages of a store, as `number text`. */
export function messages(
  store: FixStore,
  from: number = 1,
  to: number = Infinity,
  limit: number = Infinity,
): string[] {
  const found = store.read(from, to, limit);
  if ('then' in found) throw new Error('the store does not answer at once');
  return found.map(([number, bytes]) => `${number} ${Buffer.from(bytes)}`);
}
