import {
  polledRevocations,
  revocationOverlap,
  type SharedRevocationStore,
} from '../core/revocations.js';
import type { SqliteConnection } from './connection.js';

/** Creates the store of revocations. */
export function revocationStore(
  connection: SqliteConnection,
  onError: (error: unknown) => void,
): SharedRevocationStore {
  return polledRevocations<number>(
    {
      append: (key) =>
        connection.execute(({ run }) => {
          run('insert into tallystick_revocation (key, at) values (?, ?)', key, Date.now());
        }),
      start: () =>
        connection.read(
          ({ get }) =>
            get<{ readonly seq: number }>(
              'select coalesce(max(seq), 0) as seq from tallystick_revocation where at < ?',
              Date.now() - revocationOverlap,
            )?.seq ?? 0,
        ),
      read: (after) =>
        connection.read(({ all }) =>
          all<{ readonly key: string; readonly position: number }>(
            'select key, seq as position from tallystick_revocation where seq > ? order by seq limit 1000',
            after,
          ),
        ),
    },
    onError,
  );
}
