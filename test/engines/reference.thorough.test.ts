import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateDocument } from '../reference/pages.js';
import { type BrowserPage, startBrowser } from '../sandbox/page/browser.js';
import { serveFolder, type StaticServer } from '../static-server.js';
import { findChromium } from './chromium.js';

const chromium = findChromium();
const title = chromium ?? 'no chromium is installed (Debian has it as the package "chromium")';
const folder = resolve('.tallystick/reference-pages');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Pages of each kind, relative to the folder of the documents. */
const pages = [
  'tea/docs/index.html',
  'tea/docs/changelog.html',
  'tea/docs/operations/listOrders.html',
  'tea/docs/operations/createOrder.html',
  'tea/docs/schemas/index.html',
  'tea/docs/schemas/Order.html',
  'market/docs/channels/index.html',
  'market/docs/messages/index.html',
] as const;

describe.skipIf(chromium === undefined)(`reference in a browser (${title})`, () => {
  let browser: BrowserPage;
  let server: StaticServer;
  let hosted = '';
  const local = `${pathToFileURL(folder).href}/`;

  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    for (const [name, path] of [
      ['tea', 'mcp/openapi.yaml'],
      ['market', 'feeds/feed.yaml'],
    ] as const) {
      const { files } = await generateDocument(resolve('test/cases', path));
      for (const [file, text] of files) {
        if (!file.startsWith('docs/')) continue;
        const to = join(folder, name, file);
        mkdirSync(dirname(to), { recursive: true });
        writeFileSync(to, text);
      }
    }
    server = await serveFolder(folder);
    hosted = server.address;
    browser = await startBrowser(chromium ?? '');
    await browser.resize({ width: 1200, height: 900 });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  const text = (expression: string): Promise<string> => browser.evaluate(expression).then(String);

  test.each([
    ['light', false],
    ['dark', true],
  ] as const)(
    'axe-core finds nothing wrong with any page, %s',
    async (_, isDark) => {
      await browser.resize({ width: 1200, height: 900, isDark });
      for (const page of pages) {
        await browser.open(`${hosted}${page}`);
        // The policy of the page does not apply to what a debugger evaluates.
        await browser.evaluate(`${axe}; 0`);
        const found = await text(
          `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] }).then(({ violations }) =>
          JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])))`,
        );
        expect({ page, found: JSON.parse(found) }).toEqual({ page, found: [] });
      }
    },
    40_000,
  );

  test('no page scrolls sideways at 320 pixels', async () => {
    await browser.resize({ width: 320, height: 640 });
    for (const page of pages) {
      await browser.open(`${local}${page}`);
      const wide = await browser.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect({ page, wide }).toEqual({ page, wide: 0 });
    }
    await browser.resize({ width: 1200, height: 900 });
  });

  test.each(['disk', 'host'] as const)(
    'the search is operated with the keyboard alone, from a %s',
    async (from) => {
      const root = from === 'disk' ? local : hosted;
      await browser.open(`${root}tea/docs/schemas/Order.html`);
      await browser.press('/');
      expect(await text('document.activeElement.getAttribute("role")')).toBe('combobox');
      await browser.type('create or');
      await browser.until('document.querySelectorAll("[role=option]").length > 0');
      expect(await text('document.querySelector("[role=option]").textContent')).toContain(
        'createOrder operation: POST /orders',
      );
      await browser.press('ArrowDown');
      expect(
        await text(
          'document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).textContent',
        ),
      ).toContain('createOrder');
      await browser.press('Escape');
      expect(await browser.evaluate('document.querySelector("[role=listbox]").hidden')).toBe(true);
      await browser.press('ArrowDown');
      await browser.until('!document.querySelector("[role=listbox]").hidden');
      await browser.press('Enter');
      await browser.until(
        'document.readyState === "complete" && location.pathname.endsWith("/operations/createOrder.html")',
      );
      expect(await text('document.querySelector("h1").textContent')).toBe('Order tea');
    },
  );

  test('the keyboard reaches the content, every link to a parameter, and the samples', async () => {
    await browser.open(`${local}tea/docs/operations/listOrders.html`);
    await browser.press('Tab');
    expect(await text('document.activeElement.className')).toBe('skip');
    await browser.press('Enter');
    await browser.until('document.activeElement.id === "content"');
    await browser.tabTo('a.anchor[href="#query/limit"]');
    await browser.press('Enter');
    await browser.until('location.hash === "#query/limit"');
    expect(await text('document.querySelector(":target").textContent')).toContain('limit');
    await browser.tabTo('details:nth-of-type(3) summary');
    await browser.press('Enter');
    await browser.until('document.querySelector("[data-sample=curl]").offsetHeight > 0');
    expect(await text('document.querySelector("[data-sample=curl] code").textContent')).toContain(
      'curl https://tea.example/v1/orders',
    );
  });

  test('the colours follow the system, and the choice of the reader is remembered', async () => {
    const background = 'getComputedStyle(document.body).backgroundColor';
    await browser.resize({ width: 1200, height: 900, isDark: true });
    await browser.open(`${hosted}tea/docs/index.html`);
    const dark = await text(background);
    await browser.resize({ width: 1200, height: 900 });
    const light = await text(background);
    expect(dark).not.toBe(light);
    await browser.tabTo('button.theme');
    await browser.press('Enter');
    expect(await text(background)).toBe(dark);
    await browser.open(`${hosted}tea/docs/schemas/Order.html`);
    expect(await text(background)).toBe(dark);
    expect(await text('document.querySelector("button.theme").getAttribute("aria-label")')).toBe(
      'Use light colours',
    );
    await browser.evaluate('localStorage.clear()');
  });

  test('no page has said anything on the console', () => {
    expect(browser.complaints).toEqual([]);
  });
});
