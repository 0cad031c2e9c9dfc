import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../../generator/index.js';
import { diskHost } from '../../../generator/host/disk.js';
import { memoryHost } from '../../../generator/host/memory.js';
import type { SchemaId } from '../../../generator/model/schema.js';
import { planCheckFiles } from '../../../generator/plan/check-files.js';
import { fileName } from '../../../generator/plan/files.js';
import { upperFirst, wordsOf } from '../../../generator/plan/names/words.js';

/** Things that refer to one another across letters, in a ring, so that their files import one another. */
function ring(count: number, alone: Readonly<Record<string, object>> = {}): string {
  const names = Array.from({ length: count }, (_, index) => nameOf(index));
  const schemas = Object.fromEntries(
    names.map((name, index) => [
      name,
      {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string', pattern: `^${name}-\\d+$` },
          state: { type: 'string', enum: ['open', 'closed', 'gone', 'lost'] },
          next: { $ref: `#/components/schemas/${names[(index + 1) % names.length] ?? ''}` },
        },
      },
    ]),
  );
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Ring', version: '1.0.0' },
    paths: {
      '/rings': {
        post: {
          operationId: 'createRing',
          tags: ['rings'],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/AThing0' } } },
          },
          responses: {
            200: {
              description: 'Made.',
              content: {
                'application/json': { schema: { type: 'array', items: { type: 'string' } } },
              },
            },
          },
        },
      },
    },
    webhooks: {
      turned: {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['turn'],
                  properties: {
                    turn: { type: 'string', maxLength: 9 },
                    by: { $ref: '#/components/schemas/Turner' },
                    at: { $ref: '#/components/schemas/BThing1' },
                  },
                },
              },
            },
          },
          responses: { 204: { description: 'Received.' } },
        },
      },
    },
    components: { schemas: { Turner: turner, ...schemas, ...alone } },
  });
}

function nameOf(index: number): string {
  return `${String.fromCharCode(65 + (index % 26))}Thing${index}`;
}

/** Generated files of a document, by path. */
async function filesOf(document: string): Promise<ReadonlyMap<string, string>> {
  const host = memoryHost({ '/ring.json': document });
  const { ok } = await generate({ documents: ['ring.json'], out: 'out' }, host);
  expect(ok).toBe(true);
  const written = [...host.files()].filter(([path]) => path.startsWith('/out/'));
  return new Map(written.map(([path, text]) => [path.slice('/out/'.length), text]));
}

const turner = {
  type: 'object',
  required: ['state'],
  properties: { state: { type: 'string', enum: ['open', 'closed', 'gone', 'lost'] } },
};
const lonely = { type: 'object', properties: { name: { type: 'string', maxLength: 12 } } };

test('few checks are in one file', async () => {
  const files = await filesOf(ring(40));
  const checks = [...files.keys()].filter((path) => path.includes('validators'));
  expect(checks).toEqual(['validators.ts']);
});

describe('planCheckFiles', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const names = Array.from({ length: 700 }, (_, index) => {
    const letter = (at: number): string => letters.charAt(at % 26);
    const word = letter(index * 7) + letter(index / 26) + letter(index * 3) + letter(index / 11);
    return `${upperFirst(word)}Item`;
  });
  const filesFor = (all: readonly string[]): ReadonlyMap<string, string> => {
    const checks = all.map((name) => ({
      id: name as SchemaId,
      name,
      webhook: undefined,
      service: undefined,
    }));
    const filesOf = planCheckFiles(checks, () => 'operations', '.ts');
    return new Map(all.map((name) => [name, filesOf?.(name as SchemaId).exports ?? '']));
  };

  test('names the files of rare words after schemas, and limits their length', () => {
    const counts = new Map<string, number>();
    for (const file of filesFor(names).values()) counts.set(file, (counts.get(file) ?? 0) + 1);
    const stems = [...counts.keys()].map((file) => file.slice('validators/'.length, -'.ts'.length));
    const known = new Set(['schemas', ...names.map((name) => fileName(wordsOf(name)))]);
    expect(stems.filter((stem) => !known.has(stem))).toEqual([]);
    expect(Math.max(...counts.values())).toBeLessThan(150);
  });

  test('moves checks of at most one file if a schema is added', () => {
    const before = filesFor(names);
    for (const added of ['AardvarkItem', 'MnemonicItem', 'ZitherItem', 'QuietItem']) {
      const after = filesFor([...names, added]);
      const moved = names.filter((name) => before.get(name) !== after.get(name));
      expect(new Set(moved.map((name) => before.get(name))).size).toBeLessThan(2);
    }
  });
});

describe('many checks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-files-'));
  let files: ReadonlyMap<string, string>;
  beforeAll(async () => {
    files = await filesOf(ring(400, { Lonely: lonely }));
    const host = diskHost(folder);
    for (const [path, text] of files) {
      host.makeFolder(join(folder, path, '..'));
      host.write(join(folder, path), new TextEncoder().encode(text));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('are in short files, exported by one file', () => {
    const checks = [...files].filter(([path]) => path.startsWith('validators'));
    for (const [path, text] of checks) expect(text.split('\n').length, path).toBeLessThan(2000);
    const index = files.get('validators.ts') ?? '';
    expect(index).toContain("export * from './validators/a.js';");
    expect(index).not.toContain('functions/');
  });

  test('stay in their files if an unrelated schema is added', async () => {
    const more = await filesOf(ring(400, { Lonely: lonely, Quiet: { type: 'string' } }));
    const changed = [...more.keys()].filter((path) => more.get(path) !== files.get(path));
    const [, , functions = '', guards = ''] = changed;
    expect(changed).toEqual(['.tallystick.json', 'types.ts', functions, guards]);
    expect(functions).toBe(guards.replace('/', '/functions/'));
  });

  test('can be loaded in any order despite cyclic references', async () => {
    const sources = [...files.keys()].filter((path) =>
      /^(?:validators|\w+-checks|types)/.test(path),
    );
    const out = join(folder, 'js');
    await build({
      absWorkingDir: folder,
      entryPoints: sources,
      outdir: out,
      outbase: '.',
      format: 'esm',
    });
    await build({
      entryPoints: ['runtime/core/validate/index.ts'],
      outfile: join(out, 'node_modules/@tallystick/runtime/validate.js'),
      bundle: true,
      format: 'esm',
    });
    const manifest = { type: 'module', exports: { './validate': './validate.js' } };
    writeFileSync(join(out, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(
      join(out, 'node_modules/@tallystick/runtime/package.json'),
      JSON.stringify(manifest),
    );
    const [last = ''] = sources
      .filter((path) => path.startsWith('validators/functions/'))
      .slice(-1);
    for (const first of ['validators/a', last.replace('.ts', ''), 'validators/requests/rings']) {
      const program = `
        await import('./${first}.js');
        const { aThing0Schema, outRequestChecks: requests } = await import('./validators.js');
        const next = { id: 'CThing2-x', state: 'shut' };
        const found = aThing0Schema.check({ id: 'AThing0-1', next: { id: 'BThing1-1', next } });
        console.log(found.map(({ schema }) => schema).join(), Object.keys(requests).join());`;
      writeFileSync(join(out, 'program.mjs'), program);
      const output = execFileSync(process.execPath, [join(out, 'program.mjs')], {
        encoding: 'utf8',
      });
      const place = 'ring.json#/components/schemas/CThing2/properties';
      expect(output.trim(), first).toBe(`${place}/id/pattern,${place}/state/enum createRing`);
    }
  });

  test('are loaded by a server without the checks of responses', async () => {
    const { metafile } = await build({
      entryPoints: [join(folder, 'server.ts')],
      outdir: join(folder, 'server-js'),
      bundle: true,
      write: false,
      metafile: true,
      treeShaking: false,
      format: 'esm',
      packages: 'external',
    });
    const loaded = Object.keys(metafile.inputs).join('\n');
    expect(loaded).toContain('validators/requests/rings.ts');
    expect(loaded).not.toMatch(/validators\/responses|response-checks/);
    expect(loaded).not.toContain('/validators.ts');
  });

  test('of webhooks are loaded by receivers alone', async () => {
    const loadedBy = async (file: string): Promise<readonly string[]> => {
      const { metafile } = await build({
        absWorkingDir: folder,
        entryPoints: [file],
        outdir: 'loaded',
        bundle: true,
        write: false,
        metafile: true,
        treeShaking: false,
        format: 'esm',
        packages: 'external',
      });
      return Object.keys(metafile.inputs).filter((path) => /checks|validators/u.test(path));
    };
    const received = await loadedBy('webhook-receiver.ts');
    expect(received.filter((path) => !path.includes('functions/'))).toEqual(['webhook-checks.ts']);
    expect(received).toContain('validators/functions/webhooks/schemas.ts');
    expect(received.join()).not.toContain('unreferenced');
    for (const file of ['server.ts', 'request-checks.ts', 'response-checks.ts'])
      expect((await loadedBy(file)).join(), file).not.toMatch(/webhook|unreferenced/u);
    expect(files.get('validators.ts')).toContain("export * from './webhook-checks.js';");
  });

  test('are bundled separately', async () => {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: "export { isLonely } from './validators.js';",
        resolveDir: folder,
        loader: 'ts',
      },
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      alias: { '@tallystick/runtime/validate': resolve('runtime/core/validate/index.ts') },
      outdir: folder,
    });
    const [output] = Object.values(metafile.outputs);
    const kept = Object.entries(output?.inputs ?? {}).filter(([, each]) => each.bytesInOutput > 0);
    const paths = kept.map(([path]) => path.replace(/^.*\/(?=validators|validate)/, ''));
    expect(paths.sort()).toEqual([
      'validate/lengths.ts',
      'validate/report-violation.ts',
      'validate/shape.ts',
      'validators/functions/unreferenced/schemas.ts',
      'validators/unreferenced/schemas.ts',
    ]);
    expect(outputFiles[0]?.text).not.toContain('Thing');
  });
});
