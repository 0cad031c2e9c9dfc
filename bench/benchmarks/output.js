import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { buildRuntime } from '../../scripts/build-runtime.js';
import { measureProcess } from '../measure/process.js';
import { printAim, printTable } from '../measure/table.js';
import { benchmarkEditor } from './editor.js';

const root = resolve(import.meta.dirname, '../..');
const shared = resolve(process.env.TALLYSTICK_SHARED ?? join(root, '../shared'));
const document = join(shared, 'corpus/openapi/octokit-openapi-23.0.2__api.github.com.json');
const tallystick = join(root, 'generator/bin/tallystick.js');

/** Costs of the package for a large description: lines, compile time, bundle size, changed files. */
export async function benchmarkOutput({ quick }) {
  await benchmarkOperation(
    'spec/platform',
    join(root, 'generated/platform'),
    'getPolicy',
    'connectPlatform',
  );
  if (quick) return;
  if (!existsSync(document)) {
    console.log(
      '\nskipped: the package of GitHub, because the folder of shared documents is not here',
    );
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  const copy = join(folder, 'github.json');
  writeFileSync(copy, readFileSync(document));
  generate(copy, folder);
  benchmarkLines(join(folder, 'out/src'));
  await benchmarkCompiler(join(folder, 'out'));
  benchmarkProgram(copy, folder);
  await benchmarkOperation('GitHub', join(folder, 'out'), 'reposGet', 'connectGithub');
  await benchmarkEditor(join(folder, 'out'));
  benchmarkChange(copy, folder);
}

function generate(copy, folder) {
  const args = ['generate', copy, '--out', 'out', '--package', '@bench/github', '--report', 'json'];
  return JSON.parse(execFileSync(process.execPath, [tallystick, ...args], { cwd: folder }));
}

function benchmarkLines(sources) {
  const checks = readdirSync(sources, { recursive: true })
    .filter((path) => /^validators.*(?<!\.d)\.[jt]s$/.test(path))
    .map((path) => readFileSync(join(sources, path), 'utf8').split('\n').length);
  const lines = checks.reduce((sum, count) => sum + count, 0);
  printTable('validators of GitHub', 'lines', [
    { name: 'all files', figure: lines },
    { name: 'the longest', figure: Math.max(...checks) },
  ]);
  printAim('the validators of GitHub', lines, 110_000, 'lines');
}

async function benchmarkCompiler(folder) {
  await buildRuntime();
  const scope = join(folder, 'node_modules/@tallystick');
  mkdirSync(scope, { recursive: true });
  symlinkSync(join(root, 'runtime'), join(scope, 'runtime'));
  const compiler = resolve(import.meta.dirname, '../node_modules/typescript/bin/tsc');
  const { cpu } = measureProcess(compiler, ['-p', folder, '--noEmit'], { runs: 2 }) ?? {};
  printTable('checking the package of GitHub with TypeScript 5.9', 'seconds of CPU', [
    { name: 'types, client, server and validators', figure: cpu },
  ]);
  printAim('checking the package of GitHub with TypeScript 5.9', cpu, 3, 's of CPU');
}

/** CPU time for checking a program that calls one operation of the published package, beside openapi-fetch with its types. */
function benchmarkProgram(document, folder) {
  const bin = (name) => resolve(import.meta.dirname, '../node_modules', name);
  const compiler = bin('typescript/bin/tsc');
  const out = join(folder, 'out');
  execFileSync(process.execPath, [compiler, '-p', out, '--declaration', '--emitDeclarationOnly']);
  const program = join(folder, 'program');
  mkdirSync(join(program, 'node_modules/@bench'), { recursive: true });
  symlinkSync(out, join(program, 'node_modules/@bench/github'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(bin(name), join(program, 'node_modules', name));
  const types = join(program, 'paths.d.ts');
  execFileSync(process.execPath, [bin('openapi-typescript/bin/cli.js'), document, '-o', types], {
    stdio: 'ignore',
  });
  writeFileSync(join(program, 'package.json'), '{ "type": "module" }');
  const check = (name, text) => {
    const compilerOptions = {
      module: 'nodenext',
      target: 'esnext',
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      noEmit: true,
    };
    writeFileSync(join(program, `${name}.ts`), text);
    const project = join(program, `tsconfig.${name}.json`);
    writeFileSync(project, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
    return () => measureProcess(compiler, ['-p', project], { runs: 1 })?.cpu ?? Infinity;
  };
  const ours = check(
    'generated',
    `import { GithubClient } from '@bench/github';
const repository = await new GithubClient({}).repos.get('a', 'b');
console.log(repository.full_name);
`,
  );
  const other = check(
    'fetch',
    `import createClient from 'openapi-fetch';
import type { paths } from './paths.js';
const client = createClient<paths>({ baseUrl: 'https://api.github.com' });
const path = { owner: 'a', repo: 'b' };
const { data } = await client.GET('/repos/{owner}/{repo}', { params: { path } });
console.log(data?.full_name);
`,
  );
  const rounds = Array.from({ length: 3 }, () => [ours(), other()]);
  const best = (index) => Math.min(...rounds.map((round) => round[index]));
  printTable('checking a program with one call of GitHub, TypeScript 5.9', 'seconds of CPU', [
    { name: 'the published package', figure: best(0) },
    { name: 'openapi-fetch with openapi-typescript', figure: best(1) },
  ]);
  printAim('a program with one call beside openapi-fetch', best(0) / best(1), 1, 'times');
}

/** Number of files that change if one operation gets another parameter. */
function benchmarkChange(copy, folder) {
  const description = JSON.parse(readFileSync(copy, 'utf8'));
  const operation = description.paths['/repos/{owner}/{repo}'].get;
  operation.parameters.push({ name: 'extra', in: 'query', schema: { type: 'string' } });
  writeFileSync(copy, JSON.stringify(description));
  const [{ written, unchanged }] = generate(copy, folder).packages;
  printTable('files after one operation has changed', 'files', [
    { name: 'written', figure: written.length },
    { name: 'left alone', figure: unchanged.length },
  ]);
}

/**
 * Size of the code that a browser loads to call one operation, without checks or signers: the operation alone, with typed errors, and with
 * the client, which retries, times out, aborts and sends.
 */
async function benchmarkOperation(description, folder, operation, connect) {
  const contents = await bundled(folder, operation);
  const called = await bundled(folder, `${operation}, ${connect}`);
  const gzipped = (text) => gzipSync(text).length / 1000;
  printTable(`one operation of ${description}, bundled`, 'kB', [
    { name: 'gzipped, by itself', figure: gzipped(contents) },
    { name: 'minified, by itself', figure: contents.length / 1000 },
    { name: 'gzipped, with what makes its client and sends', figure: gzipped(called) },
  ]);
  printAim(`one operation of ${description} alone, gzipped`, gzipped(contents), 3, 'kB');
  printAim(`one operation of ${description} with its client, gzipped`, gzipped(called), 3, 'kB');
}

async function bundled(folder, names) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names} } from ${JSON.stringify(join(folder, 'src/index.ts'))};`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@tallystick/source'],
  });
  return outputFiles[0].contents;
}
