import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { run, type Outcome } from '../generator/cli/console.js';
import { sharedPath } from '../shared.js';
import { breakouts } from './hostile/breakout.js';
import { outputFolder, overlayHost, type OverlayHost } from './hostile/overlay-host.js';
import { createWorkbench } from './hostile/type-check.js';

const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';
const hostile = sharedPath('corpus', 'hostile', 'INDEX.tsv');
const bad = sharedPath('corpus', 'openapi-bad', 'INDEX.tsv');

/** Names that nothing but a payload of these documents brings in. */
const payloads = new Set(['__pwned', 'pwned_escape', 'polluted', 'eval', 'process', 'require']);
const bench = createWorkbench('hostile');
const connect = vi.spyOn(Socket.prototype, 'connect');
afterAll(() => connect.mockRestore());

describe('breakouts', () => {
  test.each([
    ["const a = '' + (globalThis.__pwned = 1) + '';", ['x.ts:1: __pwned']],
    ['// a\nprocess.exit(3);', ['x.ts:2: ExpressionStatement', 'x.ts:2: process']],
    ['const a = `/pets/${id}`;', ['x.ts:1: a template']],
    ['const a = /a+/;', ['x.ts:1: /a+/']],
    ["/** __pwned */\nconst a = '__pwned';", []],
  ])('finds code from the document in %j: %j', (text, want) => {
    expect(breakouts('x.ts', text, payloads)).toEqual(want);
  });
});

describe.skipIf(hostile === undefined)(`hostile documents (${reason})`, () => {
  test.each(rowsOf(hostile))('$file: $detail', async ({ file, expect: wanted, line }) => {
    const { outcome, host } = await generate(dirname(hostile ?? ''), file ?? '');
    expectHarmless(outcome, host, join(dirname(hostile ?? ''), 'docs'));
    if (wanted === 'neutralise' || outcome.code === 0) {
      expect(wanted).not.toBe('refuse');
      expect(outcome).toMatchObject({ code: 0 });
      expectNoBreakout(nameOf(file), host);
    } else {
      expect(outcome.code).toBe(1);
      // The line of the table is that of the payload if both results are valid.
      const place = wanted === 'refuse' ? `${file}:${line}:` : `${file}:`;
      const errors = outcome.error.split('\n').filter((each) => each.includes(': error: '));
      expect(errors).toEqual(expect.arrayContaining([expect.stringContaining(place)]));
      expect(host.written()).toEqual(new Map());
    }
  });
});

/** Invalid documents that are accepted with a diagnostic, and its line. */
const meaningful: Readonly<Record<string, string>> = {
  'openapi-ts__2.0.x__circular.yaml': '',
  'kin-openapi__testdata__swagger.json': '',
  'learn.openapis.org__json__petstore-minimal.json': '',
  'redocly-cli__fixtures__swagger2.yaml': '',
  'ogen__paths__duplicate_path_item.json': ':27:5: warning: ',
  'ogen__wrong_default_type__bool_value.json': ':20:34: warning: the default does not satisfy',
  'ogen__allOf__type_mismatch.json': ':18:19: warning: no value has the types of all parts',
  'ogen__components__invalid_schemas_component_name.json': ':20:7: warning: ',
  'oapi-codegen__testdata__enum_value_newline.yaml': '',
  'oapi-codegen__testdata__path_newline.yaml': '',
  'oapi-codegen__testdata__property_name_backtick.yaml': '',
  'oapi-codegen__testdata__security_scope_quote.yaml': '',
};

/** The others: the line and the code of what is wrong with them. */
const broken: Readonly<Record<string, string>> = {
  'openapi-ts__2.0.x__full.yaml': '529 unused-path-parameter',
  'openapi-ts__invalid__operationId-unique.yaml': '17 duplicate-operation-id',
  'openapi-ts__invalid__servers-array.yaml': '6 invalid-type',
  'openapi-ts__invalid__servers-required.yaml': '6 missing-member',
  'ogen__paths__optional_path_parameter.json': '25 optional-path-parameter',
  'ogen__paths__unknown_path_parameter.json': '11 unused-path-parameter',
  'ogen__paths__invalid_path.json': '8 invalid-path',
  'ogen__parameters__duplicate_parameter.json': '19 duplicate-parameter',
  'ogen__parameters__parameter_multiple_content_entries.json': '14 parameter-description',
  'ogen__parameters__unknown_parameter_style.json': '14 invalid-style',
  'ogen__cyclic__response.json': '12 reference-cycle',
  'ogen__ref__unknown_parameter_ref.json': '12 unresolved-reference',
  'ogen__null__components_parameter.json': '10 invalid-type',
  'ogen__cyclic__allOf_single.json': '28 schema-cycle',
  'kin-openapi__testdata__issue235.spec0-typo.yml': '24 unresolved-reference',
};

describe.skipIf(bad === undefined)(`invalid documents (${reason})`, () => {
  test.each(rowsOf(bad))('$file: $what_is_wrong', async ({ file = '' }) => {
    const { outcome, host } = await generate(dirname(bad ?? ''), file);
    expectHarmless(outcome, host, dirname(bad ?? ''));
    const expected = Object.hasOwn(meaningful, file) ? meaningful[file] : undefined;
    if (expected === undefined) {
      expect(outcome.code).toBe(1);
      const [line, code] = broken[file]?.split(' ') ?? [];
      expect(outcome.error).toMatch(new RegExp(`:${line}:\\d+: error: .*\\[${code}\\]`));
      expect(host.written()).toEqual(new Map());
    } else {
      expect(outcome.code).toBe(0);
      expect(outcome.error).toContain(expected);
      expectNoBreakout(nameOf(file), host);
    }
  });
});

describe.skipIf(bad === undefined)(`invalid documents with --lenient (${reason})`, () => {
  const rows = rowsOf(bad).filter(({ file = '' }) => !Object.hasOwn(meaningful, file));
  test.each(rows)('$file: $what_is_wrong', async ({ file = '' }) => {
    const { outcome, host } = await generate(dirname(bad ?? ''), file, '--lenient');
    expectHarmless(outcome, host, dirname(bad ?? ''));
    expect(outcome.error).toMatch(/:\d+:\d+: warning: /);
    expect(outcome.code).toBe(0);
    expectNoBreakout(nameOf(file), host);
  });
});

describe.skipIf(hostile === undefined || bad === undefined)(
  `output of these documents (${reason})`,
  () => {
    test('compiles with the strictest options', () => {
      expect(bench.check()).toEqual([]);
    }, 120_000);

    test('executes no words of the documents when it is loaded', async () => {
      for (const [name, files] of outputs) {
        for (const path of files.filter((each) => !each.includes('/')))
          await import(pathToFileURL(join(bench.folder, name, path)).href);
      }
      expect(outputs.size).toBeGreaterThan(40);
      expect(globalThis).not.toHaveProperty('__pwned');
      expect({}).not.toHaveProperty('polluted');
    }, 120_000);
  },
);

const outputs = new Map<string, readonly string[]>();

async function generate(
  folder: string,
  file: string,
  ...options: readonly string[]
): Promise<{ readonly outcome: Outcome; readonly host: OverlayHost }> {
  const host = overlayHost(folder);
  const outcome = await run(['generate', file, '--out', outputFolder, ...options], host);
  return { outcome, host };
}

/** Checks that nothing crashed, was read or written outside the folder, was called, or revealed a secret. */
function expectHarmless({ error, out }: Outcome, host: OverlayHost, folder: string): void {
  expect(error).not.toContain('internal error');
  expect(error).not.toMatch(/^ +at .*:\d+:\d+/m);
  expect(host.reads.filter((path) => !path.startsWith(`${folder}/`))).toEqual([]);
  expect([...host.written().keys()].filter((path) => path.startsWith('/'))).toEqual([]);
  expect(connect).not.toHaveBeenCalled();
  const everything = [error, out, ...host.written().values()].join('\n');
  expect(everything).not.toContain('secretCanary7f3a');
  expect(everything).not.toMatch(/[\0\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  expect({}).not.toHaveProperty('polluted');
}

function expectNoBreakout(name: string, host: OverlayHost): void {
  const sources = new Map([...host.written()].filter(([path]) => path.endsWith('.ts')));
  expect(sources.size).toBeGreaterThan(0);
  expect([...sources].flatMap(([path, text]) => breakouts(path, text, payloads))).toEqual([]);
  bench.add(name, sources);
  outputs.set(name, [...sources.keys()]);
}

function nameOf(file = ''): string {
  return basename(file).replace(/\.\w+$/, '');
}

/** The rows of a table whose first line names the columns. */
function rowsOf(path: string | undefined): readonly Readonly<Record<string, string>>[] {
  if (path === undefined) return [];
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const columns = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}
