import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeFragment } from '../../docs/playground/share.js';
import { sharedPath } from '../shared.js';
import { chromium, chromiumTitle, OpenPlayground } from './open-playground.js';

const github = sharedPath('corpus/openapi/octokit-openapi-23.0.2__api.github.com.json');

const script = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';

/** A description with a schema. */
const description = (schema: string, title = 'A'): string =>
  `openapi: 3.1.0\ninfo: { title: ${JSON.stringify(title)}, version: '1' }\npaths: {}\ncomponents:\n  schemas:\n    A: ${schema}\n`;

const bomb = Array.from(
  { length: 30 },
  (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(9)}*a${level}]`,
).join('\n');

describe.skipIf(chromium === undefined)(`the playground (${chromiumTitle}), with`, () => {
  let open: OpenPlayground;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tallystick-hostile-'));
    open = await OpenPlayground.open();
  });
  afterAll(async () => {
    await open?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Drops a file with a text. */
  async function drop(name: string, text: string): Promise<void> {
    const file = join(folder, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
    await open.page.evaluate(`document.querySelector('.pg-status').textContent = ''`);
    await open.page.drop(file, '.pg');
  }

  /** The page is alive, ran nothing of the document, and asked nobody for anything. */
  async function expectUnharmed(): Promise<void> {
    await open.page.click('#pg-tab-config');
    await open.page.until(
      `document.querySelector('#pg-tab-config').getAttribute('aria-selected') === 'true'`,
    );
    expect(await open.page.evaluate('[window.pwned, ({}).pwned, ({}).polluted]')).toEqual([
      null,
      null,
      null,
    ]);
    expect(
      await open.page.evaluate(`document.querySelectorAll('.pg img, .pg script').length`),
    ).toBe(0);
    expect(open.page.complaints).toEqual([]);
    const others = open.page.requests.filter(
      (url) => !/^(?:about:|data:|blob:)/.test(url) && !url.startsWith(open.url),
    );
    expect(others).toEqual([]);
  }

  test.each<readonly [string, string, string, RegExp]>([
    ['aliases that multiply', 'bomb.yaml', `a0: &a0 [x]\n${bomb}\nopenapi: 3.1.0\n`, /error/],
    [
      '10,000 levels of JSON',
      'deep.json',
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
      /error/,
    ],
    ['100,000 levels of YAML', 'deep.yaml', '- '.repeat(100_000), /error/],
    [
      '10,000 schemas in one another',
      'schemas.json',
      `{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{},"components":{"schemas":{"A":${'{"items":'.repeat(10_000)}{}${'}'.repeat(10_000)}}}}`,
      /error|file/,
    ],
    [
      'a pattern that backtracks',
      'slow.yaml',
      description(`{ type: string, pattern: '^(a+)+$', example: ${'a'.repeat(60)}! }`),
      /file|error/,
    ],
    [
      'a pattern of 100,000 characters',
      'long.yaml',
      description(`{ type: string, pattern: '^${'(a|b)?'.repeat(16_000)}$' }`),
      /file|error/,
    ],
    [
      'keys of prototypes',
      'proto.json',
      '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"__proto__":{"polluted":1},"paths":{"__proto__":{"get":{}}},"components":{"schemas":{"__proto__":{"type":"string"},"constructor":{"type":"object","properties":{"__proto__":{"type":"number"},"prototype":{"type":"string"}}}}}}',
      /file|error/,
    ],
    [
      'markup in texts',
      'markup.yaml',
      description(`{ type: string, description: ${JSON.stringify(script)} }`, script),
      /file/,
    ],
    [
      'markup in mistakes',
      'mistakes.yaml',
      description(`{ $ref: ${JSON.stringify(`#/${script}`)} }`),
      /error/,
    ],
    [
      'markup in its name',
      '<img src=x onerror=pwned=1>.yaml',
      description('{ type: string }'),
      /file/,
    ],
    ['an empty text', 'empty.yaml', '', /error/],
    ['bytes of something else', 'image.yaml', '\u0000\u0001PNG\uFFFD'.repeat(1000), /error/],
    [
      'addresses to read',
      'addresses.yaml',
      description(`{ $ref: 'http://127.0.0.1:9/secret.yaml' }`),
      /1 error/,
    ],
  ])('%s, stays as it is', async (_what, name, text, status) => {
    await open.load();
    await drop(name, text);
    await open.page.until(
      `/ms|Nothing was generated|No result/.test(document.querySelector('.pg-status').textContent)`,
    );
    expect(await open.text('.pg-status')).toMatch(status);
    await expectUnharmed();
  });

  test('a link to a hostile input, stays as it is', async () => {
    const fragment = await encodeFragment({
      document: { name: `../../${script}`, text: description('{ type: string }', script) },
      config: `packages:\n  - documents: [../../../etc/passwd, ${JSON.stringify(script)}]\n    out: ../..\n    emitters: ['data:text/javascript,pwned=1', ${JSON.stringify(script)}]\n`,
    });
    await open.load(fragment);
    await open.shows('.pg-status', 'error');
    await expectUnharmed();
  });

  test('a policy that forbids connections, also of the worker', async () => {
    await open.load();
    const other = `http://localhost:${new URL(open.url).port}/`;
    const attempt = `fetch(${JSON.stringify(other)}, { mode: 'no-cors' }).then(() => 'connected', () => 'refused')`;
    expect(await open.page.evaluate(attempt)).toBe('refused');
    const inWorker = `new Promise((resolve) => {
      const source = 'fetch(${JSON.stringify(other)}, { mode: "no-cors" }).then(() => postMessage("connected"), () => postMessage("refused"))';
      const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
    })`;
    expect(await open.page.evaluate(inWorker)).toBe('refused');
  });
});

describe.skipIf(chromium === undefined || github === undefined)(
  `the playground (${chromiumTitle}), with a description of 13 MB`,
  () => {
    let open: OpenPlayground;

    beforeAll(async () => {
      open = await OpenPlayground.open();
    });
    afterAll(() => open?.close());

    test('answers while the generator runs, and generates all of it', async () => {
      await open.page.drop(github ?? '', '.pg');
      await open.page.until(`document.querySelector('.pg').hasAttribute('aria-busy')`);
      await open.page.click('#pg-tab-config');
      await open.page.click('.pg-input .cm-line');
      await open.page.press('End', { control: true });
      await open.page.type('# typed meanwhile');
      const [config, isBusy] = (await open.page.evaluate(
        `[document.querySelector('.pg-input .cm-content').textContent, document.querySelector('.pg').hasAttribute('aria-busy')]`,
      )) as readonly [string, boolean];
      expect({ typed: config.includes('# typed meanwhile'), isBusy }).toEqual({
        typed: true,
        isBusy: true,
      });
      await open.page.until(`/files in/.test(document.querySelector('.pg-status').textContent)`);
      expect(await open.text('.pg-tree')).toContain('repos.ts');
      await open.page.evaluate(
        `[...document.querySelectorAll('.pg-bar button')].find((each) => each.textContent === 'Share').id = 'share'`,
      );
      await open.page.click('#share');
      await open.shows('.pg-status', 'too large for a link');
    });

    test('gives way to another document', async () => {
      await open.page.click('#pg-tab-document');
      await open.page.click('.pg-input .cm-line');
      await open.page.type(' ');
      await open.page.until(`document.querySelector('.pg').hasAttribute('aria-busy')`);
      await open.page.evaluate(`document.querySelector('#pg-example').focus()`);
      await open.page.press('ArrowDown');
      await open.shows('.pg-status', '14 files');
      expect(await open.text('#pg-tab-document')).toBe('petstore.yaml');
    });
  },
);
