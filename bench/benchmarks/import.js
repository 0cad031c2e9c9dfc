import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { measureProcess } from '../measure/process.js';
import { printAim, printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');

/** What importing a generated client costs a program that starts. */
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
  const timer = join(folder, 'timer.mjs');
  writeFileSync(
    timer,
    `const started = performance.now();\nawait import(${JSON.stringify(client)});\n` +
      `process.stdout.write(String(performance.now() - started));\n`,
  );
  const runs = quick ? 1 : 9;
  const bare = measureProcess(join(import.meta.dirname, '../measure/nothing.js'), [], { runs });
  const imported = measureProcess(timer, [], { runs });
  const milliseconds = (imported.cpu - bare.cpu) * 1000;
  printTable('importing the generated client', 'ms of CPU beyond an empty program', [
    { name: '@platform/platform', figure: milliseconds },
  ]);
  printAim('importing a generated client', milliseconds, 15, 'ms');
}
