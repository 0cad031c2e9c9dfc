import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, startEngine } from '../engines/engine.js';
import { bun, deno, jest, next, nodeNext, expectedOutput, vite } from './apps.js';
import { testExamples } from './examples.js';
import { testQueries } from './queries.js';
import { freePort } from '../free-port.js';
import { isInstalled, createStackFolder, nodes, type StackFolder } from './stack-folder.js';

/** Each stack is built once, of what is published, and what was built is run on each Node. */
describe.runIf(isInstalled)('generated code', () => {
  let place: StackFolder;

  beforeAll(async () => {
    place = await createStackFolder();
  }, 300_000);
  afterAll(() => place?.close());

  const compilers = ['typescript/bin/tsc', 'typescript-7/bin/tsc'];
  const both = `${expectedOutput}\n${expectedOutput}\n`;
  /** The result of `talk` of a built module. */
  const talk = (app: string, file: string, node: string): Promise<string> => {
    const url = pathToFileURL(join(app, file)).href;
    const program = `import(${JSON.stringify(url)}).then((m) => m.talk()).then(console.log)`;
    return place.run(app, { file: node, args: ['-e', program] });
  };

  describe('in a Vite app', () => {
    let app: string;
    beforeAll(async () => {
      app = await place.addApp('vite', vite, 'src/pets');
    });

    test.each(compilers)('compiles with %s, also with stricter options', async (file) => {
      for (const config of ['tsconfig.json', 'tsconfig.strict.json'])
        expect(await place.run(app, { file, args: ['-p', config] })).toBe('');
    });

    test('is built for browsers, and for servers on each version of Node', async () => {
      const file = 'vite/bin/vite.js';
      expect(await place.run(app, { file, args: ['build'] })).toContain('built in');
      for (const name of ['talk', 'packaged']) {
        const args = ['build', '--ssr', `src/${name}.ts`, '--outDir', `out/${name}`];
        expect(await place.run(app, { file, args })).toContain('built in');
        for (const [, node] of nodes)
          expect(await talk(app, `out/${name}/${name}.js`, node)).toBe(`${expectedOutput}\n`);
      }
    });

    test.each(nodes)('is tested by vitest on Node %i', async (_version, node) => {
      const run = { file: 'vitest/vitest.mjs', args: ['run', '--no-color'], node };
      expect(await place.run(app, run)).toMatch(/Tests +2 passed \(2\)/);
    });

    test.each(['esm', 'cjs'] as const)('is bundled by esbuild as %s', async (format) => {
      for (const name of ['talk', 'packaged']) {
        const file = `out/esbuild-${name}.${format === 'esm' ? 'mjs' : 'cjs'}`;
        const outfile = join(app, file);
        const entryPoints = [join(app, `src/${name}.ts`)];
        await build({ entryPoints, bundle: true, platform: 'node', format, outfile });
        for (const [, node] of nodes)
          expect(await talk(app, file, node)).toBe(`${expectedOutput}\n`);
      }
    });

    test('is served by workerd', async () => {
      const contents = `
        import { fetchHandler } from '@tallystick/runtime/http/fetch';
        import { handle } from './src/server.ts';
        import { talk } from './src/packaged.ts';
        const answer = fetchHandler(handle);
        export const playEngine = async (request) =>
          new URL(request.url).pathname === '/talk' ? new Response(await talk()) : answer(request);`;
      const { outputFiles } = await build({
        stdin: { contents, resolveDir: app, loader: 'ts' },
        bundle: true,
        format: 'esm',
        conditions: ['workerd', 'worker'],
        write: false,
      });
      const file = resolve('test/stacks/node_modules/@cloudflare/workerd-linux-64/bin/workerd');
      const { workerd } = engines;
      if (workerd === undefined) throw new Error('workerd is no engine');
      const engine = await startEngine(workerd, file, outputFiles[0]?.text ?? '');
      try {
        expect(await (await fetch(`${engine.origin}/talk`)).text()).toBe(expectedOutput);
        const port = Number(new URL(engine.origin).port);
        expect(await get(port, '/pets/Tom')).toMatchObject({ status: 200, body: tom });
      } finally {
        await engine.close();
      }
    });
  });

  describe.each(['turbopack', 'webpack'])('in a Next.js app built with %s', (bundler) => {
    const env = { NEXT_TELEMETRY_DISABLED: '1' };
    const file = 'next/dist/bin/next';
    let app: string;
    beforeAll(async () => {
      app = await place.addApp(`next-${bundler}`, next, 'lib/pets');
    });

    test('compiles and is built', async () => {
      const text = await place.run(app, { file, args: ['build', `--${bundler}`], env });
      expect(text).toContain('ƒ /pets/[name]');
      expect(text).not.toContain('it failed');
    }, 600_000);

    test.each(nodes)('responds on Node %i', async (_version, node) => {
      const port = await freePort();
      const args = ['start', '-H', '127.0.0.1', '-p', `${port}`];
      const server = await place.start(app, { file, args, env, node }, port);
      try {
        const page = await get(port, '/');
        expect(page.status).toBe(200);
        expect(page.body.split(`<p>${expectedOutput}</p>`)).toHaveLength(3);
        expect(await get(port, '/pets/Tom')).toMatchObject({ status: 200, body: tom });
        const none = await get(port, '/pets/Jerry');
        expect(none).toMatchObject({ status: 404, body: '{"message":"no pet is called Jerry"}' });
      } finally {
        await server.close();
      }
    });
  });

  describe('in an ESM package for Node', () => {
    let app: string;
    beforeAll(async () => {
      app = await place.addApp('node-next', nodeNext, 'src/pets');
    });

    test.each(compilers)('is built by %s, and runs on each version of Node', async (file) => {
      expect(await place.run(app, { file })).toBe('');
      for (const [, node] of nodes) {
        expect(await place.run(app, { file: node, args: ['dist/main.js'] })).toBe(both);
        expect(await place.run(app, { file: node, args: ['required.cjs'] })).toBe('true\n');
      }
    });

    test.each(nodes)('is tested by ts-jest with the preset on Node %i', async (_version, node) => {
      const run = { file: 'jest/bin/jest.js', args: ['--no-cache'], node };
      expect(await place.run(app, run)).toContain('Tests:       2 passed, 2 total');
    });
  });

  describe('in a project for a bundler', () => {
    let app: string;
    beforeAll(async () => {
      app = await place.addApp('jest', jest, 'src/pets');
    });

    test.each(nodes)(
      'is tested by ts-jest without the preset on Node %i',
      async (_version, node) => {
        const run = { file: 'jest/bin/jest.js', args: ['--no-cache'], node };
        expect(await place.run(app, run)).toContain('Tests:       2 passed, 2 total');
      },
    );
  });

  testQueries(() => place);

  testExamples(() => place);

  test('runs in Bun, which loads each class once', async () => {
    const app = await place.addApp('bun', bun, 'src/pets');
    const file = '@oven/bun-linux-x64/bin/bun';
    expect(await place.run(app, { file, args: ['run', 'src/main.ts'] })).toBe(both);
    const program = `const { ApiError } = require('@tallystick/runtime');
      import('@tallystick/runtime').then((m) => console.log(m.ApiError === ApiError));`;
    expect(await place.run(app, { file, args: ['-e', program] })).toBe('true\n');
  });

  test('compiles and runs in Deno', async () => {
    const app = await place.addApp('deno', deno, 'src/pets');
    const args = ['run', '--check', '--quiet', '--no-remote', '--no-lock', 'src/main.ts'];
    const env = { DENO_DIR: join(app, '.deno'), DENO_NO_UPDATE_CHECK: '1' };
    const file = '@deno/linux-x64-glibc/deno';
    expect(await place.run(app, { file, args, env })).toBe(both);
  });
});

const tom = '{"name":"Tom","kind":"cat"}';

test('the packages of the stage are installed', (context) => {
  context.skip(!isInstalled, 'they are not (npm run test:thorough -- stacks)');
  expect(isInstalled).toBe(true);
});

/** The guide has the settings that are tested here. */
test('the guide shows the preset', () => {
  const guide = readFileSync('docs/guide/stacks.md', 'utf8');
  expect(guide).toContain("preset: 'tallystick'");
});

/** Sends a request to a server on loopback with another host name. */
async function get(
  port: number,
  path: string,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(
      { host: '127.0.0.1', port, path, headers: { host: 'pets.example' } },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (body += piece));
        response.on('end', () => resolve({ status: response.statusCode, body }));
      },
    );
    asking.on('error', reject);
    asking.end();
  });
}
