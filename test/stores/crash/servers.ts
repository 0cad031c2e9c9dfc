import { execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../free-port.js';

/** A database server of the test itself. */
export interface OwnServer {
  readonly port: number;
  /** Kills the server without a warning. */
  kill(): Promise<void>;
  /** Starts the server again, and waits until it accepts connections. */
  start(): Promise<void>;
  /** Kills the server and removes its data. */
  remove(): Promise<void>;
}

/** Folder of the programs of PostgreSQL; `undefined` if it is not installed. */
export function postgresFolder(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const folders = readdirSync(root).map((version) => join(root, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** Path of the Redis server; `undefined` if it is not installed. */
export function redisProgram(): string | undefined {
  return ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((path) => existsSync(path));
}

/** The user as which PostgreSQL runs, which refuses to run as root. */
function unprivileged(): Pick<SpawnOptions, 'uid' | 'gid'> {
  if (userInfo().uid !== 0) return {};
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Creates and starts a PostgreSQL server, which has every transaction on the disk before it reports its commit. */
export async function ownPostgres(programs: string): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-postgres-'));
  const user = unprivileged();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? 0);
  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C'],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  const port = await freePort();
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder];
  const isReady = async (): Promise<boolean> => {
    const args = ['-h', '127.0.0.1', '-p', String(port), '-q'];
    return new Promise((resolve) =>
      execFile(join(programs, 'pg_isready'), args, (error) => resolve(error === null)),
    );
  };
  const command = [join(programs, 'postgres'), ...args];
  return ownServer({ command, options: { ...user, cwd: folder }, folder, port, isReady });
}

/** Creates and starts a Redis server, which has every command on the disk before it replies. */
export async function ownRedis(program: string): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-redis-'));
  mkdirSync(join(folder, 'data'));
  const port = await freePort();
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: join(folder, 'data'),
    save: '',
    appendonly: 'yes',
    appendfsync: 'always',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  return ownServer({
    command: [program, ...args],
    options: { cwd: folder },
    folder,
    port,
    isReady: () => pings(port),
  });
}

interface ServerSettings {
  readonly command: readonly string[];
  readonly options: SpawnOptions;
  /** Folder of everything that the server writes. */
  readonly folder: string;
  readonly port: number;
  readonly isReady: () => Promise<boolean>;
}

async function ownServer(settings: ServerSettings): Promise<OwnServer> {
  const { command, options, folder, port, isReady } = settings;
  const [program = '', ...args] = command;
  let current: { readonly kill: () => Promise<void> } | undefined;
  const attempt = async (): Promise<boolean> => {
    const child = spawn(program, args, { ...options, stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    current = {
      async kill() {
        if (child.exitCode === null && child.signalCode === null) killWithChildren(child.pid ?? 0);
        await ended;
      },
    };
    while (child.exitCode === null && child.signalCode === null) {
      if (await isReady()) return true;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return false;
  };
  const server: OwnServer = {
    port,
    async kill() {
      await current?.kill();
      current = undefined;
    },
    async start() {
      // Processes of a killed PostgreSQL server keep a new one from starting until they have ended.
      for (let attempts = 1; !(await attempt()); attempts++)
        if (attempts === 100) throw new Error(`${program} does not start`);
    },
    async remove() {
      await server.kill();
      // Processes of a killed PostgreSQL server may still write.
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
  await server.start();
  return server;
}

/**
 * Kills a process and its children at once. The children of a PostgreSQL server, one for each connection, would otherwise finish what
 * they have received.
 */
function killWithChildren(id: number): void {
  // A stopped process starts no more children.
  process.kill(id, 'SIGSTOP');
  const list = `/proc/${id}/task/${id}/children`;
  const children = existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean) : [];
  for (const each of [id, ...children.map(Number)]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch (error) {
      // A child may have ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** True if a Redis server executes commands, rather than loads its data. */
async function pings(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write('PING\r\n'));
    socket.once('data', (bytes) => {
      resolve(String(bytes).startsWith('+PONG'));
      socket.destroy();
    });
    socket.once('error', () => resolve(false)).once('end', () => resolve(false));
  });
}
