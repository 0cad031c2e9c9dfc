import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { type Doomed, start } from '../fix/kill/process.js';
import type { Address } from './crash/database.js';
import { addressOf, describeOwn, type OwnDatabase } from './crash/own-database.js';
import { startProxy } from './crash/proxy.js';

const scripts = ['feed', 'revoker'] as const;

type Own = OwnDatabase<(typeof scripts)[number]>;

describeOwn('a key', ['sqlite', 'postgres', 'redis'], scripts, (testOwn) => {
  testOwn('that one process revokes has its socket at another closed, within a second', revoke);
});

describeOwn('a key', ['postgres', 'redis'], scripts, (testOwn, kind) => {
  testOwn('that is revoked during an interruption has its socket closed after it', (own) =>
    revokeDuringInterruption(own, kind === 'redis' ? kind : 'postgres'),
  );
  testOwn('is reported as not revoked while the database cannot be reached', revokeWithoutServer);
});

async function revoke({ address, scripts: { feed, revoker } }: Own): Promise<void> {
  const [serving, revoking] = [run(feed, address), run(revoker, address)];
  await revoking.nextLine('ready');
  const port = await serving.nextLine();
  const eve = await connect(port, 'eve');
  // The machine may be busy with something else once.
  const delays: number[] = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    const key = `ada-${attempt}`;
    const ada = await connect(port, key);
    const started = performance.now();
    revoking.child.stdin?.write(`${key}\n`);
    expect(await ada.closed).toBe('1008 key revoked');
    delays.push(performance.now() - started);
  }
  expect(Math.min(...delays)).toBeLessThan(1_000);
  expect(eve.isOpen()).toBe(true);
  await end(serving, revoking);
}

async function revokeDuringInterruption(
  { address, server, scripts: { feed, revoker } }: Own,
  kind: 'postgres' | 'redis',
): Promise<void> {
  const proxy = await startProxy(server?.port ?? 0);
  const behind = addressOf(kind, proxy.port);
  const [serving, revoking] = [run(feed, behind), run(revoker, address)];
  await revoking.nextLine('ready');
  const ada = await connect(await serving.nextLine(), 'ada');
  proxy.cut();
  revoking.child.stdin?.write('ada\n');
  await revoking.nextLine('revoked ada');
  expect(ada.isOpen()).toBe(true);
  proxy.restore();
  expect(await ada.closed).toBe('1008 key revoked');
  await end(serving, revoking);
  proxy.close();
}

async function revokeWithoutServer({
  address,
  server,
  scripts: { feed, revoker },
}: Own): Promise<void> {
  const [serving, revoking] = [run(feed, address), run(revoker, address)];
  await revoking.nextLine('ready');
  // Not the key of another test: an interruption may report once more what was revoked shortly before it.
  const bea = await connect(await serving.nextLine(), 'bea');
  await server?.kill();
  revoking.child.stdin?.write('bea\n');
  await revoking.nextLine('failed bea unreachable');
  await server?.start();
  expect(bea.isOpen()).toBe(true);
  await expect
    .poll(async () => {
      revoking.child.stdin?.write('bea\n');
      return revoking.lines.includes('revoked bea');
    })
    .toBe(true);
  expect(await bea.closed).toBe('1008 key revoked');
  await end(serving, revoking);
}

function run(script: string, { kind, at }: Address): Doomed {
  return start(script, kind, at, '0');
}

async function end(...processes: readonly Doomed[]): Promise<void> {
  for (const { child } of processes) child.kill('SIGKILL');
  for (const { ended } of processes) expect(await ended).toEqual({ by: 'SIGKILL', errors: '' });
}

interface Connection {
  readonly closed: Promise<string>;
  isOpen(): boolean;
}

/** Connects to a feed and subscribes with a key. */
async function connect(port: string, key: string): Promise<Connection> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
  const closed = new Promise<string>((resolve) =>
    socket.once('close', (code, reason) => resolve(`${code} ${String(reason)}`)),
  );
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'subscribe', channel: 'heat', key }));
  // The response to a ping comes after the subscription has been read.
  await new Promise((resolve) => {
    socket.once('pong', resolve);
    socket.ping();
  });
  return { closed, isOpen: () => socket.readyState === WebSocket.OPEN };
}
