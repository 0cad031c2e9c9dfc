import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { typeErrors } from '../types/compiler.js';
import { startNats } from './own-servers.js';

const run = promisify(execFile);
const folder = resolve('.tallystick/platform-events');
const app = join(folder, 'examples/nats-events');
const server = await startNats();

/** The example as its README says, with the runtime of this workspace, and beside copies of the descriptions that it refers to. */
describe('the example nats-events', () => {
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(app, { recursive: true });
    for (const each of ['examples/nats-events', 'spec/platform', 'spec/exchange'])
      cpSync(each, join(folder, each), { recursive: true });
    rmSync(join(app, 'src/events'), { recursive: true, force: true });
    await run(process.execPath, [resolve('generator/bin/tallystick.js'), 'generate'], { cwd: app });
  });
  afterAll(async () => {
    if (typeof server !== 'string') await server.close();
  });

  test('refers to the schemas of the platform instead of copying them', () => {
    const description = readFileSync(join(app, 'events.yaml'), 'utf8');
    expect(description.match(/\$ref: \.\.\/\.\.\/spec\//g)?.length).toBeGreaterThan(5);
    expect(description).not.toContain('properties:');
  });

  test('compiles', async () => {
    const file = join(app, 'tsconfig.source.json');
    const compilerOptions = {
      rootDir: resolve('.'),
      customConditions: ['@tallystick/source'],
      // The sources of the runtime are compiled too. They have declarations of their own for these packages.
      paths: { '@nats-io/jetstream': [resolve('runtime/broker/nats/jetstream-package.d.ts')] },
    };
    const include = ['src'];
    writeFileSync(file, JSON.stringify({ extends: './tsconfig.json', compilerOptions, include }));
    expect(await typeErrors(file)).toEqual([]);
  });

  test.skipIf(typeof server === 'string')(
    `passes its tests${typeof server === 'string' ? ` (${server})` : ''}`,
    async () => {
      writeFileSync(
        join(app, 'vitest.config.js'),
        "export default { ssr: { resolve: { conditions: ['@tallystick/source', 'node'] } } };",
      );
      const vitest = resolve('node_modules/vitest/vitest.mjs');
      const args = [vitest, 'run', '--no-color', '--dir', 'test'];
      const port = typeof server === 'string' ? 0 : server.port;
      const env = { ...process.env, NATS_URL: `127.0.0.1:${port}` };
      const { stdout } = await run(process.execPath, args, { cwd: app, env });
      expect(stdout).toMatch(/Tests +5 passed \(5\)/);
    },
  );
});
