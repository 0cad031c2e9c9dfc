import { hmacFieldSigner, hmacFieldVerifier } from '@tallystick/runtime/auth/hmac';
import {
  createFixAcceptor,
  createFixInitiator,
  defaultFixPolicy,
  type FixConnection,
  type FixDescriptor,
  memoryFixStore,
} from '@tallystick/runtime/fix';
import { openFix, serveFix } from '@tallystick/runtime/fix/node';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { logon } from '../runtime/hmac-scene.js';
import { makeCertificate } from './certificate.js';
import { compilePeer, freePort, missing, startPeer } from './interop/quickfix.js';
import { order, report, smallDescriptor, type SmallTypes } from './pair.js';

const orders = 1000;
const secret = Buffer.from('a secret of both sides').toString('base64');
const keys = { TRADER: { secret, passphrase: 'pass' } };
const certificate = makeCertificate();
const tls = {
  versions: ['TLSv1.2'],
  suites: ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384'],
  curves: ['P-256'],
} as const;

let folder = '';
let program = '';
beforeAll(() => {
  if (missing !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'tallystick-quickfix-'));
  program = compilePeer(folder);
  writeFileSync(join(folder, 'cert.pem'), certificate.cert);
  writeFileSync(join(folder, 'key.pem'), certificate.key);
}, 120_000);
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

function descriptorOf(beginString: string): FixDescriptor<SmallTypes> {
  const applVerId = beginString === 'FIXT.1.1' ? { applVerId: '9' } : {};
  return smallDescriptor(
    defaultFixPolicy(beginString, { compIds: { server: 'VENUE' }, ...applVerId }),
  );
}

const ways: readonly (readonly [string, string, boolean])[] = [
  ['FIX.4.2', 'plain', false],
  ['FIX.4.2', 'TLS', true],
  ['FIXT.1.1', 'plain', false],
  ['FIXT.1.1', 'TLS', true],
];

describe.each(ways)('QuickFIX with %s over %s', (beginString, _, isTls) => {
  test('sends a signed Logon and a thousand orders, across a connection that breaks', async (context: TestContext) => {
    context.skip(missing !== undefined, missing);
    const seen = new Set<string>();
    const verifier = hmacFieldVerifier(logon, { keys });
    let connection: FixConnection | undefined;
    let logons = 0;
    const acceptor = createFixAcceptor<SmallTypes>(
      descriptorOf(beginString),
      {
        async NewOrderSingle({ clOrdId = '' }, client) {
          seen.add(clOrdId);
          if (seen.size === 300 && logons === 1) connection?.destroy();
          if (client.isOpen) await client.send(report(clOrdId));
        },
      },
      {
        verify: ({ field }) => verifier.verify(field),
        onEvent(event) {
          if (event.kind === 'logon') logons++;
        },
      },
    );
    const port = await serveFix(
      (taken) => {
        connection = taken;
        return acceptor.accept(taken);
      },
      { port: 0, host: '127.0.0.1', ...(isTls ? { tls: { rules: tls, ...certificate } } : {}) },
    );
    const setup = {
      side: 'initiator',
      beginString,
      isTls,
      port: port.port,
      orders,
      secret,
      folder,
    } as const;
    const peer = startPeer(program, setup);
    // Orders that came before the break were answered by nobody; QuickFIX asks for what was sent meanwhile.
    await new Promise<void>((resolve) => {
      peer.onLine(() => {
        if (seen.size === orders && logons === 2) resolve();
      });
    });
    peer.child.stdin?.end();
    await peer.ended;
    await acceptor.close();
    await port.close();
    expect(peer.lines.filter((line) => line === 'logon')).toHaveLength(2);
    expect([...seen].sort()).toEqual(
      Array.from({ length: orders }, (__, index) => `O${index}`).sort(),
    );
  }, 20_000);

  test('answers a signed Logon and a thousand orders, across a connection that breaks', async (context: TestContext) => {
    context.skip(missing !== undefined, missing);
    const port = await freePort();
    const setup = { side: 'acceptor', beginString, isTls, port, orders, secret, folder } as const;
    const peer = startPeer(program, setup);
    const signer = hmacFieldSigner(logon, { key: 'TRADER', secret, passphrase: 'pass' });
    const reported = new Set<string>();
    let connection: FixConnection | undefined;
    let breaks = 1;
    const dial = openFix(isTls ? { tls, ca: certificate.cert, serverName: 'localhost' } : {});
    const initiator = createFixInitiator<SmallTypes>(descriptorOf(beginString), {
      open: async (address, events, signal) => (connection = await dial(address, events, signal)),
      address: { host: '127.0.0.1', port },
      senderCompId: 'TRADER',
      store: memoryFixStore(),
      sign: (field) => signer.sign(field),
      reconnect: { initial: 50, longest: 200 },
      onMessage({ message: { clOrdId = '' } }) {
        reported.add(clOrdId);
        if (reported.size === 300 && breaks-- > 0) connection?.destroy();
      },
    });
    await initiator.opened();
    const ids = Array.from({ length: orders }, (__, index) => `O${index}`);
    const answers = await Promise.all(ids.map((id) => initiator.request(order(id))));
    expect(answers.map(({ clOrdId }) => clOrdId)).toEqual(ids);
    await initiator.close();
    peer.child.stdin?.end();
    await peer.ended;
    expect(peer.lines.filter((line) => line === 'logon')).toHaveLength(2);
    expect(peer.lines).not.toContain('bad-signature');
  }, 20_000);
});
