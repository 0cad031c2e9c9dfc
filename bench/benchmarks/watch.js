import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { printAim, printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const shared = resolve(process.env.TALLYSTICK_SHARED ?? join(root, '../shared'));

/** Documents with the milliseconds that one edit may take. */
const documents = [
  ['stripe.com.json', 300],
  ['octokit-openapi-23.0.2__api.github.com.json', 600],
];

/** The time from saving a document with one edit until its package is written, in a warm process. */
export async function benchmarkWatch({ quick }) {
  for (const [name, aim] of documents) {
    const document = join(shared, 'corpus/openapi', name);
    if (!existsSync(document)) {
      console.log(`\nskipped: ${name}, because the folder of shared documents is not here`);
      continue;
    }
    const { wall, cpu } = await measureEdits(document, quick ? 2 : 12);
    printTable(`one edit of ${name} while watching`, 'milliseconds', [
      { name: 'by the clock', figure: wall },
      { name: 'CPU of all threads', figure: cpu },
    ]);
    printAim(`one edit of ${name} while watching`, wall, aim, 'ms');
  }
}

/** The best of several edits, without the first run. */
async function measureEdits(document, edits) {
  const { diskHost, watch } = await import(join(root, 'generator/dist/index.js'));
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  const file = join(folder, 'api.json');
  let text = readFileSync(document, 'utf8');
  // A description in the middle, which gets longer with each edit.
  const middle = Math.floor(text.length / 2);
  const start = middle + text.slice(middle).search(/(?<="description": ?")\w/);
  writeFileSync(file, text);
  const ended = new AbortController();
  const figures = [];
  let saved;
  const save = () => {
    text = `${text.slice(0, start)}x${text.slice(start)}`;
    saved = { time: performance.now(), cpu: process.cpuUsage() };
    writeFileSync(file, text);
  };
  await watch({ documents: ['api.json'], out: 'out' }, diskHost(folder), {
    signal: ended.signal,
    onResult({ ok }) {
      if (!ok) throw new Error('the edited document is not generated');
      if (saved !== undefined) {
        const { user, system } = process.cpuUsage(saved.cpu);
        figures.push({ wall: performance.now() - saved.time, cpu: (user + system) / 1000 });
      }
      if (figures.length === edits) ended.abort();
      else setTimeout(save, 100);
    },
    onFault(error) {
      throw error;
    },
  });
  rmSync(folder, { recursive: true, force: true });
  return {
    wall: Math.min(...figures.map(({ wall }) => wall)),
    cpu: Math.min(...figures.map(({ cpu }) => cpu)),
  };
}
