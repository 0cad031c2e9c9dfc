import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { measureProcess } from '../measure/process.js';
import { printAim, printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const modules = resolve(import.meta.dirname, '../node_modules');
const shared = resolve(process.env.TALLYSTICK_SHARED ?? join(root, '../shared'));
const tallystick = join(root, 'generator/bin/tallystick.js');

/** Programs that generate, each as the arguments that write one document's output into a folder. */
const generators = [
  {
    name: 'tallystick',
    script: tallystick,
    args: (document, out) => ['generate', document, '--out', out],
  },
  {
    name: 'openapi-typescript (types only)',
    script: join(modules, 'openapi-typescript/bin/cli.js'),
    args: (document, out) => [document, '-o', join(out, 'types.ts')],
  },
  {
    name: '@hey-api/openapi-ts',
    script: join(modules, '@hey-api/openapi-ts/dist/run.mjs'),
    args: (document, out) => ['-i', document, '-o', out, '--silent'],
  },
  {
    name: 'orval',
    script: join(modules, 'orval/dist/bin/orval.mjs'),
    args: (document, out) => ['--input', document, '--output', join(out, 'client.ts')],
  },
];

/** Cold generate of small, middling and large documents, beside peers. */
export function benchmarkGenerate({ quick }) {
  const documents = [
    ['spec/platform', join(root, 'spec/platform/openapi.yaml')],
    ['petstore', join(shared, 'corpus/openapi/kin-openapi__petstore__3.0.json')],
    ...(quick ? [] : largest.map((name) => [name, join(shared, 'corpus/openapi', name)])),
  ];
  for (const [name, document] of documents) {
    if (!existsSync(document)) {
      console.log(`\nskipped: ${name}, because the folder of shared documents is not here`);
      continue;
    }
    const figures = generators.map((generator) => ({
      name: generator.name,
      ...cold(generator, document, quick),
    }));
    const rows = figures.map((each) => ({ name: each.name, figure: each.cpu }));
    printTable(`cold generate of ${name}`, 'seconds of CPU', rows);
    printTable(
      `peak memory of a cold generate of ${name}`,
      'MiB',
      figures.map((each) => ({ name: each.name, figure: each.mebibytes })),
    );
    if (name === 'spec/platform')
      printAim('cold generate of spec/platform', rows[0].figure, 0.8, 's of CPU');
  }
  benchmarkSecondRun(documents[0][1]);
}

/** Names within the shared corpus, largest first. */
const largest = ['octokit-openapi-23.0.2__api.github.com.json', 'stripe.com.json'];

function cold({ script, args }, document, quick) {
  const out = mkdtempSync(join(tmpdir(), 'tallystick-bench-out-'));
  const empty = () => rmSync(out, { recursive: true, force: true });
  const result = measureProcess(script, args(document, out), {
    runs: quick ? 1 : 3,
    before: empty,
  });
  empty();
  return result;
}

function benchmarkSecondRun(document) {
  const out = mkdtempSync(join(tmpdir(), 'tallystick-bench-out-'));
  const args = ['generate', document, '--out', out];
  measureProcess(tallystick, args, { runs: 1 });
  const again = measureProcess(tallystick, args);
  const start = measureProcess(tallystick, ['--version']);
  const bare = measureProcess(join(import.meta.dirname, '../measure/nothing.js'), []);
  printTable('second run with nothing changed, and start-up', 'seconds of CPU', [
    { name: 'tallystick generate, nothing changed', figure: again?.cpu },
    { name: 'tallystick --version', figure: start?.cpu },
    { name: 'node with an empty file', figure: bare?.cpu },
  ]);
  printAim('a second run with nothing changed', again?.cpu, 0.3, 's of CPU');
  rmSync(out, { recursive: true, force: true });
}
