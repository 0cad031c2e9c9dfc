import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../generator/host/memory.js';
import { run } from './cli/console.js';

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: { '/pets': { get: { operationId: 'getPets', responses: { 204: { description: '' } } } } },
});

describe('a package of both formats', () => {
  const asked = ['generate', 'pets.json', '--out', 'out', '--package', 'pets'];

  test('leads require to CommonJS behind what Node, Bun and bundlers take', async () => {
    const host = memoryHost({ 'pets.json': document }, '/app');
    const line = [...asked, '--module-formats', 'esm,cjs'];
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
    expect(await run(asked, host)).toMatchObject({ code: 0 });
    expect(host.files().has('/app/out/cjs/package.json')).toBe(false);
  });

  test.each(['cjs', 'esm,esm', 'esm,umd', ''])('--module-formats %j is misuse', async (said) => {
    const host = memoryHost({ 'pets.json': document }, '/app');
    const { code, error } = await run([...asked, '--module-formats', said], host);
    expect(code).toBe(2);
    expect(error).toContain('--module-formats must be "esm" or "esm,cjs"');
  });

  test('without a package it is misuse', async () => {
    const host = memoryHost({ 'pets.json': document }, '/app');
    const line = [...asked.slice(0, 4), '--module-formats', 'esm'];
    expect((await run(line, host)).error).toContain('requires --package');
  });
});
