import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describedOperations } from '../measure/described.js';
import { generatorNode, measureProcess } from '../measure/process.js';
import { printAim } from '../measure/table.js';

const tallystick = resolve(import.meta.dirname, '../../generator/bin/tallystick.js');

/** Cold runs for one kind of document in many sizes: twice the document should take twice the time. */
export function benchmarkGrowth({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-growth-'));
  const out = mkdtempSync(join(tmpdir(), 'tallystick-bench-out-'));
  const document = join(folder, 'growth.json');
  console.log('\n## growth of a cold generate\n');
  console.log('| operations | seconds of CPU | milliseconds an operation | peak MiB |');
  console.log('| ---: | ---: | ---: | ---: |');
  const costs = [];
  for (const count of quick ? [50] : [50, 625, 1250, 2500, 5000, 10_000]) {
    writeFileSync(document, JSON.stringify(describedOperations(count)));
    const figures = measureProcess(tallystick, ['generate', document, '--out', out], {
      runs: count > 2000 || quick ? 1 : 3,
      before: () => rmSync(out, { recursive: true, force: true }),
      node: generatorNode,
    });
    const { cpu = NaN, mebibytes = NaN } = figures ?? {};
    const each = (cpu / count) * 1000;
    costs.push(each);
    console.log(`| ${count} | ${cpu.toFixed(2)} | ${each.toFixed(2)} | ${mebibytes.toFixed(0)} |`);
  }
  for (const each of [folder, out]) rmSync(each, { recursive: true, force: true });
  // For smaller sizes, start-up dominates the time per operation.
  if (!quick) {
    const [, , small = NaN] = costs;
    printAim(
      'an operation of 10,000 beside one of 1,250',
      costs.at(-1) / small,
      1.2,
      'times the time',
    );
  }
}
