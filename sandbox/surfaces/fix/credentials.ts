import type { Verdict } from '@tallystick/runtime';
import type { HmacFieldVerifier, HmacVerifierOptions } from '@tallystick/runtime/auth/hmac';
import type { PresentedLogon } from '@tallystick/runtime/fix';
import {
  connectionCounter,
  type ConnectionCounter,
  type ConnectionStore,
  type CountedConnections,
} from '@tallystick/runtime/http/server';
import type { ExchangeKeyScope } from '@platform/exchange';
import { limits } from '@platform/exchange-fix-5.0';
import type { ExchangeKeyRow } from '../../domain/users/state.js';
import type { Core } from '../../server/core.js';
import { settings } from '../../settings.js';
import { exchangeKeyLookup } from '../exchange/credentials.js';

/** Whose session it is. */
export interface Trader {
  /** Name of the exchange key. The session ends when the key is revoked. */
  readonly keyName: string;
  readonly profile: string;
  readonly user: string;
}

/** Verifies Logons with the keys of the exchange (fix-1, tenancy-9). */
export type VerifyLogon = (presented: PresentedLogon) => Promise<Verdict<Trader>>;

/** Creates the verification of Logons of a gateway. `create` is the verifier of its package. */
export function logonVerification(
  core: Core,
  create: (options: HmacVerifierOptions) => HmacFieldVerifier,
): VerifyLogon {
  const { keys } = core.loop.state.users;
  const verifier = create({ clock: core.timers, keys: exchangeKeyLookup(core) });
  return async ({ field, peer }) => {
    const verdict = await verifier.verify(field, { peer });
    if (!verdict.ok) return verdict;
    const row = keys.get(verdict.principal.keyName ?? '');
    if (row === undefined) return { ok: false, reason: 'key-revoked' };
    return { ok: true, principal: traderOf(row), caller: row.profile };
  };
}

function traderOf({ name, profile, user }: ExchangeKeyRow): Trader {
  return { keyName: name, profile, user };
}

/** True if a key still exists and has a permission. */
export function mayUse({ loop }: Core, { keyName }: Trader, scope: ExchangeKeyScope): boolean {
  return loop.state.users.keys.get(keyName)?.permissions.includes(scope) === true;
}

/** Counts the connections of a profile and of a user, over all gateways (fix-2). */
export function countedTraders(counter: ConnectionCounter): CountedConnections<Trader> {
  return {
    counter,
    limitsOf: ({ profile, user }) => [
      { key: `profile ${profile}`, limit: limits.maxConnections },
      { key: `user ${user}`, limit: limits.maxConnectionsOfUser },
    ],
  };
}

/**
 * Creates the counter that all gateways share (fix-2). Its clock is the system's: leases are about processes.
 *
 * @param store that processes with one journal share
 */
export function traderCounter(store?: ConnectionStore): ConnectionCounter {
  const { lease } = settings['fix-2'];
  return connectionCounter({ lease, ...(store === undefined ? {} : { store }) });
}
