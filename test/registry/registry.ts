import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../free-port.js';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const verdaccio = join(import.meta.dirname, 'node_modules/verdaccio/bin/verdaccio');

/** Why the tests cannot run here; `undefined` if they can. */
export const missingRegistry: string | undefined = existsSync(verdaccio)
  ? undefined
  : 'verdaccio is not installed: npm run test:thorough -- registry installs it';

/** A registry of its own on this machine, and a folder with projects that use it. */
export interface Registry {
  readonly url: string;
  /** A new folder. It is within the repository, whose compiler the builds of packages find. */
  folder(name: string, files: Readonly<Record<string, string>>): string;
  /** Runs npm in a folder, and resolves to what it printed. Rejects with its errors. */
  npm(folder: string, ...args: readonly string[]): Promise<string>;
  close(): void;
}

/** Starts a registry that everyone may publish to, and that asks no other registry. */
export async function startRegistry(): Promise<Registry> {
  mkdirSync(join(root, '.tallystick'), { recursive: true });
  const home = mkdtempSync(join(root, '.tallystick/registry-'));
  const port = await freePort();
  const config = join(home, 'config.yaml');
  const everyone = '{ access: $all, publish: $all, unpublish: $all }';
  writeFileSync(
    config,
    `storage: ./storage\nauth: { htpasswd: { file: ./htpasswd } }\nuplinks: {}\npackages: { '**': ${everyone} }\nlog: { type: stdout, level: info }\n`,
  );
  const url = `http://127.0.0.1:${port}/`;
  const settings = join(home, '.npmrc');
  writeFileSync(settings, `registry=${url}\n//127.0.0.1:${port}/:_authToken=anyone\n`);
  const server = spawn(
    process.execPath,
    [verdaccio, '--config', config, '--listen', `127.0.0.1:${port}`],
    { cwd: home, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await new Promise<void>((listens, fails) => {
    let printed = '';
    server.stdout.on('data', (data) => {
      printed += String(data);
      if (printed.includes(`127.0.0.1:${port}`)) listens();
    });
    server.once('exit', () => fails(new Error(`verdaccio ended:\n${printed}`)));
  });
  return {
    url,
    folder(name, files) {
      const folder = join(home, name);
      mkdirSync(folder);
      for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
      return folder;
    },
    async npm(folder, ...args) {
      const env = {
        ...process.env,
        npm_config_userconfig: settings,
        npm_config_cache: `${home}/cache`,
      };
      const options = ['--no-audit', '--no-fund', '--no-update-notifier'];
      const { stdout } = await execute('npm', [...args, ...options], { cwd: folder, env });
      return stdout;
    },
    close() {
      server.removeAllListeners('exit');
      server.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
