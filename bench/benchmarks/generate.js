import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dump } from 'js-yaml';
import { generatorNode, measureProcess } from '../measure/process.js';
import { printAim, printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const modules = resolve(import.meta.dirname, '../node_modules');
const shared = resolve(process.env.TALLYSTICK_SHARED ?? join(root, '../shared'));
const tallystick = join(root, 'generator/bin/tallystick.js');

/** Generators: the arguments with which each writes the output for a document into a folder. */
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

/** Cold runs for small, medium and large documents, beside other generators. */
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
      `cold generate of ${name}`,
      'seconds of wall time',
      figures.map((each) => ({ name: each.name, figure: each.wall })),
    );
    printTable(
      `peak memory of a cold generate of ${name}`,
      'MiB',
      figures.map((each) => ({ name: each.name, figure: each.mebibytes })),
    );
    printAims(name, figures);
  }
  if (!quick) benchmarkYaml(join(shared, 'corpus/openapi', largest[0]));
  benchmarkSecondRun(documents[0][1]);
}

function printAims(name, [ours, types]) {
  if (name === 'spec/platform')
    printAim('cold generate of spec/platform', ours.cpu, 0.8, 's of CPU');
  if (name === 'petstore') printAim('cold generate of petstore', ours.cpu, 0.15, 's of CPU');
  if (!largest.includes(name)) return;
  printAim(
    `cold generate of ${name} beside openapi-typescript`,
    ours.cpu / types.cpu,
    0.35,
    'times the time',
  );
  printAim(`the peak of a cold generate of ${name}`, ours.mebibytes, 350, 'MiB');
}

/** The same description as YAML, compared with the fastest parser. */
function benchmarkYaml(document) {
  if (!existsSync(document)) return;
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  const yaml = join(folder, 'description.yaml');
  const description = JSON.parse(readFileSync(document, 'utf8'));
  writeFileSync(yaml, dump(description, { noRefs: true, lineWidth: -1 }));
  const [generator] = generators;
  const json = cold(generator, document);
  const ours = cold(generator, yaml);
  const parser = measureProcess(join(import.meta.dirname, '../measure/parse-yaml.js'), [yaml], {
    node: generatorNode,
  });
  printTable('the same description as YAML', 'seconds of CPU', [
    { name: 'tallystick, YAML', figure: ours?.cpu },
    { name: 'tallystick, JSON', figure: json?.cpu },
    { name: 'js-yaml, which only parses it', figure: parser?.cpu },
  ]);
  const floor = json.cpu + parser.cpu;
  printAim('YAML relative to JSON plus parsing YAML', ours.cpu / floor, 1.5, 'times the time');
  rmSync(folder, { recursive: true, force: true });
}

/** Paths within the shared corpus, largest document first. */
const largest = [
  'octokit-openapi-23.0.2__api.github.com.json',
  'stripe.com.json',
  'xero.com__xero_accounting.json',
];

function cold({ script, args }, document, quick) {
  const out = mkdtempSync(join(tmpdir(), 'tallystick-bench-out-'));
  const empty = () => rmSync(out, { recursive: true, force: true });
  const result = measureProcess(script, args(document, out), {
    runs: quick ? 1 : 3,
    before: empty,
    node: generatorNode,
  });
  empty();
  return result;
}

function benchmarkSecondRun(document) {
  const out = mkdtempSync(join(tmpdir(), 'tallystick-bench-out-'));
  const args = ['generate', document, '--out', out];
  measureProcess(tallystick, args, { runs: 1, node: generatorNode });
  const again = measureProcess(tallystick, args, { node: generatorNode });
  const start = measureProcess(tallystick, ['--version'], { node: generatorNode });
  const bare = measureProcess(join(import.meta.dirname, '../measure/nothing.js'), [], {
    node: generatorNode,
  });
  printTable('second run with nothing changed, and start-up', 'seconds of CPU', [
    { name: 'tallystick generate, nothing changed', figure: again?.cpu },
    { name: 'tallystick --version', figure: start?.cpu },
    { name: 'node with an empty file', figure: bare?.cpu },
  ]);
  printAim('a second run with nothing changed', again?.cpu, 0.25, 's of CPU');
  rmSync(out, { recursive: true, force: true });
}
