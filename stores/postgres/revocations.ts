import {
  polledRevocations,
  revocationOverlap,
  type SharedRevocationStore,
} from '../core/revocations.js';
import type { PostgresConnection } from './connection.js';

interface Row {
  readonly key: string;
  /** A bigint, as text. */
  readonly position: string;
}

/** Creates the store of revocations. */
export function revocationStore(
  connection: PostgresConnection,
  onError: (error: unknown) => void,
): SharedRevocationStore {
  return polledRevocations<string>(
    {
      async append(key) {
        await connection.rows('select $s.revoke($1, $2)', [key, Date.now()]);
      },
      async start() {
        const [row] = await connection.rows<Pick<Row, 'position'>>(
          'select coalesce(max(seq), 0)::text as position from $s.revocation where at < $1',
          [Date.now() - revocationOverlap],
        );
        return row?.position ?? '0';
      },
      read: (after) =>
        connection.rows<Row>(
          `select key, seq::text as position from $s.revocation where seq > $1::bigint
           order by seq limit 1000`,
          [after],
        ),
      listen: (wake) => connection.listen('revocation', wake),
    },
    onError,
  );
}
