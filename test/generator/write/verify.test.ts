import { describe, expect, it } from 'vitest';
import { locateDiagnostics } from '../../../generator/core/render-diagnostics.js';
import { generate } from '../../../generator/index.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { loadLibrary } from '../../../generator/write/library.js';
import { verifyFiles } from '../../../generator/write/verify.js';
import { fileOrigin } from '../../../generator/write/file-text.js';
import { run } from '../cli/console.js';

const host = memoryHost({}, '/work');

/** Diagnostics of a file to be written, with positions. */
async function diagnosticsOf(path: string, text: string): Promise<readonly string[]> {
  const found = await verifyFiles(host, '/work/out', [{ path, text }]);
  return locateDiagnostics(found).map(
    ({ diagnostic, source, position }) =>
      `${source.path}:${position?.line}:${position?.column} ${diagnostic.code}: ${diagnostic.message}`,
  );
}

describe('verification of the output', () => {
  it('accepts files that parse', async () => {
    expect(await diagnosticsOf('a.ts', 'export const a: number = 1;\n')).toEqual([]);
    expect(await diagnosticsOf('package.json', '{ "name": "a" }')).toEqual([]);
    expect(await diagnosticsOf('README.md', 'const = {')).toEqual([]);
  });

  it('reports the position of a TypeScript syntax error', async () => {
    expect(await diagnosticsOf('src/a.ts', 'const a = 1;\nconst = 2;\n')).toEqual([
      'out/src/a.ts:2:7 output-syntax: the generated file does not parse: Variable declaration expected.',
    ]);
    const [unended] = await diagnosticsOf('a.ts', 'const a = `${1`;\n');
    expect(unended).toContain('output-syntax');
  });

  it('reports a file with invalid JSON', async () => {
    const [fault] = await diagnosticsOf('package.json', '{ "name": }');
    expect(fault).toMatch(/^out\/package\.json:.* output-syntax: the generated file/);
  });
});

describe('--verify', () => {
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0.0' },
    paths: { '/pets': { get: { responses: { '200': { description: 'All.' } } } } },
  });

  it('parses everything, and does not change the output', async () => {
    const plain = memoryHost({ 'pets.json': document }, '/work');
    const verified = memoryHost({ 'pets.json': document }, '/work');
    const line = ['generate', 'pets.json', '--out', 'src/api'];
    expect((await run(line, plain)).code).toBe(0);
    expect((await run([...line, '--verify'], verified)).code).toBe(0);
    expect(verified.files()).toEqual(plain.files());
  });

  it('parses unchanged files of an earlier run again', async () => {
    const here = memoryHost({ 'pets.json': document }, '/work');
    const steps: string[] = [];
    const request = { documents: ['pets.json'], out: 'src/api' };
    await generate(request, here);
    const onProgress = ({ step }: { readonly step: string }): void => void steps.push(step);
    await generate({ ...request, onProgress }, here);
    expect(steps).not.toContain('verify');
    await generate({ ...request, verify: true, onProgress }, here);
    expect(steps).toContain('verify');
  });
});

describe('library that is not installed', () => {
  const origin = fileOrigin('/work', '/work/out');

  it('is reported, with the option that needs it', async () => {
    const load = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' }));
    const loaded = await loadLibrary('ts-morph', load, { needs: '--verify', origin });
    expect(loaded).toMatchObject({
      missing: {
        code: 'missing-library',
        message: '"ts-morph" is not installed, but --verify requires it',
        hint: 'npm install --save-dev ts-morph',
      },
    });
  });

  it('does not hide errors of an installed library', async () => {
    const load = (): Promise<never> => Promise.reject(new TypeError('broken'));
    await expect(loadLibrary('ts-morph', load, { needs: '--verify', origin })).rejects.toThrow(
      'broken',
    );
  });
});
