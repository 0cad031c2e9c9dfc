import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diff, diskHost, memoryHost } from '../../../generator/index.js';
import { run } from '../cli/console.js';

const old = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100 } }
      responses:
        '200':
          description: The pets
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Pet' } }
  /pets/{id}:
    delete:
      operationId: deletePet
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses: { '204': { description: Deleted } }
components:
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: string }
        name: { type: string }
        status: { type: string, enum: [available, sold] }
`;

const next = old
  .replace('maximum: 100', 'maximum: 50')
  .replace(/ {2}\/pets\/\{id\}:[\s\S]*(?=components)/, '')
  .replace('required: [id, name]', 'required: [id]')
  .replace('[available, sold]', '[available, sold, pending]');

const host = memoryHost({ '/work/old.yaml': old, '/work/new.yaml': next }, '/work');

describe('diff', () => {
  test('reports who is concerned, where, and which names change', async () => {
    const result = await diff({ old: 'old.yaml', new: 'new.yaml' }, host);
    expect(result).toMatchObject({ ok: true, diagnostics: [], clients: 'breaking' });
    const removed = result.changes.find(({ rule }) => rule === 'operation-removed');
    expect(removed).toMatchObject({
      subject: 'DELETE /pets/{id}',
      verdicts: { caller: 'breaking', server: 'compatible' },
      old: { path: 'old.yaml', line: 16, column: 5 },
      new: { path: 'new.yaml', line: 1 },
    });
    expect(removed?.exports).toContainEqual({
      name: 'deletePet',
      kind: 'function',
      change: 'removed',
    });
    expect(result.changes.find(({ rule }) => rule === 'property-optional')).toMatchObject({
      subject: 'Pet.name',
      verdicts: { caller: 'breaking', server: 'compatible' },
      exports: [{ name: 'Pet', kind: 'type', member: 'name', change: 'changed' }],
      uses: ['response 200 of GET /pets'],
    });
    expect(result.changes.find(({ rule }) => rule === 'enum')).toMatchObject({
      message: 'of the values, "pending" was added',
      verdicts: { caller: 'risky', server: 'compatible' },
    });
    expect(result.changes.find(({ rule }) => rule === 'keyword-maximum')).toMatchObject({
      message: '"maximum: 100" became "maximum: 50"',
      verdicts: { caller: 'breaking', server: 'compatible' },
      exports: [{ name: 'ListPetsQuery', member: 'limit', change: 'changed' }],
    });
  });

  test('reports nothing about the same description in other words', async () => {
    const same = `components:
  schemas:
    Pet:
      allOf: [{ $ref: '#/components/schemas/Named' }]
      type: object
      properties:
        status: { anyOf: [{ const: sold }, { const: available }] }
        id: { $ref: '#/components/schemas/Id' }
      required: [id]
    Named: { required: [name], properties: { name: { type: string } }, type: object }
    Id: { type: string }
${old.replace(/components:[\s\S]*/, '')}`;
    const files = memoryHost({ '/work/old.yaml': old, '/work/new.yaml': same }, '/work');
    const { changes } = await diff({ old: 'old.yaml', new: 'new.yaml' }, files);
    expect(changes).toEqual([]);
  });

  test.each([
    ['description: A pet.', 'schema-documentation', 'cosmetic'],
    ['deprecated: true', 'schema-deprecation', 'compatible'],
    ['default: { name: Ada }', 'schema-default', 'compatible'],
  ])('reports "%s" of a schema that others refer to', async (line, rule, verdict) => {
    const said = old.replace('    Pet:\n', `    Pet:\n      ${line}\n`);
    const files = memoryHost({ '/work/old.yaml': old, '/work/new.yaml': said }, '/work');
    const there = await diff({ old: 'old.yaml', new: 'new.yaml' }, files);
    expect(there.changes).toMatchObject([{ rule, subject: 'Pet', clients: verdict }]);
    const back = await diff({ old: 'new.yaml', new: 'old.yaml' }, files);
    expect(back.changes).toMatchObject([{ rule, subject: 'Pet', clients: verdict }]);
  });

  test('compares channels for publishers and subscribers', async () => {
    const feed = (payload: string): string => `asyncapi: 3.0.0
info: { title: Ticker, version: 1.0.0 }
channels:
  ticker:
    address: /ticker
    messages: { trade: { payload: { type: object, required: [price], properties: ${payload} } } }
operations:
  sendTrade: { action: send, channel: { $ref: '#/channels/ticker' } }
`;
    const files = memoryHost(
      {
        '/old.yaml': feed('{ price: { type: string } }'),
        '/new.yaml': feed('{ price: { type: number } }'),
      },
      '/',
    );
    const { changes } = await diff({ old: 'old.yaml', new: 'new.yaml' }, files);
    expect(changes).toMatchObject([
      { rule: 'type', verdicts: { subscriber: 'breaking', publisher: 'breaking' } },
    ]);
  });
});

describe('tallystick diff', () => {
  test.each([
    [[], 0],
    [['--fail-on', 'breaking'], 1],
    [['--fail-on', 'breaking', '--for', 'servers'], 0],
    [['--fail-on', 'cosmetic', '--for', 'servers'], 1],
  ])('exits by the verdict with %j', async (flags, code) => {
    const outcome = await run(['diff', 'old.yaml', 'new.yaml', ...flags], host);
    expect(outcome).toMatchObject({ code, error: '' });
    const quiet = await run(['diff', 'old.yaml', 'new.yaml', '-q', ...flags], host);
    expect(quiet).toEqual({ code, out: '', error: '' });
  });

  test('prints a report in each format', async () => {
    const report = async (form: string): Promise<string> =>
      (await run(['diff', 'old.yaml', 'new.yaml', '--format', form], host)).out;
    expect(await report('text'))
      .toContain(`breaking: Pet.name: the property "name" is no longer required [property-optional]
  caller: breaking, server: compatible
  old: old.yaml:28:9
  new: new.yaml:22:9
  in: response 200 of GET /pets
  names: type Pet.name (changed)
`);
    expect(JSON.parse(await report('json'))).toMatchObject({
      command: 'diff',
      ok: true,
      clients: 'breaking',
      changes: expect.arrayContaining([
        expect.objectContaining({
          rule: 'enum',
          verdict: 'risky',
          page: 'docs/guide/diff-rules.md#enum',
        }),
      ]),
    });
    expect(await report('markdown')).toMatch(
      /^## Breaking\n\n- DELETE \/pets\/\\\{id\\\}: the operation was removed/m,
    );
    expect(await report('github')).toMatch(
      /^::error file=new\.yaml,line=22,col=9,title=property-optional::breaking/m,
    );
  });

  test('encodes text of a description in every format', async () => {
    const hostile = old
      .replaceAll('listPets', 'x')
      .replace('name: limit', 'name: "![a](b) <b>@all\\u001b[31m\\n::error::"');
    const files = memoryHost({ '/old.yaml': old, '/new.yaml': hostile }, '/');
    for (const form of ['text', 'json', 'markdown', 'github']) {
      const { out } = await run(['diff', 'old.yaml', 'new.yaml', '--format', form], files);
      expect(out).not.toContain('\u001b');
      expect(out).not.toMatch(/^::error::/m);
      if (form === 'markdown') expect(out).not.toMatch(/!\[a\]|<b>|@all/);
    }
  });

  test.each([
    [['missing.yaml', 'new.yaml'], 'missing.yaml'],
    [['old.yaml', 'main:new.yaml'], 'no version control'],
  ])('prints one diagnostic and exits with 2 for %j', async (names, text) => {
    const { code, error, out } = await run(['diff', ...names], host);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain(text);
    expect(error).not.toContain('    at ');
  });

  test('explains its rules', async () => {
    const { out } = await run(['explain', 'property-removed'], host);
    expect(out).toMatch(/^# property-removed\n\nA change that "tallystick diff" reports\./);
  });
});

describe('git revisions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-diff-'));
  const git = (...args: readonly string[]): void =>
    void execFileSync('git', args, {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...process.env,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'a',
        GIT_AUTHOR_EMAIL: 'a@example.com',
        GIT_COMMITTER_NAME: 'a',
        GIT_COMMITTER_EMAIL: 'a@example.com',
      },
    });
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  const main = old
    .replace("'#/components/schemas/Pet'", "'pet.yaml'")
    .replace(/components:[\s\S]*/, '');
  const pet = 'type: object\nproperties:\n  name: { type: string }\n';

  beforeAll(() => {
    mkdirSync(join(folder, 'spec'));
    write('spec/api.yaml', main);
    write('spec/pet.yaml', pet);
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    write('spec/pet.yaml', pet.replace('string', 'integer'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('are read with the files that they refer to', async () => {
    const result = await diff(
      { old: 'main:spec/api.yaml', new: 'spec/api.yaml' },
      diskHost(folder),
    );
    expect(result.changes).toMatchObject([
      {
        rule: 'type',
        old: { path: 'main:spec/pet.yaml', line: 3, column: 11 },
        new: { path: 'spec/pet.yaml', line: 3, column: 11 },
      },
    ]);
    const unchanged = await diff(
      { old: 'HEAD:spec/api.yaml', new: 'main:spec/api.yaml' },
      diskHost(folder),
    );
    expect(unchanged).toMatchObject({ ok: true, changes: [] });
  });

  test('may have paths below the working directory', async () => {
    const result = await diff(
      { old: 'main:./api.yaml', new: 'api.yaml' },
      diskHost(join(folder, 'spec')),
    );
    expect(result).toMatchObject({ ok: true, changes: [{ rule: 'type' }] });
  });

  test.each([
    ['other:spec/api.yaml', 'git has no revision "other" here'],
    ['--help:spec/api.yaml', 'git has no revision "--help" here'],
    ['main:spec/none.yaml', 'does not exist'],
  ])('that do not exist are reported: %s', async (name, sentence) => {
    const { code, error } = await run(['diff', '--', name, 'spec/api.yaml'], diskHost(folder));
    expect(code).toBe(2);
    expect(error).toContain(sentence);
    expect(error.match(/error:/g)).toHaveLength(1);
  });

  test('need a repository', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'tallystick-diff-'));
    const { code, error } = await run(['diff', 'main:a.yaml', 'b.yaml'], diskHost(outside));
    expect({ code, error }).toMatchObject({
      code: 2,
      error: expect.stringContaining('is in no git repository'),
    });
    rmSync(outside, { recursive: true });
  });
});
