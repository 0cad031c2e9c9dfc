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
import { generatorNode, measureProcess } from '../measure/process.js';
import { printAim, printTable } from '../measure/table.js';
import { benchmarkCompletion, benchmarkHover } from './editor.js';
import { benchmarkOperation } from './output.js';

const root = resolve(import.meta.dirname, '../..');
const bin = (name) => resolve(import.meta.dirname, '../node_modules', name);
const shared = resolve(process.env.TALLYSTICK_SHARED ?? join(root, '../shared'));
const document = join(shared, 'corpus/openapi/octokit-openapi-23.0.2__api.github.com.json');
const tallystick = join(root, 'generator/bin/tallystick.js');
const compiler = bin('typescript/bin/tsc');

/** Costs of the package for GitHub's description: size, compiling, editing, bundling, importing, changed files. */
export async function benchmarkLargePackage({ quick }) {
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
  const types = join(folder, 'paths.ts');
  const generateTypes = [bin('openapi-typescript/bin/cli.js'), [copy, '-o', types]];
  execFileSync(process.execPath, generateTypes.flat(), { stdio: 'ignore' });
  await buildRuntime();
  generate(copy, folder, 'out');
  generate(copy, folder, 'small', ['--emitters', 'types,client']);
  for (const out of ['out', 'small']) linkRuntime(join(folder, out));
  benchmarkSize(folder);
  benchmarkCompiler(folder, types);
  benchmarkFewEmitters(copy, folder, generateTypes);
  const program = prepareProgram(folder, types);
  benchmarkProgram(program);
  await benchmarkHover(program);
  await benchmarkValidators(folder);
  await benchmarkOperation('GitHub', join(folder, 'out'), 'reposGet', 'connectGithub');
  await benchmarkCompletion(join(folder, 'out'));
  benchmarkChange(copy, folder);
}

function generate(copy, folder, out, more = []) {
  const name = ['--package', '@bench/github', '--report', 'json'];
  const args = ['generate', copy, '--out', out, ...name, ...more];
  return JSON.parse(execFileSync(process.execPath, [tallystick, ...args], { cwd: folder }));
}

function linkRuntime(folder) {
  const scope = join(folder, 'node_modules/@tallystick');
  mkdirSync(scope, { recursive: true });
  symlinkSync(join(root, 'runtime'), join(scope, 'runtime'));
}

/** Contents of the files below a folder whose path matches. */
function textsOf(folder, pattern = /\.[jt]s$/) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => pattern.test(path.replaceAll('\\', '/')))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}

const linesOf = (texts) => texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);

function benchmarkSize(folder) {
  const sources = join(folder, 'out/src');
  const all = textsOf(sources);
  const operations = textsOf(join(sources, 'operations'))
    .join('')
    .match(/: OperationDescriptor = /g).length;
  const client = linesOf(textsOf(sources, /^operations\//)) / operations;
  const server = linesOf(textsOf(sources, /^server\//)) / operations;
  const checks = textsOf(sources, /^(?:validators|.*-checks).*(?<!\.d)\.[jt]s$/);
  const megabytes = all.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6;
  printTable('the package of GitHub', 'lines', [
    { name: 'all files', figure: linesOf(all) },
    {
      name: 'with the emitters types and client',
      figure: linesOf(textsOf(join(folder, 'small/src'))),
    },
    { name: 'checks', figure: linesOf(checks) },
    {
      name: 'the longest file of checks',
      figure: Math.max(...checks.map((text) => linesOf([text]))),
    },
    { name: 'client, for each operation', figure: client },
    { name: 'server, for each operation', figure: server },
  ]);
  console.log(`\n${megabytes.toFixed(1)} MB in ${all.length} files, ${operations} operations`);
  printAim('the package of GitHub', linesOf(all), 230_000, 'lines');
  printAim('the package of GitHub', megabytes, 10.5, 'MB');
  printAim('the client of GitHub, for each operation', client, 50, 'lines');
  printAim('the server of GitHub, for each operation', server, 15, 'lines');
  printAim(
    'types and client of GitHub',
    linesOf(textsOf(join(folder, 'small/src'))),
    110_000,
    'lines',
  );
}

function benchmarkCompiler(folder, types) {
  const config = join(folder, 'tsconfig.paths.json');
  const compilerOptions = { strict: true, module: 'nodenext', noEmit: true, types: [] };
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [types] }));
  const projects = [join(folder, 'out'), join(folder, 'small'), config];
  const rounds = Array.from({ length: 3 }, () =>
    projects.map((path) => measureProcess(compiler, ['-p', path, '--noEmit'], { runs: 1 })?.cpu),
  );
  const [all, small, peer] = projects.map((_, at) => Math.min(...rounds.map((each) => each[at])));
  printTable('checking the package of GitHub with TypeScript 5.9', 'seconds of CPU', [
    { name: 'types, client, server and validators', figure: all },
    { name: 'types and client', figure: small },
    { name: 'types of openapi-typescript', figure: peer },
  ]);
  printAim('checking the package of GitHub with TypeScript 5.9', all, 7.4, 's of CPU');
  printAim('types and client beside openapi-typescript', small / peer, 1.5, 'times');
}

/** Generating types and client alone, beside openapi-typescript, which writes types. */
function benchmarkFewEmitters(copy, folder, [script, args]) {
  const out = join(folder, 'cold');
  const ours = ['generate', copy, '--out', out, '--emitters', 'types,client'];
  const before = () => execFileSync('rm', ['-rf', out]);
  const rounds = Array.from({ length: 3 }, () => [
    measureProcess(tallystick, ours, { runs: 1, before, node: generatorNode }),
    measureProcess(script, args, { runs: 1, node: generatorNode }),
  ]);
  const best = (at, key) => Math.min(...rounds.map((round) => round[at]?.[key] ?? Infinity));
  for (const [key, unit] of [
    ['cpu', 'seconds of CPU'],
    ['wall', 'seconds of wall time'],
  ]) {
    printTable('cold generate of GitHub, types and client', unit, [
      { name: 'tallystick', figure: best(0, key) },
      { name: 'openapi-typescript (types only)', figure: best(1, key) },
    ]);
    const ratio = best(0, key) / best(1, key);
    printAim(
      'generating types and client beside openapi-typescript',
      ratio,
      0.35,
      `times the ${unit}`,
    );
  }
}

/** A project with two programs that call the same operation: with the published package, and with openapi-fetch. */
function prepareProgram(folder, types) {
  const out = join(folder, 'out');
  const declarations = ['-p', out, '--declaration', '--emitDeclarationOnly'];
  execFileSync(process.execPath, [compiler, ...declarations]);
  const program = join(folder, 'program');
  mkdirSync(join(program, 'node_modules/@bench'), { recursive: true });
  symlinkSync(out, join(program, 'node_modules/@bench/github'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(bin(name), join(program, 'node_modules', name));
  writeFileSync(join(program, 'paths.d.ts'), readFileSync(types));
  writeFileSync(join(program, 'package.json'), '{ "type": "module" }');
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
  const write = (name, call, text) => {
    const file = join(program, name, 'main.ts');
    mkdirSync(join(program, name), { recursive: true });
    writeFileSync(file, text);
    const project = join(program, name, 'tsconfig.json');
    writeFileSync(project, JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    return { file, text, call, project };
  };
  return {
    ours: write(
      'generated',
      'get(',
      `import { GithubClient } from '@bench/github';
const repository = await new GithubClient({}).repos.get('a', 'b');
console.log(repository.full_name);
`,
    ),
    peer: write(
      'fetch',
      'GET(',
      `import createClient from 'openapi-fetch';
import type { paths } from '../paths.js';
const client = createClient<paths>({ baseUrl: 'https://api.github.com' });
const path = { owner: 'a', repo: 'b' };
const { data } = await client.GET('/repos/{owner}/{repo}', { params: { path } });
console.log(data?.full_name);
`,
    ),
  };
}

/** CPU time for checking a program that calls one operation of the published package, beside openapi-fetch with its types. */
function benchmarkProgram({ ours, peer }) {
  const check = ({ project }) =>
    measureProcess(compiler, ['-p', project], { runs: 1 })?.cpu ?? Infinity;
  const rounds = Array.from({ length: 3 }, () => [check(ours), check(peer)]);
  const best = (index) => Math.min(...rounds.map((round) => round[index]));
  printTable('checking a program with one call of GitHub, TypeScript 5.9', 'seconds of CPU', [
    { name: 'the published package', figure: best(0) },
    { name: 'openapi-fetch with openapi-typescript', figure: best(1) },
  ]);
  printAim('a program with one call beside openapi-fetch', best(0) / best(1), 1, 'times');
}

/** Size of all validators, bundled with the runtime that they use, and the CPU time for importing them. */
async function benchmarkValidators(folder) {
  const sources = join(folder, 'out/src');
  const all = readFileSync(join(sources, 'validators.js'), 'utf8');
  const bundle = async (contents, settings) => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: sources },
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'node',
      conditions: ['@tallystick/source'],
      ...settings,
    });
    return outputFiles[0].contents;
  };
  const gzipped = async (contents) =>
    gzipSync(await bundle(contents, { minify: true })).length / 1000;
  const named = await gzipped(all.replace(/.*-checks\.js';$/gm, ''));
  const file = join(folder, 'validators.mjs');
  writeFileSync(file, await bundle(all, {}));
  const timer = join(folder, 'timer.mjs');
  writeFileSync(timer, `await import(${JSON.stringify(file)});\n`);
  const bare = measureProcess(join(import.meta.dirname, '../measure/nothing.js'), [], { runs: 9 });
  const imported = measureProcess(timer, [], { runs: 9 });
  const milliseconds = (imported.cpu - bare.cpu) * 1000;
  printTable('validators of GitHub with the runtime, minified and gzipped', 'kB', [
    { name: 'guards and schemas of all named types', figure: named },
    { name: 'with the tables of all requests, responses and webhooks', figure: await gzipped(all) },
  ]);
  printTable('importing all validators of GitHub', 'ms of CPU beyond an empty program', [
    { name: 'in one file', figure: milliseconds },
  ]);
  printAim('all named validators of GitHub, gzipped', named, 280, 'kB');
  printAim('importing all validators of GitHub', milliseconds, 50, 'ms');
}

/** Number of files that change if one operation gets another parameter. */
function benchmarkChange(copy, folder) {
  const description = JSON.parse(readFileSync(copy, 'utf8'));
  const operation = description.paths['/repos/{owner}/{repo}'].get;
  operation.parameters.push({ name: 'extra', in: 'query', schema: { type: 'string' } });
  writeFileSync(copy, JSON.stringify(description));
  const [{ written, unchanged }] = generate(copy, folder, 'out').packages;
  printTable('files after one operation has changed', 'files', [
    { name: 'written', figure: written.length },
    { name: 'left alone', figure: unchanged.length },
  ]);
}
