import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../free-port.js';

/** Resolves to the reason why a server of this machine cannot be used; to `undefined` if it accepts connections. */
export function missingService(name: string, port: number): Promise<string | undefined> {
  return new Promise((settle) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      settle(undefined);
    });
    socket.once('error', ({ message }) => settle(`${name}: ${message}`));
  });
}

/** A server that the test has started. */
export interface OwnServer {
  readonly port: number;
  /** Kills the server and removes its data. */
  close(): Promise<void>;
}

/**
 * Starts a server on a free port, with a folder for its data, and waits until it accepts connections. Resolves to the reason if the program is not
 * installed or ends.
 */
export async function startServer(
  program: string,
  argumentsOf: (port: number, folder: string) => readonly string[],
): Promise<OwnServer | string> {
  const folder = mkdtempSync(join(tmpdir(), `tallystick-${program}-`));
  const port = await freePort();
  const child = spawn(program, argumentsOf(port, folder), {
    cwd: folder,
    stdio: 'ignore',
    // Debian installs servers where only administrators look for programs.
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  const state: { reason?: string } = {};
  const ended = new Promise<void>((resolve) => {
    child.once('error', ({ message }) => {
      state.reason = `${program}: ${message}`;
      resolve();
    });
    child.once('exit', (code) => {
      state.reason = `${program}: ended with code ${code}`;
      resolve();
    });
  });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  while (state.reason === undefined && (await missingService(program, port)) !== undefined)
    await new Promise((resolve) => setTimeout(resolve, 20));
  if (state.reason !== undefined) {
    remove();
    return state.reason;
  }
  return {
    port,
    async close() {
      child.kill('SIGKILL');
      await ended;
      remove();
    },
  };
}

/** Starts a cluster of Kafka: that of librdkafka, which `kcat` starts for tests. Resolves to the reason if there is no `kcat`. */
export function startKafka(): Promise<OwnServer | string> {
  return new Promise((settle) => {
    // It ends when its input does.
    const options = [
      '-b',
      'mock',
      '-X',
      'test.mock.num.brokers=1',
      '-d',
      'mock',
      '-P',
      '-t',
      'none',
    ];
    const child = spawn('kcat', options, { stdio: ['pipe', 'ignore', 'pipe'] });
    child.once('error', ({ message }) => settle(`kcat: ${message}`));
    child.once('exit', () => settle('kcat: ended'));
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, port] = /bootstrap\.servers=127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (port !== undefined) settle({ port: Number(port), close: async () => void child.kill() });
    });
  });
}
