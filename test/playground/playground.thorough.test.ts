import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chromium, chromiumTitle, desktop, OpenPlayground, phone } from './open-playground.js';

describe.skipIf(chromium === undefined)(`the playground (${chromiumTitle})`, () => {
  let open: OpenPlayground;

  beforeAll(async () => {
    open = await OpenPlayground.open();
  });
  afterAll(() => open?.close());
  beforeEach(async () => {
    await open.page.resize(desktop);
    await open.load();
  });

  /** Types lines at the end of the document, as a person does. */
  async function append(...lines: readonly string[]): Promise<void> {
    await open.page.click('.pg-input .cm-line');
    await open.page.press('End', { control: true });
    for (const line of lines) {
      await open.page.press('Home', { shift: true });
      await open.page.type(line);
      await open.page.press('Enter');
    }
  }

  /** Chooses the file of the output whose name is given. */
  async function choose(name: string): Promise<void> {
    await open.page.evaluate(`(() => {
      const buttons = [...document.querySelectorAll('.pg-file')];
      buttons.find((each) => each.querySelector('.pg-name').textContent === ${JSON.stringify(name)}).id = 'wanted';
    })()`);
    await open.page.click('#wanted');
  }

  test('shows what an edit changes', async () => {
    await append('        detail: { type: string }');
    await open.shows('.pg-changed', 'changed');
    const changed = await open.page.evaluate(
      `[...document.querySelectorAll('.pg-changed .pg-name')].map((each) => each.textContent)`,
    );
    expect(changed).toContain('types.ts');
    expect(changed).not.toContain('client.ts');
    await open.shows('.pg-output .cm-content', 'readonly detail?: string;');
    expect(await open.text('.pg-path')).toBe('api/src/types.ts');
    await choose('pets.ts');
    await open.shows('.pg-path', 'api/src/operations/pets.ts');
    expect(
      await open.page.evaluate(`document.querySelectorAll('.pg-output .tok-keyword').length > 5`),
    ).toBe(true);
  });

  test('marks a mistake, explains it, and leads to it', async () => {
    await append(`        other: { $ref: '#/components/schemas/Othr' }`);
    await open.shows('.pg-status', 'Nothing was generated');
    expect(await open.text('.pg-problem')).toMatch(
      /^error petstore.yaml:110:24 "#\/components\/schemas\/Othr" does not exist/,
    );
    await open.page.until(`document.querySelector('.cm-lint-marker-error') !== null`);
    expect(await open.text('.cm-lintRange-error')).toBe(`'#/components/schemas/Othr'`);
    expect(await open.page.evaluate(`document.querySelector('.pg-problem a').pathname`)).toBe(
      '/diagnostics/unresolved-reference',
    );
    expect(await open.text('.pg-stale')).toContain('the last run without errors');
    expect(await open.text('.pg-output .cm-content')).toContain('export type Status');

    await open.page.press('Home', { control: true });
    await open.shows('.pg-input .cm-activeLine', 'openapi: 3.1.0');
    await open.page.tabTo('.pg-problems button');
    await open.page.press('Enter');
    await open.shows('.pg-input .cm-activeLine', 'other:');
    await open.page.press('ArrowRight');
    for (let character = 0; character < '#/components/schemas/Othr'.length; character += 1)
      await open.page.press('ArrowRight', { shift: true });
    await open.page.type('#/components/schemas/Status');
    await open.shows('.pg-problems', 'None.');
    await open.shows('.pg-output .cm-content', 'readonly other?: Status;');
  });

  test('leads to a mistake in the config file, and has a check box for each emitter', async () => {
    await open.page.click('.pg-emitters summary');
    await open.page.click('.pg-emitters input[name="zod"]');
    await open.shows('.pg-tree', 'zod.ts');
    await open.page.click('#pg-tab-config');
    expect(await open.text('.pg-input .cm-content')).toContain('emitters: [client, server, zod]');
    await append('    npm: 1');
    await open.shows('.pg-problem .pg-place', 'tallystick.yaml:6:5');
    await open.page.click('#pg-tab-document');
    await open.page.click('.pg-problem .pg-place');
    await open.page.until(
      `document.querySelector('#pg-tab-config').getAttribute('aria-selected') === 'true'`,
    );
    expect(await open.text('.cm-lintRange-error')).toBe('npm');
  });

  test('reports what only Node has', async () => {
    await open.page.click('#pg-tab-config');
    await open.page.click('.pg-input .cm-line');
    await open.page.press('End', { control: true });
    await open.page.type('    templates: { README: mine.hbs }\n');
    await open.shows('.pg-problem', '"handlebars" is not installed');
    expect(await open.text('.pg-problem')).toContain('use the command line');
  });

  test('shares a document and its options by a link', async () => {
    await append('        shared: { type: boolean }');
    await open.shows('.pg-output .cm-content', 'readonly shared?: boolean;');
    await open.page.evaluate(
      `[...document.querySelectorAll('.pg-bar button')].find((each) => each.textContent === 'Share').id = 'share'`,
    );
    await open.page.click('#share');
    await open.page.until(`location.hash.startsWith('#input=')`);
    await open.shows('.pg-status', 'no server has seen it');
    const fragment = String(await open.page.evaluate('location.hash'));
    await open.load(fragment);
    await open.shows('.pg-output .cm-content', 'readonly shared?: boolean;');
    expect(await open.text('#pg-tab-document')).toBe('petstore.yaml');
    await open.load(fragment.slice(0, -40));
    expect(await open.text('.pg-status')).toContain('damaged');
  });

  test('packs all files in an archive', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-download-'));
    try {
      await open.page.saveDownloads(folder);
      await open.page.evaluate(
        `[...document.querySelectorAll('.pg-bar button')].find((each) => each.textContent === 'Download all').id = 'all'`,
      );
      await open.page.click('#all');
      const file = join(folder, 'packages.zip');
      await expect.poll(() => existsSync(file)).toBe(true);
      const files = unzipSync(readFileSync(file));
      expect(strFromU8(files['api/src/types.ts'] ?? new Uint8Array())).toContain('interface Pet');
      expect(Object.keys(files)).toHaveLength(14);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('generates every example', async () => {
    const titles = (await open.page.evaluate(
      `[...document.querySelectorAll('#pg-example option')].map((each) => each.value).filter((each) => each !== '')`,
    )) as readonly string[];
    expect(titles).toHaveLength(4);
    for (const expected of ['feed.ts', 'sessions.ts', 'rpc.ts']) {
      await open.page.evaluate(`document.querySelector('#pg-example').focus()`);
      await open.page.press('ArrowDown');
      await open.shows('.pg-tree', expected);
      expect(await open.text('.pg-problems')).toContain('None.');
    }
  });

  test.each([
    ['light', desktop],
    ['dark', { ...desktop, isDark: true }],
    ['a phone', phone],
    ['a phone, dark', { ...phone, isDark: true }],
  ])('is accessible and does not scroll sideways: %s', async (name, size) => {
    await open.page.resize(size);
    await open.load();
    await append(`        other: { $ref: '#/components/schemas/Othr' }`);
    await open.shows('.pg-status', 'Nothing was generated');
    await open.page.click('.pg-emitters summary');
    await open.capture(name.replaceAll(/\W+/g, '-'));
    expect(
      await open.page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      ),
    ).toBe(0);
    await open.page.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8') + '; 0');
    const serious = await open.page.evaluate(`axe.run(document.querySelector('main'))
      .then(({ violations }) => violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]))`);
    expect(serious).toEqual([]);
  });

  test('has a name for every control and reaches each with the keyboard', async () => {
    const names = ['#pg-example', '#pg-file', '#pg-tab-document', '.pg-emitters summary'];
    for (const control of [...names, '.pg-input .cm-content']) await open.page.tabTo(control);
    await open.page.press('Tab');
    await open.page.tabTo('.pg-file');
    await open.page.tabTo('.pg-output .cm-content');
    await open.page.evaluate(`document.querySelector('#pg-tab-document').focus()`);
    await open.page.press('ArrowRight');
    await open.page.until(`document.activeElement?.id === 'pg-tab-config'`);
    expect(open.page.complaints).toEqual([]);
  });
});
