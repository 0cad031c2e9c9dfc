import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix, resolve } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlayground } from '../../scripts/build-playground.js';
import { findChromium } from '../engines/chromium.js';
import { type BrowserPage, startBrowser } from '../sandbox/page/browser.js';
import { serveFolder, type StaticServer } from '../static-server.js';

const chromium = findChromium();
const title = chromium ?? 'no chromium is installed (Debian has it as the package "chromium")';
const folder = resolve('.tallystick/site');
const base = '/some/path/';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs a program of the documentation's packages. Returns its output, and '' for a success. */
function runInDocs(...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: 'docs',
    encoding: 'utf8',
    env: { ...process.env, SITE_BASE: base },
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** Pages of the site, relative to it. */
const pagesOf = (): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.html') && path !== '404.html')
    .sort();

let built = 'not built';
beforeAll(async () => {
  await buildPlayground();
  rmSync(folder, { recursive: true, force: true });
  built = runInDocs('node_modules/vitepress/bin/vitepress.js', 'build', '--outDir', folder);
});

describe('documentation as a site', () => {
  test('is built, without links to pages that do not exist', () => {
    expect(built).toBe('');
    expect(pagesOf().length).toBeGreaterThan(300);
  });

  test('has diagrams that are up to date with their text', () => {
    expect(runInDocs('diagrams/render.js', '--check')).toBe('');
  });

  test('has links whose targets and anchors exist, and loads nothing from elsewhere', () => {
    const documents = new Map(pagesOf().map((path) => [path, contentsOf(path)]));
    const broken = [...documents].flatMap(([page, { links, resources }]) =>
      [
        ...links.filter((link) => !leadsSomewhere(page, link, documents)),
        ...resources.filter((address) => /^(?:https?:)?\/\//.test(address)),
      ].map((address) => `${page}: ${address}`),
    );
    expect(broken).toEqual([]);
  });
});

/** What a page links to, what it loads, and the ids of its elements. */
interface Contents {
  readonly links: readonly string[];
  readonly resources: readonly string[];
  readonly ids: ReadonlySet<string>;
}

function contentsOf(path: string): Contents {
  const links: string[] = [];
  const resources: string[] = [];
  const ids = new Set<string>();
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('attrs' in node)
      for (const { name, value } of node.attrs) {
        if (name === 'id') ids.add(value);
        else if (name === 'href') (node.tagName === 'a' ? links : resources).push(value);
        else if (name === 'src') resources.push(value);
      }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(readFileSync(join(folder, path), 'utf8')));
  return { links, resources, ids };
}

/** True for a link to another site, or to a file of this one and an element in it. */
function leadsSomewhere(
  page: string,
  link: string,
  documents: ReadonlyMap<string, Contents>,
): boolean {
  if (/^[a-z]+:/.test(link)) return true;
  const [path = '', anchor = ''] = link.split('#');
  const absolute = path.startsWith(base)
    ? path.slice(base.length)
    : posix.join(dirname(page), path);
  const target = path === '' ? page : absolute.replace(/(^|\/)$/, '$1index.html');
  const known = documents.get(target);
  if (known === undefined) return anchor === '' && existsSync(join(folder, target));
  return anchor === '' || known.ids.has(decodeURIComponent(anchor));
}

describe.skipIf(chromium === undefined)(`documentation in a browser (${title})`, () => {
  let browser: BrowserPage;
  let second: BrowserPage;
  let server: StaticServer;
  beforeAll(async () => {
    server = await serveFolder(folder);
    browser = await startBrowser(chromium ?? '');
    second = await startBrowser(chromium ?? '');
  });
  afterAll(async () => {
    await browser?.close();
    await second?.close();
    server?.close();
  });
  const text = (expression: string): Promise<string> => browser.evaluate(expression).then(String);
  const hydrated = 'document.querySelector("#app")?.__vue_app__ !== undefined';

  test('no page complains, or scrolls sideways at 320 pixels', async () => {
    const pages = pagesOf();
    const half = Math.ceil(pages.length / 2);
    const wide = await Promise.all([
      widePages(browser, pages.slice(0, half)),
      widePages(second, pages.slice(half)),
    ]);
    expect(wide.flat()).toEqual([]);
    expect([...browser.complaints, ...second.complaints]).toEqual([]);
  });

  /** Visits pages on a phone. Returns those that scroll sideways. */
  async function widePages(
    visitor: BrowserPage,
    pages: readonly string[],
  ): Promise<readonly string[]> {
    await visitor.resize({ width: 320, height: 640 });
    const wide: string[] = [];
    let isOpen = false;
    for (const page of pages) {
      // Pages of single diagnostics are alike: after the first, the site exchanges them without loading anew.
      const isAlike = page.startsWith('diagnostics/');
      await (isAlike && isOpen ? follow(visitor, page) : visitor.open(`${server.address}${page}`));
      await visitor.until(hydrated);
      isOpen = isAlike;
      const excess = await visitor.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (excess !== 0) wide.push(`${page}: ${String(excess)}`);
    }
    return wide;
  }

  test('the search finds a page with the keyboard alone', async () => {
    await browser.resize({ width: 1200, height: 900 });
    await browser.open(`${server.address}start/index.html`);
    await browser.until(hydrated);
    await browser.press('/');
    await browser.until('document.activeElement?.id === "localsearch-input"');
    await browser.type('branded types');
    await browser.until('document.querySelector(".result") !== null');
    await browser.press('Enter');
    await browser.until('document.querySelector("h1")?.textContent.startsWith("Branded types")');
    expect(await text('location.pathname')).toBe(`${base}guide/brands.html`);
  });

  test('the keyboard skips to the content, and reaches the navigation', async () => {
    await browser.open(`${server.address}start/client.html`);
    await browser.until(hydrated);
    await browser.press('Tab');
    expect(await text('document.activeElement.textContent.trim()')).toBe('Skip to content');
    await browser.press('Enter');
    await browser.until('document.activeElement.id === "VPContent"');
    await browser.open(`${server.address}start/server.html`);
    await browser.until(hydrated);
    await browser.tabTo(`a[href="${base}frameworks/next.html"]`);
    await browser.press('Enter');
    await browser.until('document.querySelector("h1")?.textContent.startsWith("Next.js")');
  });

  test.each([
    ['light', false],
    ['dark', true],
  ] as const)('axe-core finds nothing serious, %s', async (_, isDark) => {
    const pages = ['index', 'start/server'];
    await browser.resize({ width: 1200, height: 900, isDark });
    for (const page of isDark ? pages : [...pages, 'guide/feeds', 'reference/diagnostics']) {
      await browser.open(`${server.address}${page}.html`);
      await browser.until(hydrated);
      await browser.evaluate(`${axe}; 0`);
      const found = await text(
        `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }).then(({ violations }) => JSON.stringify(
          violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])))`,
      );
      expect({ page, found: JSON.parse(found) }).toEqual({ page, found: [] });
    }
  });
});

/** Follows a link to a page, as a reader does. */
async function follow(visitor: BrowserPage, page: string): Promise<void> {
  const path = `${base}${page}`;
  await visitor.evaluate(
    `(() => {
        const link = document.createElement('a');
        link.href = ${JSON.stringify(path)};
        document.body.append(link);
        link.click();
        link.remove();
      })()`,
  );
  const name = path.replace(/\.html$/, '').replaceAll(/[./]+/g, '_');
  await visitor.until(
    `document.querySelector('.vp-doc')?.classList.contains(${JSON.stringify(name)})`,
  );
}
