import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { arch, env, platform } from 'node:process';
import type { Place } from '../wire/suite/case.js';

/** An engine that runs a program of the suite, listening on loopback. */
export interface Engine {
  readonly origin: string;
  /** Ends it, and leaves nothing of it behind. */
  close(): Promise<void>;
}

/** An engine as npm has it. */
interface Kind {
  readonly place: Place;
  /** Its file below `test/engines/node_modules`, by platform and processor. */
  readonly files: Readonly<Record<string, string>>;
  /** Program that serves `playEngine` of `./program.js`, by file name. */
  readonly sources: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Pattern of the port in its output. */
  readonly port: RegExp;
}

/** Every engine that is not Node. */
export const engines: Readonly<Record<string, Kind>> = {
  Bun: {
    place: 'bun',
    files: {
      'linux x64': '@oven/bun-linux-x64/bin/bun',
      'linux arm64': '@oven/bun-linux-aarch64/bin/bun',
      'darwin arm64': '@oven/bun-darwin-aarch64/bin/bun',
    },
    sources: {
      'main.js': `
        import { playEngine } from './program.js';
        const { port } = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: playEngine });
        console.log('port ' + port);`,
    },
    args: ['run', 'main.js'],
    port: /port (\d+)/,
  },
  Deno: {
    place: 'deno',
    files: {
      'linux x64': '@deno/linux-x64-glibc/deno',
      'linux arm64': '@deno/linux-arm64-glibc/deno',
      'darwin arm64': '@deno/darwin-arm64/deno',
    },
    sources: {
      'main.js': `
        import { playEngine } from './program.js';
        const onListen = ({ port }) => console.log('port ' + port);
        Deno.serve({ hostname: '127.0.0.1', port: 0, onListen }, playEngine);`,
    },
    args: ['run', '--no-config', '--no-lock', '--no-remote', '--allow-net=127.0.0.1', 'main.js'],
    port: /port (\d+)/,
  },
  workerd: {
    place: 'workerd',
    files: {
      'linux x64': '@cloudflare/workerd-linux-64/bin/workerd',
      'linux arm64': '@cloudflare/workerd-linux-arm64/bin/workerd',
      'darwin arm64': '@cloudflare/workerd-darwin-arm64/bin/workerd',
    },
    sources: {
      'main.js': `
        import { playEngine } from 'program.js';
        export default { fetch: playEngine };`,
      'config.capnp': `
        using Workerd = import "/workerd/workerd.capnp";
        const config :Workerd.Config = (
          services = [
            ( name = "suite",
              worker = (
                compatibilityDate = "2025-09-01",
                modules = [
                  ( name = "main.js", esModule = embed "main.js" ),
                  ( name = "program.js", esModule = embed "program.js" ),
                ],
              ),
            ),
            ( name = "internet", network = ( allow = ["local"] ) ),
          ],
          sockets = [ ( name = "http", address = "127.0.0.1:0", http = (), service = "suite" ) ],
        );`,
    },
    args: ['serve', 'config.capnp', '--control-fd=1'],
    port: /"port":(\d+)/,
  },
};

/** Path of an installed engine, if any. */
export function findEngine({ files }: Kind): string | undefined {
  const path = files[`${platform} ${arch}`];
  const file = path === undefined ? '' : resolve('test/engines/node_modules', path);
  return existsSync(file) ? file : undefined;
}

/** Lets an engine run a program that exports `playEngine`. */
export async function startEngine(
  { sources, args, port: says }: Kind,
  file: string,
  program: string,
): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-engine-'));
  for (const [name, text] of Object.entries({ ...sources, 'program.js': program }))
    writeFileSync(join(folder, name), text);
  const child = spawn(file, args, {
    cwd: folder,
    env: { PATH: env['PATH'], HOME: folder, DENO_DIR: folder, DENO_NO_UPDATE_CHECK: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
  });
  const port = await new Promise<string>((resolve, reject) => {
    const hear = (piece: Buffer): void => {
      output += piece.toString();
      const [, port] = says.exec(output) ?? [];
      if (port !== undefined) resolve(port);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', reject);
    child.on('exit', () => reject(new Error(`it ended: ${output}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
