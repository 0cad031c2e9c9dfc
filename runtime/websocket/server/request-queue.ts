import { Correlation } from '../../core/server/correlation.js';
import { closeReasons } from './close-reasons.js';
import type { FeedConnection } from './connection.js';

/** Processes requests of the same connection one after another, and requests of different connections at once. */
export type EnqueueRequest = (
  connection: FeedConnection,
  process: () => Promise<void> | void,
  /** Identifies the request if it fails. */
  correlation?: Correlation,
) => void;

/** Maximum number of requests of one connection that wait for earlier ones. */
const maxWaiting = 100;

/** Creates the queue of a server. A connection with too many waiting requests is closed. */
export function createRequestQueue(
  failed: (connection: FeedConnection, error: unknown, correlation: Correlation) => void,
): EnqueueRequest {
  /** The last request of each connection. */
  const latest = new WeakMap<FeedConnection, Promise<void>>();
  return (connection, process, correlation = new Correlation()) => {
    if (connection.waiting >= maxWaiting) {
      connection.close(closeReasons.tooManyRequests);
      return;
    }
    connection.waiting += 1;
    const previous = latest.get(connection) ?? Promise.resolve();
    const done = previous
      .then(async () => {
        if (connection.isOpen) await process();
      })
      .catch((error: unknown) => failed(connection, error, correlation))
      .finally(() => {
        connection.waiting -= 1;
      });
    latest.set(connection, done);
  };
}
