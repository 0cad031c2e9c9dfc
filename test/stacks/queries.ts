import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium } from '../engines/chromium.js';
import { type BrowserPage, startBrowser } from '../sandbox/page/browser.js';
import { freePort } from '../free-port.js';
import type { StackFolder } from './stack-folder.js';

const emitters = ['--emitters', 'server,query,swr'];
const compilers = ['typescript/bin/tsc', 'typescript-7/bin/tsc'];

/** Tests the emitters `query` and `swr`: with each framework's adapter as types, and in a Next.js app as a person sees it. */
export function testQueries(placeOf: () => StackFolder): void {
  describe('queries', () => {
    testTypes(placeOf);
    testNextApp(placeOf);
  });
}

function testTypes(placeOf: () => StackFolder): void {
  let app: string;
  beforeAll(async () => {
    const types = resolve('test/stacks/query-types');
    const document = resolve('test/cases/queries/openapi.yaml');
    app = await placeOf().copyApp('query-types', types, document, '--out', 'shop', ...emitters);
    for (const page of ['query', 'swr']) {
      const text = readFileSync(`docs/guide/${page}.md`, 'utf8');
      for (const [index, [, body = '']] of [...text.matchAll(/^```tsx\n(.*?)^```/gms)].entries())
        writeFileSync(join(app, `${page}-${index + 1}.tsx`), body);
    }
    const names = ['@acme/shop', '@acme/tea-shop'];
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: [],
      module: 'ESNext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      noEmit: true,
      paths: Object.fromEntries(
        names.flatMap((name) => [
          [name, ['./shop/index.ts']],
          [`${name}/*`, ['./shop/*.ts']],
        ]),
      ),
    };
    writeFileSync(
      join(app, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }),
    );
  });

  test.each(compilers)(
    'have the types of data and errors in React, Vue, Svelte, Solid and Angular (%s)',
    async (file) => {
      expect(await placeOf().run(app, { file, args: ['-p', '.'] })).toBe('');
    },
  );
}

function testNextApp(placeOf: () => StackFolder): void {
  const chromium = findChromium();
  const env = { NEXT_TELEMETRY_DISABLED: '1' };
  const file = 'next/dist/bin/next';

  describe('in a Next.js app', () => {
    let app: string;
    let origin: string;
    let server: { close(): Promise<void> } | undefined;
    let page: BrowserPage | undefined;
    beforeAll(async () => {
      const place = placeOf();
      const from = resolve('examples/next-query');
      app = await place.copyApp('next-query', from, 'shop.yaml', '--out', 'lib/shop', ...emitters);
      const built = await place.run(app, { file, args: ['build'], env });
      expect(built).not.toContain('it failed');
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      const args = ['start', '-H', '127.0.0.1', '-p', `${port}`];
      server = await place.start(app, { file, args, env }, port);
      if (chromium !== undefined) page = await startBrowser(chromium);
    }, 600_000);
    afterAll(async () => {
      await page?.close();
      await server?.close();
    });

    const browser = (context: { skip(condition: boolean, note: string): void }): BrowserPage => {
      context.skip(page === undefined, 'no chromium is installed (Debian package "chromium")');
      if (page === undefined) throw new Error('the test is skipped');
      return page;
    };
    const items = `[...document.querySelectorAll('li')].map(({ textContent }) => textContent.split(' of ')[0]).join()`;
    const requests = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/')).length`;
    const enter = (item: string): string =>
      `(() => { document.querySelector('input').value = ${JSON.stringify(item)}; document.querySelector('#place').click(); })()`;
    // A click before React has taken over the page would be lost. That changes no node which could be observed.
    const hydrated = `new Promise((done) => {
      const look = () =>
        Object.keys(document.querySelector('#more')).some((name) => name.startsWith('__reactProps'))
          ? done()
          : requestAnimationFrame(look);
      look();
    })`;
    const problem = `document.querySelector('form [role=alert]')?.textContent`;

    test('the server renders the first page of a list', async () => {
      const html = await (await fetch(origin)).text();
      expect(html).toContain('<li>Teapot<!-- --> of <!-- -->2026-01-05');
      expect(html).not.toContain('<li>Cup');
    });

    test('the browser requests only what the server has not', async (context) => {
      const open = browser(context);
      await open.open(`${origin}/`);
      await open.until(`${items} === 'Teapot,Kettle'`);
      await open.evaluate(hydrated);
      expect(await open.evaluate(requests)).toBe(0);
      await open.evaluate(`document.querySelector('#more').click()`);
      await open.until(`${items} === 'Teapot,Kettle,Cup,Strainer'`);
      expect(await open.evaluate(requests)).toBe(1);
      await open.evaluate(`document.querySelector('#more').click()`);
      await open.until(`${items} === 'Teapot,Kettle,Cup,Strainer,Spoon'`);
      await open.until(`document.querySelector('#more') === null`);
      expect(open.complaints).toEqual([]);
    });

    test('a mutation invalidates the list', async (context) => {
      const open = browser(context);
      await open.evaluate(enter('Saucer'));
      await open.until(`${items} === 'Saucer,Teapot,Kettle,Cup,Strainer,Spoon'`);
      expect(open.complaints).toEqual([]);
    });

    test('the error of a mutation is that of its operation', async (context) => {
      const open = browser(context);
      await open.evaluate(enter('Coffee'));
      await open.until(`${problem} === 'there is only tea'`);
    });

    test('SWR shows the same list', async (context) => {
      const open = browser(context);
      await open.open(`${origin}/swr`);
      await open.until(`${items} === 'Saucer,Teapot'`);
      await open.evaluate(`document.querySelector('#more').click()`);
      await open.until(`${items} === 'Saucer,Teapot,Kettle,Cup'`);
      await open.evaluate(enter('Tray'));
      await open.until(`${items}.startsWith('Tray,Saucer,')`);
      await open.evaluate(enter('Coffee'));
      await open.until(`${problem} === 'there is only tea'`);
    });
  });
}
