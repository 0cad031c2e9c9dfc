import type { RevocationStore } from '@tallystick/runtime/http/server';

/** Milliseconds between two looks for revocations. */
const pollInterval = 250;

/** Milliseconds for which a revocation is kept for processes that cannot reach the database. */
export const revocationRetention = 86_400_000;

/**
 * Milliseconds before the subscription from which on revocations are read, because it takes a moment to start and the clocks of the
 * processes differ.
 */
export const revocationOverlap = 60_000;

/** Revocations in a database, in the order in which they were committed. */
export interface RevocationLog<Position> {
  /** Stores a revocation durably. */
  append(key: string): Promise<void>;
  /** Position of what was published {@link revocationOverlap} ago. */
  start(): Promise<Position>;
  /** Reads the revocations behind a position. */
  read(after: Position): Promise<readonly { readonly key: string; readonly position: Position }[]>;
  /** Calls back when there is something to read. Returns a function that ends this. */
  listen?(wake: () => void): () => void;
}

/** Store of revocations that processes read from a database. */
export interface SharedRevocationStore extends RevocationStore {
  publish(key: string): Promise<void>;
  /** Ends all subscriptions. */
  close(): void;
}

/** Creates a store that reads the log several times a second. After an interruption it continues behind the last revocation that it read. */
export function polledRevocations<Position>(
  log: RevocationLog<Position>,
  onError: (error: unknown) => void,
): SharedRevocationStore {
  const listeners = new Set<(key: string) => void>();
  let position: { readonly at: Position } | undefined;
  let reading: Promise<void> | undefined;
  let isWoken = false;
  let isFailing = false;
  let end: (() => void) | undefined;
  const readAll = async (): Promise<void> => {
    while (isWoken && listeners.size > 0) {
      isWoken = false;
      position ??= { at: await log.start() };
      for (const entry of await log.read(position.at)) {
        position = { at: entry.position };
        for (const listener of listeners) {
          try {
            listener(entry.key);
          } catch (error) {
            onError(error);
          }
        }
        isWoken = true;
      }
      isFailing = false;
    }
  };
  const wake = (): void => {
    isWoken = true;
    reading ??= readAll()
      .catch((error: unknown) => {
        // Reported once for each interruption.
        if (!isFailing) onError(error);
        isFailing = true;
      })
      .finally(() => {
        reading = undefined;
      });
  };
  const begin = (): (() => void) => {
    const timer = setInterval(wake, pollInterval);
    timer.unref();
    const endListening = log.listen?.(wake);
    wake();
    return () => {
      clearInterval(timer);
      endListening?.();
      position = undefined;
    };
  };
  const stop = (): void => {
    listeners.clear();
    end?.();
    end = undefined;
  };
  return {
    async publish(key) {
      await log.append(key);
      if (listeners.size > 0) wake();
    },
    subscribe(listener) {
      // The same function may be subscribed twice.
      const own = (key: string): void => listener(key);
      listeners.add(own);
      end ??= begin();
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) stop();
      };
    },
    close: stop,
  };
}
