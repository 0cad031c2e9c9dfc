import type { FixConnection } from '@tallystick/runtime/fix';
import { openFix, serveFix } from '@tallystick/runtime/fix/node';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { makeCertificate } from '../certificate.js';
import { credentialsOf, names, uuid } from './exchange/keys.js';
import { freePort } from '../free-port.js';
import { compilePeer, missing, type PeerSetup, startPeer } from './interop/quickfix.js';
import type { Doomed } from './kill/process.js';
import { fix42 } from './packages/fix-4.2.js';
import { fix50 } from './packages/fix-5.0.js';
import type { Numbers, OrderPackage } from './packages/order-package.js';

const [name = ''] = names;
const { secret } = credentialsOf(name);
const certificate = makeCertificate();

let folder = '';
let program = '';
beforeAll(() => {
  if (missing !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'tallystick-quickfix-'));
  program = compilePeer(folder);
  writeFileSync(join(folder, 'cert.pem'), certificate.cert);
  writeFileSync(join(folder, 'key.pem'), certificate.key);
}, 300_000);
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

/** One way in which the two are tried. */
interface Way {
  readonly generated: OrderPackage;
  readonly isTls: boolean;
  readonly numbers: Numbers;
  readonly orders: number;
  /** The connection breaks behind this many; the rest is sent again. */
  readonly breaksAt?: number;
}

const lasting = { numbers: 'go on', orders: 1000, breaksAt: 300 } as const;
// By the platform's own rules nothing can be sent again on another connection, and no more than this in a second.
const described = { numbers: 'as described', orders: 90, isTls: true } as const;
const ways: readonly (readonly [string, Way])[] = [
  ['4.2, without TLS', { generated: fix42, isTls: false, ...lasting }],
  ['4.2 over TLS', { generated: fix42, isTls: true, ...lasting }],
  ['5.0 SP2, without TLS', { generated: fix50, isTls: false, ...lasting }],
  ['5.0 SP2 over TLS', { generated: fix50, isTls: true, ...lasting }],
  ['4.2 with the policy of the platform', { generated: fix42, ...described }],
  ['5.0 SP2 with the policy of the platform', { generated: fix50, ...described }],
];

function start(
  side: PeerSetup['side'],
  { generated, isTls, numbers, orders }: Way,
  port: number,
): Doomed {
  const { beginString, policy } = generated;
  return startPeer(program, {
    side,
    beginString,
    isTls,
    port,
    orders,
    resets: numbers === 'as described',
    names: [name, policy.compIds.server ?? ''],
    secret,
    folder,
  });
}

const idsOf = ({ orders }: Way): readonly string[] =>
  Array.from({ length: orders }, (_, index) => uuid(index));

describe.concurrent.each(ways)('QuickFIX with FIX %s', (_, way) => {
  const { generated, isTls, numbers, orders, breaksAt } = way;
  const { tls: rules } = generated.policy;
  if (rules === undefined) throw new Error('the description has TLS');

  test('sends a signed Logon and orders to the generated acceptor', async (context: TestContext) => {
    context.skip(missing !== undefined, missing);
    const seen = new Set<string>();
    let connection: FixConnection | undefined;
    let logons = 0;
    const exchange = generated.serve({
      numbers,
      onOrder(clOrdId) {
        seen.add(clOrdId);
        if (seen.size === breaksAt && logons === 1) connection?.destroy();
      },
      onEvent: ({ kind }) => {
        if (kind === 'logon') logons++;
      },
    });
    const port = await serveFix(
      (taken) => {
        connection = taken;
        return exchange.accept(taken);
      },
      { port: 0, host: '127.0.0.1', ...(isTls ? { tls: { rules, ...certificate } } : {}) },
    );
    const peer = start('initiator', way, port.port);
    await peer.nextLine('done');
    peer.child.stdin?.end();
    expect(await peer.ended).toMatchObject({ by: 0 });
    await exchange.close();
    await port.close();
    expect(peer.lines.filter((line) => line === 'logon')).toHaveLength(
      breaksAt === undefined ? 1 : 2,
    );
    expect([...seen].sort()).toEqual(idsOf(way));
  }, 300_000);

  test('answers a signed Logon and orders of the generated initiator', async (context: TestContext) => {
    context.skip(missing !== undefined, missing);
    const port = await freePort();
    const peer = start('acceptor', way, port);
    const reported = new Set<string>();
    let connection: FixConnection | undefined;
    const dial = openFix(
      isTls ? { tls: rules, ca: certificate.cert, serverName: 'localhost' } : {},
    );
    const trader = generated.join({
      numbers,
      open: async (address, events, signal) => (connection = await dial(address, events, signal)),
      port,
      name,
      reconnect: { initial: 50, longest: 200 },
      onReport(clOrdId) {
        reported.add(clOrdId);
        if (reported.size === breaksAt) connection?.destroy();
      },
    });
    await peer.nextLine('logon');
    await trader.opened();
    const answers = await Promise.all(idsOf(way).map((id) => trader.request(id)));
    expect(answers).toEqual(idsOf(way));
    expect(reported.size).toBe(orders);
    await trader.close();
    peer.child.stdin?.end();
    expect(await peer.ended).toMatchObject({ by: 0 });
    expect(peer.lines.filter((line) => line === 'logon')).toHaveLength(
      breaksAt === undefined ? 1 : 2,
    );
    expect(peer.lines).not.toContain('bad-signature');
  }, 300_000);
});
