import { type FixStore, FixStoreError } from './store.js';

/** Creates a store that is opened when its numbers are needed, so that an unauthenticated peer leaves no trace. */
export function lazyFixStore(open: () => FixStore | Promise<FixStore>): FixStore {
  let opened: FixStore | undefined;
  let isClosed = false;
  const requireOpened = (): FixStore => {
    if (opened === undefined) throw new FixStoreError('closed', 'The FIX store is not open');
    return opened;
  };
  const finishOpening = (store: FixStore): void | Promise<void> => {
    if (isClosed) return store.close();
    opened = store;
    return store.load();
  };
  /** If another owner has taken over the session, the store is opened again, which reports the owner. */
  const reload = (store: FixStore): void | Promise<void> => {
    try {
      return store.load()?.catch(dropIfLost);
    } catch (error) {
      return dropIfLost(error);
    }
  };
  const dropIfLost = (error: unknown): never => {
    if (error instanceof FixStoreError && error.code === 'lost') opened = undefined;
    throw error;
  };
  return {
    get nextOutgoing() {
      return requireOpened().nextOutgoing;
    },
    get nextIncoming() {
      return requireOpened().nextIncoming;
    },
    get isKeptOnReturn() {
      return opened?.isKeptOnReturn === true;
    },
    load() {
      if (opened !== undefined) return reload(opened);
      const opening = open();
      return 'then' in opening ? opening.then(finishOpening) : finishOpening(opening);
    },
    commit: (change, transaction) => requireOpened().commit(change, transaction),
    read: (from, to, limit) => requireOpened().read(from, to, limit),
    close() {
      isClosed = true;
      const store = opened;
      opened = undefined;
      return store?.close();
    },
  };
}
