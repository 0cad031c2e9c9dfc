import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

/** Bundle of a program: its text, and the files and packages that it contains. */
async function bundled(
  program: string,
  minify: boolean = false,
): Promise<{
  readonly text: string;
  readonly files: readonly string[];
  /** Every file that is read when nothing is left out. */
  readonly reached: readonly string[];
}> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: resolve('.'), loader: 'ts' },
    bundle: true,
    minify,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@tallystick/source'],
    external: ['jose', 'node:async_hooks', 'node:buffer'],
    outdir: 'bundle',
  });
  const outputs = Object.values(metafile.outputs);
  const files = outputs.flatMap(({ inputs, imports }) => [
    ...Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
    ...imports.map(({ path, kind }) => `${kind} ${path}`),
  ]);
  const reached = Object.keys(metafile.inputs);
  return { text: outputFiles.map(({ text }) => text).join('\n'), files, reached };
}

/** Paths of operations in a text, by prefix. */
function pathsIn(text: string, start: string = 'platform'): readonly string[] {
  return [...text.matchAll(/"(\/[^"]+)"/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.startsWith(`/${start}/`));
}

describe('bundle', () => {
  test('of a client contains the called function, and no other operation', async () => {
    const { text, files } = await bundled(`
      import { connectPlatform, getPolicy } from '@platform/platform';
      await getPolicy(connectPlatform({ baseUrl: 'https://api.example.com' }), 'an-id');`);
    expect(pathsIn(text)).toEqual(['/platform/v2/policy-engine/policies/']);
    expect(files.filter((path) => /jose|\/auth\/|\/server|validators/.test(path))).toEqual([]);
  });

  /** Code that an operation with a path and JSON responses does not need. */
  const foreign =
    /credential|cookie|query|split-input|paging|page|stream|item|multipart|(?<!per)form|deep-object|styles|integers|dates|\/json\.ts|media-type|response-headers|pacing|node|undici|server|auth/;
  /** Functions that such an operation does not need, in files with others that it needs. */
  const foreignFunctions =
    /function (prepareHeaders|prepareQueryString|prepareCookies|addCookie|decodeAnswer|decodeIntegers|decodeText|decodeForm|decodeXml|chooseContent|applyErrorMessage|pagedOperation)\b/;
  /** Code that all calls of a client share. */
  const common =
    /send|deadline|retry|body|redact|interceptors|exact-numbers|header|transport|connect\.ts|random|clock|prepare|call-pipeline|encode-request|invalid-re|known-arguments/;
  /** Functions that all calls of a client share, in a file with others that an operation needs. */
  const commonFunctions = /function (prepareResponse|undeclared|decodeJson)\b/;

  test('of an operation contains neither its client nor capabilities that it does not need', async () => {
    const { text, files } = await bundled(`
      export { getTemperature } from './test/cases/two-halves/output/src/index.ts';`);
    expect(pathsIn(text, 'kettles')).toEqual(['/kettles/']);
    const runtime = files.filter((path) => path.startsWith('runtime/'));
    expect(runtime).toContain('runtime/core/parameters/simple-path.ts');
    expect(runtime.filter((path) => foreign.test(path))).toEqual([]);
    expect(runtime.filter((path) => common.test(path))).toEqual([]);
    expect(text).not.toMatch(foreignFunctions);
    expect(text).not.toMatch(commonFunctions);
    expect(text).not.toMatch(/AbortController|Retry-After|setTimeout|fetch\(|TextDecoder/i);
  });

  test('of an operation and its client contains no capabilities that it does not need', async () => {
    const { text, files } = await bundled(`
      import { connectKettles, getTemperature } from './test/cases/two-halves/output/src/index.ts';
      await getTemperature(connectKettles({ baseUrl: 'https://api.example.com' }), 'a');`);
    const runtime = files.filter((path) => path.startsWith('runtime/'));
    expect(runtime.filter((path) => foreign.test(path))).toEqual([]);
    expect(text).not.toMatch(foreignFunctions);
    expect(text).toMatch(commonFunctions);
    expect(text).toMatch(/retry-after/);
    expect(text).toMatch(/AbortController/);
  });

  test('of an operation and its client contains neither redaction nor checks that it does not use', async () => {
    const { text, files } = await bundled(`
      import { connectKettles, getTemperature } from './test/cases/two-halves/output/src/index.ts';
      await getTemperature(connectKettles({ baseUrl: 'https://api.example.com' }), 'a');`);
    expect(
      files.filter((path) => /secret-runs|text-encodings|base64|closest-name/.test(path)),
    ).toEqual([]);
    expect(text).not.toMatch(/function (validateResponse|handleViolations|createRedactor)\b/);
  });

  test.each([
    ['@platform/platform', 'getPolicy', 6400],
    ['@platform/platform', 'getPolicy, connectPlatform', 14_200],
    ['./test/cases/two-halves/output/src/index.ts', 'getTemperature', 2400],
    ['./test/cases/two-halves/output/src/index.ts', 'getTemperature, connectKettles', 11_100],
  ])('minified and gzipped, of %s with %s has at most %i bytes', async (from, names, limit) => {
    const { text } = await bundled(`export { ${names} } from '${from}';`, true);
    expect(gzipSync(text).length).toBeLessThanOrEqual(limit);
  });

  test('of a client class contains all operations, but neither server nor checks nor keys', async () => {
    const { text, files } = await bundled(`
      import { PlatformClient } from '@platform/platform';
      console.log(new PlatformClient({ baseUrl: 'https://api.example.com' }));`);
    expect(new Set(pathsIn(text)).size).toBeGreaterThan(10);
    expect(files.filter((path) => /jose|\/auth\/|\/server|validators/.test(path))).toEqual([]);
  });

  test('of a key loads the signing library on first use', async () => {
    const { files } = await bundled(`
      import { apiKey } from '@platform/platform';
      console.log(apiKey('name', 'secret'));`);
    expect(files.filter((path) => path.includes('jose'))).toEqual(['dynamic-import jose']);
  });

  test.each(['platform', 'exchange'])(
    'is not needed by the client of %s, which loads no verifiers and no server',
    async (name) => {
      const { reached } = await bundled(`export * from '@platform/${name}';`);
      const auth = reached.filter((path) => path.startsWith('runtime/auth/'));
      expect(auth).not.toEqual([]);
      expect(auth.filter((path) => /verif|examine|rules|replay|lookup/.test(path))).toEqual([]);
      expect(reached.filter((path) => /http\/server|server-security/.test(path))).toEqual([]);
      // Each subpath is two files more to open: that of types has nothing that a client needs.
      expect(reached).not.toContain('runtime/core/index.ts');
    },
  );

  test('of validators contains those of the schema', async () => {
    const { text } = await bundled(`
      import { isPolicyScope } from '@platform/platform/validators';
      console.log(isPolicyScope('project'));`);
    expect(text).toContain('isPolicyScope');
    expect(text).not.toMatch(/isWebhook|policySchema|isPolicy\b/);
  });
});

test.each([
  ['http', []],
  ['http/server', []],
  ['rpc', []],
  ['auth/hmac', []],
  ['websocket', []],
  ['websocket/server', []],
  ['fix', ['import-statement node:buffer', 'import-statement node:async_hooks']],
])('the entry point %s of the runtime needs no library but %j', async (part, needed) => {
  const { files } = await bundled(`export * from '@tallystick/runtime/${part}';`);
  const [room = ''] = part.split('/');
  const foreign = files.filter((path) => !/^(<stdin>|runtime\/core\/)/.test(path));
  const others = foreign.filter((path) => !path.startsWith(`runtime/${room}/`));
  expect([...new Set(others)]).toEqual(needed);
});
