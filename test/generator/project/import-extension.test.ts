import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { findImportExtension } from '../../../generator/project/import-extension.js';

type Files = Readonly<Record<string, object | string>>;

function extensionIn(files: Files, folder = '/home/app/src/api'): string | object {
  const texts = Object.entries(files).map(([path, content]) => [
    `/home/app/${path}`,
    typeof content === 'string' ? content : JSON.stringify(content),
  ]);
  const { extension, fault } = findImportExtension(
    folder,
    memoryHost(Object.fromEntries(texts), '/'),
  );
  return fault === undefined ? extension : { extension, ...fault };
}

const options = (compilerOptions: object): object => ({ compilerOptions });

describe('findImportExtension', () => {
  test.each([
    [{ moduleResolution: 'bundler' }, ''],
    [{ moduleResolution: 'Bundler', module: 'preserve' }, ''],
    [{ moduleResolution: 'NodeNext' }, '.js'],
    [{ moduleResolution: 'node16' }, '.js'],
    [{ module: 'nodenext' }, '.js'],
    [{ module: 'Node20' }, '.js'],
    [{ module: 'node18' }, '.js'],
    [{ module: 'esnext' }, ''],
    [{ module: 'commonjs', moduleResolution: 'node' }, ''],
    [{ module: 'commonjs' }, ''],
    [{ strict: true }, ''],
    [{ moduleResolution: 'bundler', allowImportingTsExtensions: true }, '.ts'],
    [{ module: 'nodenext', rewriteRelativeImportExtensions: true }, '.ts'],
    [{ module: 'nodenext', allowImportingTsExtensions: false }, '.js'],
  ])('returns the extension for %j: "%s"', (settings, extension) => {
    expect(extensionIn({ 'tsconfig.json': options(settings) })).toBe(extension);
  });

  test('reads the nearest tsconfig.json', () => {
    const files = {
      'tsconfig.json': options({ module: 'nodenext' }),
      'src/tsconfig.json': options({ moduleResolution: 'bundler' }),
    };
    expect(extensionIn(files)).toBe('');
    expect(extensionIn(files, '/home/app/lib')).toBe('.js');
  });

  test('accepts comments, trailing commas and a byte order mark', () => {
    const text = `\uFEFF{
      // "module": "nodenext",
      /* all of it: "}" */
      "compilerOptions": { "moduleResolution": "bundler", "paths": { "// @/*": ["./*",] }, },
    }`;
    expect(extensionIn({ 'tsconfig.json': text })).toBe('');
  });

  test('returns .js without a tsconfig.json, and .ts with Deno', () => {
    expect(extensionIn({})).toBe('.js');
    expect(extensionIn({ 'deno.json': {} })).toBe('.ts');
    expect(extensionIn({ 'deno.jsonc': '' })).toBe('.ts');
  });

  test('ignores files above the repository', () => {
    const host = memoryHost(
      {
        '/home/tsconfig.json': '{ "compilerOptions": { "moduleResolution": "bundler" } }',
        '/home/app/.git/HEAD': '',
        '/home/app/package.json': '{}',
      },
      '/',
    );
    expect(findImportExtension('/home/app/src/api', host)).toEqual({ extension: '.js' });
    expect(findImportExtension('/home/other', host)).toEqual({ extension: '' });
  });
});

describe('base of a tsconfig.json', () => {
  test('is overridden by later bases and by the file itself', () => {
    const files = {
      'base.json': options({ module: 'nodenext', allowImportingTsExtensions: true }),
      'configs/more.json': {
        extends: '../base',
        ...options({ allowImportingTsExtensions: false }),
      },
    };
    const extending = (base: string | string[], own = {}): Files => ({
      ...files,
      'tsconfig.json': { extends: base, ...options(own) },
    });
    expect(extensionIn(extending('./base'))).toBe('.ts');
    expect(extensionIn(extending('./configs/more.json'))).toBe('.js');
    expect(extensionIn(extending(['./configs/more', './base.json']))).toBe('.ts');
    expect(extensionIn(extending(['./base.json', './configs/more']))).toBe('.js');
    const own = {
      moduleResolution: 'bundler',
      module: 'esnext',
      allowImportingTsExtensions: false,
    };
    expect(extensionIn(extending('./base', own))).toBe('');
  });

  test.each([
    ['a file of a package', '@tsconfig/node/tsconfig.json', '@tsconfig/node/tsconfig.json', {}],
    ['a file without its extension', 'expo/tsconfig.base', 'expo/tsconfig.base.json', {}],
    ['a package', '@tsconfig/node', '@tsconfig/node/tsconfig.json', {}],
    ['the tsconfig of a package', 'mine', 'mine/node.json', { tsconfig: './node.json' }],
    [
      'a subpath of exports',
      'mine/node',
      'mine/all/n.json',
      { exports: { './node': './all/n.json' } },
    ],
    [
      'a pattern of exports',
      'mine/n',
      'mine/all/n.json',
      { exports: { './*': { default: './all/*.json' } } },
    ],
  ])('may be %s', (_what, settings, path, manifest) => {
    const [, name = ''] = /^((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    const files = {
      'tsconfig.json': { extends: settings },
      [`node_modules/${name}/package.json`]: manifest,
      [`node_modules/${path}`]: options({ module: 'nodenext' }),
    };
    expect(extensionIn(files)).toBe('.js');
    expect(
      extensionIn(
        { ...files, 'packages/a/tsconfig.json': { extends: settings } },
        '/home/app/packages/a/api',
      ),
    ).toBe('.js');
  });

  test('is reported if missing', () => {
    const fault = { path: '/home/app/tsconfig.json', missing: '@tsconfig/node20' };
    const extending = (own: object): Files => ({
      'tsconfig.json': { extends: '@tsconfig/node20', ...options(own) },
    });
    expect(extensionIn(extending({}))).toEqual({ extension: '.js', ...fault });
    expect(extensionIn(extending({ moduleResolution: 'bundler' }))).toEqual({
      extension: '',
      ...fault,
    });
    expect(extensionIn(extending({ allowImportingTsExtensions: true }))).toBe('.ts');
    expect(extensionIn(extending({ module: 'nodenext', allowImportingTsExtensions: false }))).toBe(
      '.js',
    );
    expect(extensionIn({ 'tsconfig.json': '{' })).toEqual({
      extension: '.js',
      path: '/home/app/tsconfig.json',
    });
  });

  test('may be circular', () => {
    const files = {
      'tsconfig.json': { extends: './a.json', ...options({ module: 'nodenext' }) },
      'a.json': { extends: ['./a.json', './tsconfig.json'] },
    };
    expect(extensionIn(files)).toBe('.js');
  });
});

describe('tsconfig.json with project references', () => {
  const solution = {
    'tsconfig.json': {
      files: [],
      references: [{ path: './tsconfig.node.json' }, { path: './tsconfig.app.json' }],
    },
    'tsconfig.node.json': { include: ['vite.config.ts'], ...options({ module: 'nodenext' }) },
    'tsconfig.app.json': { include: ['src'], ...options({ moduleResolution: 'bundler' }) },
  };

  test('uses the project that includes the folder', () => {
    expect(extensionIn(solution)).toBe('');
    expect(
      extensionIn({
        ...solution,
        'tsconfig.node.json': { ...solution['tsconfig.node.json'], include: ['src/**/*.ts'] },
      }),
    ).toBe('.js');
  });

  test.each([
    [{ include: ['src'] }, true],
    [{ include: ['./src/'] }, true],
    [{ include: ['src/**/*'] }, true],
    [{ include: ['**/api/*.ts'] }, true],
    [{ include: ['s?c/a*/i*.ts'] }, true],
    [{ include: ['${configDir}/src'] }, true],
    [{ files: ['src/api/index.ts'] }, true],
    [{}, true],
    [{ include: ['src/*'] }, false],
    [{ include: ['lib', 'src/ap'] }, false],
    [{ include: ['src'], exclude: ['src/api'] }, false],
    [{ include: ['src'], exclude: ['**/api/**'] }, false],
    [{ include: ['src'], exclude: ['**/*.test.ts'] }, true],
    [{ files: ['src/main.ts'] }, false],
    [{ compilerOptions: { outDir: './src' } }, false],
  ])('matches %j: %s', (project: object, isIncluded) => {
    const files = {
      'tsconfig.json': { files: [], references: [{ path: './one' }] },
      'one/tsconfig.json': { extends: '../base.json' },
      'base.json': { ...options({ module: 'nodenext' }), ...project },
    };
    const moved = { ...files, 'tsconfig.json': { files: [], references: [{ path: 'base.json' }] } };
    expect(extensionIn(moved)).toBe(isIncluded ? '.js' : '');
  });

  test('is reported if a project is missing', () => {
    const { 'tsconfig.app.json': _, ...rest } = solution;
    expect(extensionIn(rest)).toEqual({
      extension: '.js',
      path: '/home/app/tsconfig.json',
      missing: './tsconfig.app.json',
    });
  });
});
