import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { buildRuntime } from '../../scripts/build-runtime.js';
import { measureProcess } from '../measure/process.js';
import { printAim, printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');

/** CPU time for importing a generated client. */
export async function benchmarkImport({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  const client = join(folder, 'client.mjs');
  await build({
    entryPoints: [join(root, 'generated/platform/src/index.ts')],
    outfile: client,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['jose'],
    conditions: ['@tallystick/source'],
  });
  const runs = quick ? 1 : 9;
  const bare = measureProcess(join(import.meta.dirname, '../measure/nothing.js'), [], { runs });
  const cost = (entry) => {
    const timer = join(folder, 'timer.mjs');
    writeFileSync(timer, `await import(${JSON.stringify(entry)});\n`);
    const imported = measureProcess(timer, [], { runs });
    return imported === undefined ? undefined : (imported.cpu - bare.cpu) * 1000;
  };
  const rows = [
    { name: '@platform/platform, bundled into one file', figure: cost(client) },
    { name: '@platform/platform, from its own files', figure: cost(await published(folder)) },
  ];
  printTable('importing the generated client', 'ms of CPU beyond an empty program', rows);
  printAim('importing a generated client, bundled', rows[0].figure, 15, 'ms');
  printAim('importing a generated client from its own files', rows[1].figure, 15, 'ms');
}

/** The package as built by its own script, beside the published runtime. */
async function published(folder) {
  await buildRuntime();
  const sources = join(root, 'generated/platform/src');
  await build({
    entryPoints: readdirSync(sources, { recursive: true })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(sources, path)),
    outdir: join(folder, 'dist'),
    format: 'esm',
  });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const scope = join(folder, 'node_modules/@tallystick');
  mkdirSync(scope, { recursive: true });
  symlinkSync(join(root, 'runtime'), join(scope, 'runtime'));
  return join(folder, 'dist/index.js');
}
