import type { ApiDescriptor, OperationDescriptor, Presented, Verifier } from '@tallystick/runtime';
import type { LogEntry } from '@tallystick/runtime/http/server';
import { api, operation, watched } from './request.js';

export const kettles: ApiDescriptor = api({
  security: {
    bearer: { kind: 'http', scheme: 'bearer' },
    basic: { kind: 'http', scheme: 'Basic' },
    oauth: { kind: 'oauth2' },
    wallet: { kind: 'apiKey', in: 'header', name: 'X-Wallet-Auth' },
    queryKey: { kind: 'apiKey', in: 'query', name: 'key' },
    cookieKey: { kind: 'apiKey', in: 'cookie', name: 'session' },
    clientKey: { kind: 'apiKey', in: 'path', name: 'clientKey' },
    tls: { kind: 'mutualTLS' },
  },
});

/** Accepts exactly one credential, `good`; `limited` is known but not allowed. */
export function demanding(name: string, seen: Presented[] = []): Verifier<string> {
  return {
    head(presented) {
      seen.push(presented);
      const [text, second] = presented.credentials;
      if (second !== undefined) return { ok: false, reason: `${name}-twice` };
      if (text === 'limited') return { ok: false, reason: `${name}-scope`, status: 403 };
      return text === 'good'
        ? { ok: true, principal: `${name} user`, caller: name }
        : { ok: false, reason: `${name}-bad` };
    },
  };
}

export function guarded(
  security: OperationDescriptor['security'],
  parts: Partial<OperationDescriptor> = {},
  verifiers: Readonly<Record<string, Verifier>> = {},
  description: ApiDescriptor = kettles,
): ReturnType<typeof watched> & {
  readonly log: readonly LogEntry[];
  readonly presented: readonly Presented[];
} {
  const log: LogEntry[] = [];
  const presented: Presented[] = [];
  const all = Object.fromEntries(
    Object.keys(description.security).map((name) => [name, demanding(name, presented)]),
  );
  const one = operation('boil', {
    path: ['/boil'],
    ...(security === undefined ? {} : { security }),
    ...parts,
  });
  const server = watched(
    [one],
    { security: { ...all, ...verifiers }, log: (entry) => log.push(entry) },
    description,
  );
  return { ...server, log, presented };
}

export const bearer: readonly string[] = ['Authorization', 'Bearer good'];
export const badBearer: readonly string[] = ['Authorization', 'Bearer bad'];
export const wallet: readonly string[] = ['X-Wallet-Auth', 'good'];
export const badWallet: readonly string[] = ['X-Wallet-Auth', 'bad'];
