import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { engines, startEngine } from '../engines/engine.js';
import { nodes, type StackFolder } from './stack-folder.js';

/** An example whose tests run with vitest. */
interface Example {
  readonly name: string;
  /** Arguments of `tallystick generate`: those of its npm script. */
  readonly generate: readonly string[];
  readonly tests: number;
  /** The first release of Node that its packages support. */
  readonly since: number;
}

const examples: readonly Example[] = [
  {
    name: 'msw-vitest',
    generate: ['pets.yaml', '--out', 'src/pets', '--emitters', 'client,msw'],
    tests: 5,
    since: 22,
  },
  {
    name: 'fastify-server',
    generate: ['tasks.yaml', '--out', 'src/api'],
    tests: 4,
    since: 20,
  },
  { name: 'mcp-server', generate: [], tests: 3, since: 20 },
  { name: 'cloudflare-worker', generate: [], tests: 5, since: 20 },
];

/** The examples, except the one that is operated in a browser: each is generated, compiled and tested as its README says. */
export function testExamples(placeOf: () => StackFolder): void {
  describe.each(examples)('the example $name', ({ name, generate, tests, since }) => {
    let app: string;
    beforeAll(async () => {
      app = await placeOf().copyApp(name, resolve('examples', name), ...generate);
    });

    test('is generated as its npm script does it', () => {
      const { scripts } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as {
        readonly scripts: Readonly<Record<string, string>>;
      };
      expect(scripts['generate']).toBe(['tallystick', 'generate', ...generate].join(' '));
    });

    test('compiles', async () => {
      const run = { file: 'typescript/bin/tsc', args: ['-p', 'tsconfig.json'] };
      expect(await placeOf().run(app, run)).toBe('');
    });

    const supported = nodes.filter(([version]) => version >= since);
    test.each([...supported.slice(0, 1), ...supported.slice(-1)])(
      'passes its tests on Node %i',
      async (_version, node) => {
        const args = ['run', '--no-color', '--dir', 'test'];
        const run = { file: 'vitest/vitest.mjs', args, node };
        const passed = new RegExp(`Tests +${tests} passed \\(${tests}\\)`);
        expect(await placeOf().run(app, run)).toMatch(passed);
      },
    );
  });

  test('the worker is built by wrangler, and runs in workerd', async () => {
    const place = placeOf();
    const from = resolve('examples/cloudflare-worker');
    const app = await place.copyApp('worker', from);
    const [, node] = nodes.find(([version]) => version >= 22) ?? [];
    const args = ['deploy', '--dry-run', '--outdir', 'dist'];
    const env = { WRANGLER_SEND_METRICS: 'false', XDG_CONFIG_HOME: app };
    const file = 'wrangler/bin/wrangler.js';
    const built = await place.run(app, { file, args, env, ...(node && { node }) });
    expect(built).toContain('--dry-run: exiting now');
    const rates = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"rates":{"EUR":0.8}}');
    });
    await new Promise<void>((done) => rates.listen(0, '127.0.0.1', done));
    const { port } = rates.address() as AddressInfo;
    const variables = { RATES_URL: `http://127.0.0.1:${port}`, API_KEY: 'secret' };
    const contents = `import worker from './dist/worker.js';
      export const playEngine = (request) => worker.fetch(request, ${JSON.stringify(variables)});`;
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: app },
      bundle: true,
      format: 'esm',
      write: false,
    });
    const { workerd } = engines;
    if (workerd === undefined) throw new Error('workerd is no engine');
    const binary = resolve('test/stacks/node_modules/@cloudflare/workerd-linux-64/bin/workerd');
    const engine = await startEngine(workerd, binary, outputFiles[0]?.text ?? '');
    try {
      const url = `${engine.origin}/convert?amount=12.5&from=USD&to=EUR`;
      const answer = await fetch(url, { headers: { 'x-api-key': 'secret' } });
      expect(await answer.json()).toEqual({ amount: 10, currency: 'EUR' });
      expect((await fetch(url)).status).toBe(401);
    } finally {
      await engine.close();
      rates.close();
    }
  });
}
