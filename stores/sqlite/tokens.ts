import type { ReplayCache } from '@tallystick/runtime/auth/jwt';
import type { CachedToken, TokenCache } from '@tallystick/runtime/auth/oauth2';
import { valueDigest } from '../core/digest.js';
import type { SqliteConnection } from './connection.js';

/** Creates the memory of single-use values. */
export function replayCache(connection: SqliteConnection): ReplayCache {
  return {
    remember(owner, value, until, now) {
      const second = Math.ceil(until);
      if (second < Math.floor(now)) return 'seen';
      const digest = valueDigest(owner, value);
      return connection.execute(({ run }) => {
        const isNew = run(
          `insert into tallystick_replay values (?, ?)
           on conflict (digest) do update set until = excluded.until where until < ?`,
          digest,
          second,
          Math.floor(now),
        );
        if (isNew > 0) return 'new';
        run(
          'update tallystick_replay set until = ? where digest = ? and until < ?',
          second,
          digest,
          second,
        );
        return 'seen';
      });
    },
  };
}

/** Creates the cache of OAuth tokens. */
export function tokenCache(connection: SqliteConnection): TokenCache {
  return {
    get: (key, now) =>
      connection.execute(({ get }) => {
        const row = get<CachedToken>(
          'select text, until from tallystick_token where key = ? and until > ?',
          key,
          now,
        );
        return row === undefined ? undefined : { text: row.text, until: row.until };
      }),
    set: (key, { text, until }) =>
      connection.execute(({ run }) => {
        run('replace into tallystick_token values (?, ?, ?)', key, text, Math.floor(until));
      }),
    delete: (key, text) =>
      connection.execute(({ run }) => {
        run(
          'delete from tallystick_token where key = ? and text = coalesce(?, text)',
          key,
          text ?? null,
        );
      }),
  };
}
