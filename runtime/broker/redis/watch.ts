import type { Lifecycle } from '../adapter/lifecycle.js';
import type { RedisClient } from './client.js';

/** Passes what happens to a client on. Returns the function that ends it. */
export function watchClient(client: RedisClient, lifecycle: Lifecycle): () => void {
  let isConnected = client.isReady;
  const listeners: readonly (readonly [string, (error: Error) => void])[] = [
    [
      'ready',
      () => {
        isConnected = true;
        lifecycle.emit({ kind: 'connected' });
      },
    ],
    [
      'error',
      (error: Error) => {
        if (isConnected && !client.isReady) {
          isConnected = false;
          lifecycle.emit({ kind: 'disconnected' });
        }
        lifecycle.fail('The connection to Redis failed', error);
      },
    ],
  ];
  for (const [event, listener] of listeners) client.on(event, listener);
  return () => {
    for (const [event, listener] of listeners) client.removeListener(event, listener);
  };
}

/** Opens another connection, for commands that block or subscribe. Its errors are those of the program's client. */
export async function openReader(client: RedisClient): Promise<RedisClient> {
  const reader = client.duplicate();
  reader.on('error', () => undefined);
  try {
    await reader.connect();
  } catch (error) {
    try {
      reader.destroy();
    } catch {
      // It is closed.
    }
    throw error;
  }
  return reader;
}
