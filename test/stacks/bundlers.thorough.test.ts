import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  brokenLine,
  brokenPets,
  bundlerApps,
  petsOf,
  typedConfigs,
  viteApp,
} from './bundler-apps.js';
import type { Files } from './apps.js';
import { createStackFolder, isInstalled, type StackFolder } from './stack-folder.js';

describe.runIf(isInstalled)('the plug-ins', () => {
  let place: StackFolder;
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    place = await createStackFolder();
  }, 600_000);
  afterEach(async () => {
    for (const child of started.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
  afterAll(() => place?.close());

  /** Writes an app whose sources are not generated yet, and answers its folder. */
  const addApp = (name: string, files: Files): string => {
    const app = join(place.folder, name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(app, path)), { recursive: true });
      writeFileSync(join(app, path), text);
    }
    return app;
  };

  /** Starts a program of an app. The functions return what it has printed since `clear`, and the process. */
  const start = (
    app: string,
    file: string,
  ): { printed(): string; clear(): void; readonly child: ChildProcess } => {
    const child = spawn(process.execPath, [file], { cwd: app });
    started.push(child);
    let text = '';
    child.stdout.on('data', (piece) => (text += String(piece)));
    child.stderr.on('data', (piece) => (text += String(piece)));
    return { printed: () => text, clear: () => void (text = ''), child };
  };

  const mistake = new RegExp(`failed \\S*pets\\.yaml:${brokenLine} .*"strong" is not a type`, 'u');

  describe.each(bundlerApps)('for $name', ({ name, output, files }) => {
    test('generates before a build, which a mistake in the description fails', async () => {
      const app = addApp(`${name}-build`, files);
      expect(await place.run(app, { file: process.execPath, args: ['build.js'] })).toBe('built\n');
      expect(readFileSync(join(app, output), 'utf8')).toContain('dog');
      writeFileSync(join(app, 'pets.yaml'), brokenPets);
      const failed = await place.run(app, { file: process.execPath, args: ['build.js'] });
      expect(failed).toMatch(/^it failed: /u);
      expect(failed).toMatch(mistake);
    });

    test('builds again after a change of the description, and reports and clears mistakes', async () => {
      const app = addApp(`${name}-watch`, files);
      const { printed, clear } = start(app, 'watch.js');
      const bundle = (): string => {
        try {
          return readFileSync(join(app, output), 'utf8');
        } catch {
          return '';
        }
      };
      await expect.poll(bundle).toContain('dog');
      await expect.poll(printed).toContain('built\n');
      writeFileSync(join(app, 'pets.yaml'), petsOf('cat, newt'));
      await expect.poll(bundle).toContain('newt');
      writeFileSync(join(app, 'pets.yaml'), brokenPets);
      await expect.poll(printed).toMatch(mistake);
      clear();
      writeFileSync(join(app, 'pets.yaml'), petsOf('cat, heron'));
      await expect.poll(bundle).toContain('heron');
      await expect.poll(printed).toContain('built\n');
    });
  });

  describe('for Vite', () => {
    test('generates before a build, which a mistake in the description fails', async () => {
      const app = addApp('vite-build', viteApp);
      const run = { file: 'vite/bin/vite.js', args: ['build'] };
      expect(await place.run(app, run)).toContain('built in');
      writeFileSync(join(app, 'pets.yaml'), brokenPets);
      const failed = await place.run(app, run);
      expect(failed).toMatch(/^it failed: /u);
      expect(failed).toContain('"strong" is not a type');
      expect(failed).toMatch(new RegExp(`pets\\.yaml:${brokenLine}`, 'u'));
    });

    test('watches in a development server, with mistakes in the overlay', async () => {
      const app = addApp('vite-serve', viteApp);
      const { printed, child } = start(app, 'watch.js');
      await expect.poll(printed).toContain('listening');
      const [, json = '{}'] = /^listening (.*)$/mu.exec(printed()) ?? [];
      const { port, token } = JSON.parse(json) as { readonly port: number; readonly token: string };
      const module = async (): Promise<string> =>
        (await fetch(`http://127.0.0.1:${port}/src/api/validators.js`)).text();
      const connect = (): { readonly socket: WebSocket; readonly heard: string[] } => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/?token=${token}`, 'vite-hmr');
        const heard: string[] = [];
        socket.on('message', (data) => void heard.push(String(data)));
        return { socket, heard };
      };
      expect(await module()).toContain('dog');
      const page = connect();
      await expect.poll(() => page.heard.join('\n')).toContain('connected');
      writeFileSync(join(app, 'pets.yaml'), petsOf('cat, newt'));
      await expect.poll(module).toContain('newt');
      writeFileSync(join(app, 'pets.yaml'), brokenPets);
      await expect.poll(() => page.heard.join('\n')).toContain('strong\\" is not a type');
      const overlay = page.heard
        .map((each) => JSON.parse(each))
        .find(({ type }) => type === 'error');
      expect(overlay.err).toMatchObject({
        id: join(app, 'pets.yaml'),
        loc: { file: join(app, 'pets.yaml'), line: brokenLine },
        plugin: 'tallystick',
      });
      expect(overlay.err.frame).toContain('strong');
      // A page that is opened later sees it as well.
      const later = connect();
      await expect.poll(() => later.heard.join('\n')).toContain('strong\\" is not a type');
      writeFileSync(join(app, 'pets.yaml'), petsOf('cat, heron'));
      await expect.poll(() => page.heard.join('\n')).toContain('"full-reload"');
      await expect.poll(module).toContain('heron');
      page.socket.terminate();
      later.socket.terminate();
      // Vite closes the server on this signal before it exits.
      child.kill('SIGTERM');
      await expect.poll(() => child.exitCode).not.toBeNull();
    });
  });

  test.each(['typescript/bin/tsc', 'typescript-7/bin/tsc'])(
    'fit the types of the bundlers: %s',
    async (file) => {
      const app = addApp('typed', typedConfigs);
      expect(await place.run(app, { file, args: ['-p', 'tsconfig.json'] })).toBe('');
    },
  );
});
