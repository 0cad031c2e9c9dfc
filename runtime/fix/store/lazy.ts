import type { FixStore } from './store.js';

/** A store that is opened when it is used first: nobody leaves a trace before it is known who it is. */
export function lazyFixStore(open: () => FixStore): FixStore {
  let opened: FixStore | undefined;
  const store = (): FixStore => (opened ??= open());
  return {
    get nextOutgoing() {
      return store().nextOutgoing;
    },
    get nextIncoming() {
      return store().nextIncoming;
    },
    append: (sequence, message) => store().append(sequence, message),
    read: (from, to) => store().read(from, to),
    expect: (sequence) => store().expect(sequence),
    reset: () => store().reset(),
    flush: () => opened?.flush(),
    close() {
      opened?.close();
      opened = undefined;
    },
  };
}
