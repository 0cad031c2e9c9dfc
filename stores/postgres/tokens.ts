import type { ReplayCache } from '@tallystick/runtime/auth/jwt';
import type { CachedToken, TokenCache } from '@tallystick/runtime/auth/oauth2';
import { valueDigest } from '../core/digest.js';
import type { PostgresConnection } from './connection.js';

/** Creates the memory of single-use values. */
export function replayCache(connection: PostgresConnection): ReplayCache {
  return {
    async remember(owner, value, until, now) {
      const second = Math.ceil(until);
      if (second < Math.floor(now)) return 'seen';
      const digest = valueDigest(owner, value);
      const isNew = await connection.run(
        `insert into $s.replay as r values ($1, $2)
         on conflict (digest) do update set until = excluded.until where r.until < $3`,
        [digest, second, Math.floor(now)],
      );
      if (isNew > 0) return 'new';
      await connection.run('update $s.replay set until = $2 where digest = $1 and until < $2', [
        digest,
        second,
      ]);
      return 'seen';
    },
  };
}

/** Creates the cache of OAuth tokens. */
export function tokenCache(connection: PostgresConnection): TokenCache {
  return {
    async get(key, now) {
      const [row] = await connection.rows<CachedToken>(
        'select text, until from $s.token where key = $1 and until > $2',
        [key, now],
      );
      return row;
    },
    async set(key, { text, until }) {
      await connection.run(
        `insert into $s.token values ($1, $2, $3)
         on conflict (key) do update set text = excluded.text, until = excluded.until`,
        [key, text, until],
      );
    },
    async delete(key, text) {
      await connection.run('delete from $s.token where key = $1 and text = coalesce($2, text)', [
        key,
        text ?? null,
      ]);
    },
  };
}
