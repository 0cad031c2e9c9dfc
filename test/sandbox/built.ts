import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Folder of the built sandbox. */
export const built: string = resolve('sandbox/dist');

/** The worker of the journal on SQLite, for journals that a test opens itself. */
export const sqliteWorker: URL = pathToFileURL(join(built, 'sqlite-worker.js'));

const load = createRequire(import.meta.url);

/** Reason why there is no SQLite; `undefined` if there is. */
export const missingSqlite: string | undefined = missing();

function missing(): string | undefined {
  try {
    openDatabase(':memory:').close();
    return undefined;
  } catch {
    return 'better-sqlite3 is not compiled: npm run test:thorough -- sandbox';
  }
}

/** A database file, opened by the test itself. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): { all(...values: unknown[]): unknown[] };
  close(): unknown;
}

/** Opens a database file. */
export function openDatabase(path: string): Database {
  const Driver = load('better-sqlite3') as new (path: string) => Database;
  return new Driver(path);
}

/** A sandbox that runs as a process. */
export interface SandboxProcess {
  readonly url: string;
  readonly token: string;
  /** What it has printed. */
  readonly output: string;
  /** Ends it at once, as a loss of power would. */
  kill(): Promise<void>;
  /** Stops its execution, as a long pause of the machine would. */
  pause(): void;
  /** Continues its execution. */
  resume(): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<Ended>;
  /** Asks it to stop. Resolves to its exit status. */
  stop(): Promise<number | null>;
}

/** A process that has ended. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** Token of the control planes of these processes. */
export const token: string = 'token-of-a-test-sandbox';

/** Starts a sandbox as a process, and waits until it listens. Rejects if it ends. */
export function startProcess(...words: readonly string[]): Promise<SandboxProcess> {
  return started(spawnSandbox(words));
}

/** The same, but no file can become larger than a number of KiB, as if the disk was full. */
export function startLimitedProcess(
  kibibytes: number,
  ...words: readonly string[]
): Promise<SandboxProcess> {
  const command = `ulimit -f ${kibibytes}; exec "$@"`;
  const [program = '', ...rest] = commandOf(words);
  return started(spawn('bash', ['-c', command, 'bash', program, ...rest], { stdio }));
}

async function started(child: ChildProcess): Promise<SandboxProcess> {
  const ended = endOf(child);
  let output = '';
  const listening = new Promise<void>((onStarted) => {
    child.stdout?.on('data', (data) => {
      output += String(data);
      if (output.includes('Try:')) onStarted();
    });
  });
  await Promise.race([
    listening,
    ended.then(({ status, output }) => {
      throw new Error(`The sandbox ended with status ${status}: ${output}`);
    }),
  ]);
  const url = /http:\/\/[^/\s]+/.exec(output)?.[0] ?? '';
  return {
    url,
    token,
    get output() {
      return output;
    },
    ended,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      return (await ended).status;
    },
  };
}

/** Runs a sandbox that is expected to end by itself. */
export function runProcess(...words: readonly string[]): Promise<Ended> {
  return endOf(spawnSandbox(words));
}

const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];

function spawnSandbox(words: readonly string[]): ChildProcess {
  const [program = '', ...rest] = commandOf(words);
  return spawn(program, rest, { stdio });
}

function commandOf(words: readonly string[]): readonly string[] {
  const program = join(built, 'platform-sandbox.js');
  const quiet = ['--port', '0', '--no-market', '--token', token];
  return [process.execPath, program, ...quiet, ...words];
}

function endOf(child: ChildProcess): Promise<Ended> {
  return new Promise((onEnded) => {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data) => {
        output += String(data);
      });
    child.on('close', (status) => onEnded({ status, output }));
  });
}
