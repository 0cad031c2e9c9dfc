import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { measureProcess } from '../measure/process.js';
import { printAim, printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');

/** Peak memory of a process that is both client and server, while a gigabyte is sent in either direction over loopback. */
export async function benchmarkStream({ quick }) {
  const script = join(mkdtempSync(join(tmpdir(), 'tallystick-bench-')), 'stream.mjs');
  await build({
    entryPoints: [join(root, 'bench/stream/both-ways.js')],
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['jose'],
    conditions: ['@tallystick/source'],
  });
  const large = quick ? 64 : 1024;
  const rows = ['up', 'down'].flatMap((way) =>
    [1, large].map((mebibytes) => ({
      name: `${mebibytes} MiB ${way}`,
      figure: measureProcess(script, [way, String(mebibytes)], { runs: 1 })?.mebibytes,
    })),
  );
  printTable('streams over loopback', 'peak MiB of client and server together', rows);
  for (const [index, way] of ['up', 'down'].entries()) {
    const [small, whole] = rows.slice(index * 2).map(({ figure }) => figure);
    printAim(`${large} MiB ${way} compared with 1 MiB`, whole - small, 100, 'MiB more');
  }
}
