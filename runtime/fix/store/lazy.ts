import { type FixStore, FixStoreError } from './store.js';

/** A store that is opened when its numbers are needed: nobody leaves a trace before it is known who it is. */
export function lazyFixStore(open: () => FixStore | Promise<FixStore>): FixStore {
  let opened: FixStore | undefined;
  let isClosed = false;
  const demand = (): FixStore => {
    if (opened === undefined) throw new FixStoreError('closed', 'The FIX store is not open');
    return opened;
  };
  const take = (store: FixStore): void | Promise<void> => {
    if (isClosed) return store.close();
    opened = store;
    return store.load();
  };
  /** A session that was lost to another owner is opened anew, which says who has it. */
  const reload = (store: FixStore): void | Promise<void> => {
    try {
      return store.load()?.catch(forget);
    } catch (error) {
      return forget(error);
    }
  };
  const forget = (error: unknown): never => {
    if (error instanceof FixStoreError && error.code === 'lost') opened = undefined;
    throw error;
  };
  return {
    get nextOutgoing() {
      return demand().nextOutgoing;
    },
    get nextIncoming() {
      return demand().nextIncoming;
    },
    get isKeptOnReturn() {
      return opened?.isKeptOnReturn === true;
    },
    load() {
      if (opened !== undefined) return reload(opened);
      const opening = open();
      return 'then' in opening ? opening.then(take) : take(opening);
    },
    commit: (change, transaction) => demand().commit(change, transaction),
    read: (from, to, limit) => demand().read(from, to, limit),
    close() {
      isClosed = true;
      const store = opened;
      opened = undefined;
      return store?.close();
    },
  };
}
