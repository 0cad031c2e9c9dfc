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

/** A server that the test has started. It is killed with the process of the test. */
export interface OwnServer {
  readonly port: number;
  /** Ends the server with a signal, and starts it again with its data. */
  restart(signal: 'TERM' | 'KILL'): Promise<void>;
  /** Kills the server and removes its data. */
  close(): Promise<void>;
}

/** Runs a program until it ends, or until the input has a line with a signal for it. It is killed when the input ends. */
const guard = `exec 3<&0
"$@" </dev/null 3<&- & server=$!
{ read -r signal <&3; kill -"\${signal:-KILL}" $server; } & reader=$!
wait $server; code=$?
kill $reader; exit $code`;

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
  const start = (): Promise<RunningServer | string> =>
    runServer(program, argumentsOf(port, folder), folder, port);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  let running = await start();
  if (typeof running === 'string') {
    remove();
    return running;
  }
  return {
    port,
    async restart(signal) {
      if (typeof running !== 'string') await running.end(signal);
      running = await start();
      if (typeof running === 'string') throw new Error(running);
    },
    async close() {
      if (typeof running !== 'string') await running.end('KILL');
      remove();
    },
  };
}

interface RunningServer {
  end(signal: 'TERM' | 'KILL'): Promise<void>;
}

/** Resolves when the server accepts connections, or to the reason why it does not. */
async function runServer(
  program: string,
  options: readonly string[],
  folder: string,
  port: number,
): Promise<RunningServer | string> {
  const child = spawn('sh', ['-c', guard, 'sh', program, ...options], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    // Debian installs servers where only administrators look for programs.
    env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  const state: { reason?: string } = {};
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      state.reason = `${program}: ${code === 127 ? 'not installed' : `ended with code ${code}`}`;
      resolve();
    });
  });
  child.stdin.on('error', () => undefined);
  while (state.reason === undefined && (await missingService(program, port)) !== undefined)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return (
    state.reason ?? {
      async end(signal) {
        child.stdin.end(`${signal}\n`);
        await ended;
      },
    }
  );
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
      if (port === undefined) return;
      const restart = (): Promise<void> => Promise.reject(new Error('it keeps nothing'));
      settle({ port: Number(port), restart, close: async () => void child.kill() });
    });
  });
}
