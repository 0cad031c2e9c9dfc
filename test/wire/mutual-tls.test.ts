import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { Presented, Verdict } from '@tallystick/runtime';
import { nodeHandler, type NodeTransport, nodeTransport } from '@tallystick/runtime/http/node';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DoorsClient } from '../cases/grants/output/src/index.js';
import { createPartialDoorsServer } from '../cases/grants/output/src/server.js';
import { type Certificate, makeCertificate } from '../certificate.js';

let house: Certificate;
let guest: Certificate;
let stranger: Certificate;
beforeAll(() => {
  [house, guest, stranger] = [makeCertificate(), makeCertificate(), makeCertificate()];
});

const open: { server?: Server; transport?: NodeTransport } = {};
afterEach(async () => {
  open.transport?.close();
  open.server?.closeAllConnections();
  open.server?.close();
  if (open.server !== undefined) await once(open.server, 'close');
});

const fingerprint = (certificate: Uint8Array | string): string =>
  new X509Certificate(certificate).fingerprint256;

/** The input of the certificate verifier, and the outcome of the call if the client shows it. */
async function shown(
  own: Partial<Certificate>,
  ca: string = house.cert,
): Promise<{
  readonly seen: readonly { readonly address?: string; readonly certificate?: string }[];
  readonly outcome: unknown;
}> {
  const seen: { address?: string; certificate?: string }[] = [];
  const head = ({ request }: Presented): Verdict<string> => {
    const { address, certificate } = request.peer ?? {};
    seen.push({
      ...(address === undefined ? {} : { address }),
      ...(certificate === undefined ? {} : { certificate: fingerprint(certificate) }),
    });
    return certificate !== undefined && fingerprint(certificate) === fingerprint(guest.cert)
      ? { ok: true, principal: 'guest' }
      : { ok: false, reason: 'no-certificate' };
  };
  const anybody = { head: (): Verdict<string> => ({ ok: true, principal: 'guard' }) };
  const handle = createPartialDoorsServer(
    { openVault: (_, respond) => respond.noContent() },
    {
      trustHost: true,
      security: {
        machine: anybody,
        anybody,
        elsewhere: anybody,
        person: anybody,
        badge: anybody,
        session: anybody,
        link: anybody,
        guard: anybody,
        certificate: { head },
      },
    },
  );
  const server = createServer(
    { ...house, ca: [guest.cert], requestCert: true, rejectUnauthorized: false },
    nodeHandler(handle),
  );
  open.server = server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was asked for');
  const transport = nodeTransport({ tls: { ca, ...own } });
  open.transport = transport;
  const doors = new DoorsClient({
    baseUrl: `https://localhost:${address.port}`,
    transport,
    credentials: { certificate: 'in the transport', guard: 'token' },
  });
  const outcome = await doors.doors.openVault.result();
  return { seen, outcome };
}

describe('mutual TLS', () => {
  test('passes the certificate and the address to a verifier', async () => {
    const { seen, outcome } = await shown(guest);
    expect(outcome).toMatchObject({ ok: true, status: 204 });
    expect(seen).toEqual([
      {
        address: expect.stringMatching(/127\.0\.0\.1$|^::1$/),
        certificate: fingerprint(guest.cert),
      },
    ]);
  });

  test('treats an untrusted certificate as missing', async () => {
    const { seen, outcome } = await shown(stranger);
    expect(outcome).toMatchObject({ ok: false, status: 401 });
    expect(seen, 'no verifier is asked').toEqual([]);
  });

  test('treats a missing certificate as missing credentials', async () => {
    const { seen, outcome } = await shown({});
    expect(outcome).toMatchObject({ ok: false, status: 401 });
    expect(seen, 'no verifier is asked').toEqual([]);
  });

  test('rejects a server with an untrusted certificate', async () => {
    const { seen, outcome } = await shown(guest, stranger.cert);
    expect(outcome).toMatchObject({ ok: false, kind: 'network' });
    expect(seen).toEqual([]);
  });
});
