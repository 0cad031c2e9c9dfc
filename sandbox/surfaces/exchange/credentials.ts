import type { HmacKeyRecord, HmacKeyUse, HmacPrincipal } from '@tallystick/runtime/auth/hmac';
import type { Verifier } from '@tallystick/runtime';
import type { ExchangeKeyScope } from '@platform/exchange';
import { exchangeKeyVerifier } from '@platform/exchange/server';
import type { ExchangeKeyRow } from '../../domain/users/state.js';
import type { Core } from '../../server/core.js';

/** The part of the running sandbox that knows exchange keys. */
export interface KeysCore {
  readonly loop: { readonly state: { readonly users: KeysState } };
  /** A secret text for one purpose, the same in every process of the deployment. */
  secret(purpose: string): string;
  /** A secret key of 32 bytes for one purpose. */
  secretKey(purpose: string): Uint8Array;
}

interface KeysState {
  readonly keys: { get(name: string): ExchangeKeyRow | undefined };
}

/** What the owner of an exchange key signs with: neither is stored, because both follow from the seed and the key's name (secrets-1). */
export interface ExchangeSecrets {
  /** Base64 of 64 bytes. */
  readonly secret: string;
  readonly passphrase: string;
}

/** The secret and the passphrase of a key. */
export function exchangeSecretsOf(
  core: Pick<KeysCore, 'secret' | 'secretKey'>,
  name: string,
): ExchangeSecrets {
  const halves = ['first', 'second'].map((half) =>
    core.secretKey(`${half} half of the exchange key ${name}`),
  );
  return {
    secret: Buffer.concat(halves).toString('base64'),
    passphrase: core.secret(`passphrase of the exchange key ${name}`).slice(0, 16),
  };
}

/** Finds the record of a key by its name: for requests, subscriptions to the feed and Logons of FIX (tenancy-9). */
export type ExchangeKeyLookup = (
  name: string,
  use?: HmacKeyUse,
) => HmacKeyRecord<ExchangeKeyScope> | undefined;

/**
 * Creates the lookup of keys for the verifiers of all surfaces. A key is looked up for each use, so that a revoked one is refused at once. In
 * a principal, `project` is the profile of the key, and `caller` is the same for all keys of a profile.
 */
export function exchangeKeyLookup(core: KeysCore): ExchangeKeyLookup {
  const records = new WeakMap<ExchangeKeyRow, HmacKeyRecord<ExchangeKeyScope>>();
  return (name) => {
    const row = core.loop.state.users.keys.get(name);
    if (row === undefined) return undefined;
    // The same object for the same row, so that its secret is derived and imported once.
    const known = records.get(row);
    if (known !== undefined) return known;
    const record: HmacKeyRecord<ExchangeKeyScope> = {
      ...exchangeSecretsOf(core, name),
      project: row.profile,
      caller: `profile:${row.profile}`,
      scopes: row.permissions,
      ...(row.addresses === undefined ? {} : { addresses: row.addresses }),
    };
    records.set(row, record);
    return record;
  };
}

/** Verifiers of the credentials of the exchange's REST API. */
export interface ExchangeSecurity {
  readonly exchangeKey: Verifier<HmacPrincipal<ExchangeKeyScope>>;
}

/** Creates the verifiers (tenancy-3, tenancy-4, tenancy-8). */
export function exchangeSecurity(core: Core): ExchangeSecurity {
  return {
    exchangeKey: exchangeKeyVerifier({ keys: exchangeKeyLookup(core), clock: core.timers }),
  };
}
