import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { generate, memoryHost, type PackageRequest } from '../../../generator/index.js';

const spec = resolve(import.meta.dirname, '../../../spec');
const sources = Object.fromEntries(
  readdirSync(spec, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(spec, path)).isFile())
    .map((path) => [`/spec/${path}`, readFileSync(join(spec, path))]),
);

/** Description with enough schemas for checks in many files, and a service called like a kind of message. */
const many = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Many', version: '1.0.0' },
  paths: {
    '/things': {
      post: {
        operationId: 'addThing',
        tags: ['requests'],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { thing: { $ref: '#/components/schemas/Thing0' } },
              },
            },
          },
        },
        responses: { 204: { description: 'Added.' } },
      },
    },
  },
  components: {
    schemas: Object.fromEntries(
      Array.from({ length: 301 }, (_, index) => [
        `Thing${index}`,
        {
          type: 'object',
          required: ['id'],
          properties: {
            id: { type: 'string', pattern: `^${index}$` },
            next: { $ref: `#/components/schemas/Thing${(index + 1) % 301}` },
            tags: { type: 'object', propertyNames: { pattern: '^x' } },
          },
        },
      ]),
    ),
  },
});

/** Files of a package, by path below its sources. */
async function filesOf(request: Partial<PackageRequest>): Promise<ReadonlyMap<string, string>> {
  const host = memoryHost({ ...sources, '/many.json': many });
  const { ok } = await generate(
    { documents: [], out: '/out', package: '@acme/a', ...request },
    host,
  );
  expect(ok).toBe(true);
  return new Map(
    [...host.files()].flatMap(([path, text]) =>
      path.startsWith('/out/src/') ? [[path.slice('/out/src/'.length), text] as const] : [],
    ),
  );
}

const printer = ts.createPrinter({ removeComments: true });

/** Statements without the differences that mean nothing: layout, comments, and the form of a guard. */
function normalised(path: string, text: string): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
  return printer
    .printFile(file)
    .replaceAll(
      /export function (\w+)\(value\) \{\s+return ([^;]+);\s+\}/g,
      'export const $1 = (value) => $2;',
    )
    .replaceAll(/import (?:type )?\{([^}]*)\}/g, (_, names: string) => {
      const sorted = names.split(',').flatMap((name) => name.trim().replace(/^type /, '') || []);
      return `import {${sorted.sort().join(',')}}`;
    })
    .replaceAll(/\s+|(?<=export )declare /g, '')
    .split(/(?<=[;{}])/u);
}

/** Compares long lists, and shows only the first difference. */
function expectEqual(given: readonly string[], wanted: readonly string[], path: string): void {
  const first = given.findIndex((each, index) => each !== wanted[index]);
  expect(first < 0 ? undefined : [given[first], wanted[first]], path).toBeUndefined();
  expect(given.length, path).toBe(wanted.length);
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
};

const requests: { readonly [name: string]: Partial<PackageRequest> } = {
  'a description with webhooks': { documents: ['/spec/platform/openapi.yaml'] },
  'a description with feeds': {
    documents: ['/spec/exchange/rest.openapi.yaml', '/spec/exchange/feed.asyncapi.yaml'],
  },
  'a description whose checks are divided': { documents: ['/many.json'] },
};

describe.each(Object.entries(requests))('checks as JavaScript, of %s', (_, request) => {
  test('are the TypeScript without its types', async () => {
    const javascript = await filesOf(request);
    const typescript = await filesOf({ ...request, checkFiles: 'ts' });
    const checks = [...javascript.keys()].filter((path) => path.endsWith('.js'));
    expect(checks).toContain('validators.js');
    for (const path of checks) {
      const text = typescript.get(path.replace(/\.js$/, '.ts')) ?? '';
      const { outputText } = ts.transpileModule(text, { compilerOptions });
      expectEqual(normalised(path, javascript.get(path) ?? ''), normalised(path, outputText), path);
    }
  });

  test('have the declarations of the TypeScript', async () => {
    const javascript = await filesOf(request);
    const typescript = await filesOf({ ...request, checkFiles: 'ts' });
    const declarations = [...javascript.keys()].filter((path) => path.endsWith('.d.ts'));
    expect(declarations).toContain('validators.d.ts');
    for (const path of declarations) {
      const text = typescript.get(path.replace(/\.d\.ts$/, '.ts')) ?? '';
      const { outputText, diagnostics } = ts.transpileDeclaration(text, { compilerOptions });
      expect(diagnostics).toEqual([]);
      expectEqual(normalised(path, javascript.get(path) ?? ''), normalised(path, outputText), path);
    }
  });
});

test('the TypeScript of the same checks compiles with the strictest options', async () => {
  const folder = resolve('.tallystick/checks');
  rmSync(folder, { recursive: true, force: true });
  for (const [index, request] of Object.values(requests).entries()) {
    for (const [path, text] of await filesOf({ ...request, checkFiles: 'ts' })) {
      const target = join(folder, String(index), path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
  }
  const config = { extends: '../../tsconfig.json', include: ['.'], exclude: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = resolve('node_modules/typescript-7/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

describe('files of checks', () => {
  const document = { documents: ['/many.json'] };

  test('are TypeScript in sources and in packages with CommonJS', async () => {
    const isCheck = (path: string): boolean => path.startsWith('validators');
    const commonJs = await filesOf({ ...document, moduleFormats: ['esm', 'cjs'] });
    expect([...commonJs.keys()].filter(isCheck).every((path) => /(?<!\.d)\.ts$/.test(path))).toBe(
      true,
    );
    const host = memoryHost({ '/many.json': many });
    await generate({ ...document, out: '/out' }, host);
    expect([...host.files().keys()].filter((path) => path.endsWith('.js'))).toEqual([]);
  });

  test('cannot be JavaScript in a package with CommonJS', async () => {
    const host = memoryHost({ '/many.json': many });
    const { diagnostics } = await generate(
      { ...document, out: '/out', package: 'a', moduleFormats: ['esm', 'cjs'], checkFiles: 'js' },
      host,
    );
    expect(diagnostics.map(({ code }) => code)).toContain('check-files');
  });

  test('of the other language are removed', async () => {
    const host = memoryHost({ '/many.json': many });
    const request = { ...document, out: '/out', package: 'a' };
    await generate(request, host);
    await generate({ ...request, checkFiles: 'ts' }, host);
    const paths = [...host.files().keys()].filter((path) => path.includes('validators'));
    expect(paths.filter((path) => !/(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });
});
