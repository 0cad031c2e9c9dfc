import { describe, expect, test } from 'vitest';
import { memoryHost, type MemoryHost } from '../../generator/host/memory.js';
import { run } from './cli/console.js';

const pet = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, born: { type: 'string', format: 'date' } },
};
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: {
    '/pet': {
      get: { operationId: 'getPet', responses: { 200: { description: 'It.', content } } },
    },
  },
  components: { schemas: { Pet: pet } },
});

function project(compilerOptions: object | undefined, more: Record<string, string> = {}) {
  const tsconfig =
    compilerOptions === undefined ? {} : { 'tsconfig.json': JSON.stringify({ compilerOptions }) };
  return memoryHost({ 'pets.json': document, ...tsconfig, ...more }, '/app');
}

function write(host: MemoryHost, path: string, text: string): void {
  host.write(`/app/${path}`, new TextEncoder().encode(text));
}

/** Extensions of relative imports in all files below a folder. */
function endings(host: MemoryHost, folder = 'src/api'): readonly string[] {
  const found = [...host.files()]
    .filter(([path]) => path.startsWith(`/app/${folder}/`) && path.endsWith('.ts'))
    .flatMap(([, text]) => [...text.matchAll(/from '\.\.?\/[^']*?(\.[a-z]+)?';/g)])
    .map(([, ending = 'none']) => ending);
  return [...new Set(found)].sort();
}

const generate = ['generate', 'pets.json', '--out', 'src/api'];
const check = ['check', 'pets.json', '--out', 'src/api'];
const none = '{ "compilerOptions": { "moduleResolution": "bundler" } }';

describe('import extensions of generated sources', () => {
  test.each([
    [{ moduleResolution: 'bundler' }, 'none'],
    [{ module: 'nodenext' }, '.js'],
    [{ moduleResolution: 'bundler', allowImportingTsExtensions: true }, '.ts'],
    [undefined, '.js'],
  ])('follow the compiler options %j: %s', async (options, ending) => {
    const host = project(options);
    expect(await run(generate, host)).toMatchObject({ code: 0, error: '' });
    expect(endings(host)).toEqual([ending]);
  });

  test.each(['none', 'js', 'ts'])('follow the command line: %s', async (extension) => {
    const host = project({ module: 'nodenext' });
    const line = [...generate, '--import-extensions', extension];
    expect(await run(line, host)).toMatchObject({ code: 0, error: '' });
    expect(endings(host)).toEqual([extension === 'none' ? extension : `.${extension}`]);
  });

  test('follow the config file', async () => {
    const config = { documents: ['pets.json'], out: 'src/api', importExtensions: 'none' };
    const files = { 'tallystick.yaml': JSON.stringify({ packages: [config] }) };
    const host = project({ module: 'nodenext' }, files);
    expect(await run(['generate'], host)).toMatchObject({ code: 0, error: '' });
    expect(endings(host)).toEqual(['none']);
  });

  test('stay .js in a package, which has its own tsconfig.json', async () => {
    const host = project({ moduleResolution: 'bundler' });
    const line = [...generate, '--package', 'pets'];
    expect(await run(line, host)).toMatchObject({ code: 0, error: '' });
    expect(endings(host)).toEqual(['.js']);
    const { code, error } = await run([...line, '--import-extensions', 'none'], host);
    expect(code).toBe(2);
    expect(error).toContain('--import-extensions cannot be combined with --package');
  });

  test('apply to the module of codecs too', async () => {
    const dates = {
      module: './src/codecs.js',
      formats: { date: { type: 'Day', codec: 'day' } },
    };
    const config = { documents: ['pets.json'], out: 'src/api', dates };
    const host = project(
      { allowImportingTsExtensions: true },
      {
        'tallystick.yaml': JSON.stringify({ packages: [config] }),
        'src/codecs.ts': 'export {};',
      },
    );
    expect(await run(['generate'], host)).toMatchObject({ code: 0, error: '' });
    expect(endings(host)).toEqual(['.ts']);
    expect(host.files().get('/app/src/api/types.ts')).toContain("from '../codecs.ts';");
  });

  test('are updated after a change of the project, and nothing else is', async () => {
    const host = project({ module: 'nodenext' });
    await run(generate, host);
    expect(await run(check, host)).toMatchObject({ code: 0 });
    write(host, 'tsconfig.json', '{ "compilerOptions": { "module": "NodeNext", "strict": true } }');
    expect(await run(check, host)).toMatchObject({ code: 0 });
    write(host, 'tsconfig.json', none);
    expect(await run(check, host)).toMatchObject({ code: 1 });
    expect(await run(generate, host)).toMatchObject({ code: 0, error: '' });
    expect(endings(host)).toEqual(['none']);
    expect(await run(check, host)).toMatchObject({ code: 0 });
  });

  test('are reported if the tsconfig.json cannot be resolved', async () => {
    const host = project(undefined, { 'tsconfig.json': '{ "extends": "@tsconfig/node20" }' });
    const { code, error } = await run(generate, host);
    expect(code).toBe(0);
    expect(error).toContain(
      'tsconfig.json: warning: "@tsconfig/node20" cannot be found from here, so imports in "src/api" end in ".js" [import-extensions]',
    );
    expect(await run([...generate, '--import-extensions', 'js'], host)).toMatchObject({
      error: '',
    });
  });
});

describe('server file', () => {
  test('imports the generated server with the extension of the project', async () => {
    const host = project({ moduleResolution: 'bundler' });
    const line = ['scaffold', 'src/server.ts', 'pets.json', '--out', 'src/api'];
    expect(await run(line, host)).toMatchObject({ code: 0, error: '' });
    const text = host.files().get('/app/src/server.ts') ?? '';
    expect(text).toContain("from './api/server';");
    for (const written of ["'./api/server.js'", "'./api/server.ts'"]) {
      write(host, 'src/server.ts', text.replace("'./api/server'", written));
      expect((await run(line, host)).out).toBe('src/server.ts: every operation has a handler\n');
    }
  });
});
