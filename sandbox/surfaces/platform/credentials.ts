import type { Verifier } from '@tallystick/runtime';
import type { JwtKey, JwtPrincipal, ReplayCache } from '@tallystick/runtime/auth/jwt';
import type { BearerScope } from '@platform/platform';
import { bearerVerifier, walletAuthVerifier } from '@platform/platform/server';
import type { SecretKey, WalletSecret } from '../../domain/tenancy/state.js';
import type { Core } from '../../server/core.js';

/** Verifiers of the platform's credentials. */
export interface PlatformSecurity {
  readonly bearer: Verifier<JwtPrincipal<BearerScope>>;
  readonly walletAuth: Verifier<JwtPrincipal>;
}

/** Permissions of a key that is not restricted (tenancy-2). */
const allPermissions: readonly BearerScope[] = ['view', 'trade', 'transfer', 'manage'];

/**
 * Creates the verifiers (tenancy-2 to tenancy-6): keys and Wallet Secrets are looked up in the state, and each token is accepted once, even
 * after a restart.
 */
export function platformSecurity({ loop, journal, timers }: Core): PlatformSecurity {
  const replay: ReplayCache = {
    remember: (owner, value, until, now) => journal.remember(owner, value, until, now),
  };
  const shared = { clock: timers, replay };
  return {
    bearer: bearerVerifier({
      ...shared,
      keys({ keyName = '' }) {
        const row = loop.state.tenancy.secretKeys.get(keyName);
        return row === undefined ? undefined : bearerKey(row);
      },
    }),
    walletAuth: walletAuthVerifier({
      ...shared,
      keys({ principal }) {
        const project = projectOf(principal);
        const row =
          project === undefined ? undefined : loop.state.tenancy.walletSecrets.get(project);
        return row === undefined ? undefined : walletKey(row);
      },
    }),
  };
}

const bearerKeys = new WeakMap<SecretKey, JwtKey<BearerScope>>();
const walletKeys = new WeakMap<WalletSecret, JwtKey>();

/** The same object for the same row, so that its key is imported once. */
function bearerKey(row: SecretKey): JwtKey<BearerScope> {
  const known = bearerKeys.get(row);
  if (known !== undefined) return known;
  const key: JwtKey<BearerScope> = {
    key: row.publicKey,
    project: row.project,
    caller: `project:${row.project}`,
    scopes: row.permissions ?? allPermissions,
    ...(row.addresses === undefined ? {} : { addresses: row.addresses }),
  };
  bearerKeys.set(row, key);
  return key;
}

function walletKey(row: WalletSecret): JwtKey {
  const known = walletKeys.get(row);
  if (known !== undefined) return known;
  const key: JwtKey = { key: row.publicKey, project: row.project };
  walletKeys.set(row, key);
  return key;
}

function projectOf(principal: unknown): string | undefined {
  return typeof principal === 'object' && principal !== null && 'project' in principal
    ? String(principal.project)
    : undefined;
}
