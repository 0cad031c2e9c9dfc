import type { Verifier } from '@tallystick/runtime';
import type { DomainState } from '../../domain/subjects.js';

/** Owner of a Client API Key. */
export interface ClientKeyPrincipal {
  readonly project: string;
}

/** Principals of the requests of this surface. */
export interface RpcPrincipals {
  readonly clientApiKey: ClientKeyPrincipal;
}

/**
 * Creates the verifier of Client API Keys, which are part of the path (tenancy-7). A key is looked up for each request, so that one that was
 * rotated is refused at once. A walk continues with the new key, because the caller is the project.
 */
export function clientApiKeyVerifier({
  loop,
}: {
  readonly loop: { readonly state: DomainState };
}): Verifier<ClientKeyPrincipal> {
  return {
    head({ credentials: [key = '', ...others] }) {
      const row = others.length === 0 ? loop.state.tenancy.clientKeysByKey.get(key) : undefined;
      return row === undefined
        ? { ok: false, reason: 'unknown-key' }
        : { ok: true, principal: { project: row.project } };
    },
  };
}
