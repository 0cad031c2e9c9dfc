import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../generator/host/memory.js';
import { run } from './cli/console.js';

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: { '/pets': { get: { operationId: 'getPets', responses: { 204: { description: '' } } } } },
});

describe('package with ES modules and CommonJS', () => {
  const generateArgs = ['generate', 'pets.json', '--out', 'out', '--package', 'pets'];

  test('exports CommonJS to require only, behind the conditions of Node, Bun and bundlers', async () => {
    const host = memoryHost({ 'pets.json': document }, '/app');
    const line = [...generateArgs, '--module-formats', 'esm,cjs'];
    expect(await run(line, host)).toMatchObject({ code: 0, error: '' });
    const manifest = JSON.parse(host.files().get('/app/out/package.json') ?? '');
    expect(Object.entries(manifest.exports['.'])).toEqual([
      ['@tallystick/source', './src/index.ts'],
      ['module-sync', './dist/index.js'],
      ['module', './dist/index.js'],
      ['bun', './dist/index.js'],
      ['require', { types: './cjs/index.d.ts', default: './cjs/index.js' }],
      ['types', './dist/index.d.ts'],
      ['default', './dist/index.js'],
    ]);
    expect(host.files().get('/app/out/cjs/package.json')).toContain('"commonjs"');
    const check = line.with(0, 'check');
    expect(await run(check, host)).toMatchObject({ code: 0 });
    expect(await run(check.slice(0, -2), host)).toMatchObject({ code: 1 });
    expect(await run(generateArgs, host)).toMatchObject({ code: 0 });
    expect(host.files().has('/app/out/cjs/package.json')).toBe(false);
  });

  test.each(['cjs', 'esm,esm', 'esm,umd', ''])('rejects --module-formats %j', async (formats) => {
    const host = memoryHost({ 'pets.json': document }, '/app');
    const { code, error } = await run([...generateArgs, '--module-formats', formats], host);
    expect(code).toBe(2);
    expect(error).toContain('--module-formats must be "esm" or "esm,cjs"');
  });

  test('rejects --module-formats without a package', async () => {
    const host = memoryHost({ 'pets.json': document }, '/app');
    const line = [...generateArgs.slice(0, 4), '--module-formats', 'esm'];
    expect((await run(line, host)).error).toContain('requires --package');
  });
});
