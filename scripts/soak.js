// Runs the sandbox under a tenth of its load, and checks that its memory stays flat and all books are equal: npm run soak -- --minutes 5
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildSandboxIfStale } from './build-sandbox.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.tallystick/soak');
const at = process.argv.indexOf('--minutes');
const minutes = at === -1 ? 60 : Number(process.argv[at + 1]);
if (!(minutes > 0)) {
  console.error('--minutes needs a number above zero.');
  process.exit(2);
}
await buildSandboxIfStale();
const source = (name) => join(root, `test/sandbox/soak/${name}.ts`);
await build({
  absWorkingDir: root,
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  entryPoints: { soak: source('soak'), server: source('server'), shadow: source('shadow') },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  conditions: ['@tallystick/source'],
  external: ['better-sqlite3', 'pg', 'ws'],
});
const { soak } = await import(pathToFileURL(join(folder, 'soak.mjs')).href);
const faults = await soak({
  minutes,
  server: join(folder, 'server.mjs'),
  shadow: join(folder, 'shadow.mjs'),
  worker: join(root, 'sandbox/dist/sqlite-worker.js'),
  print: (line) => console.log(line),
});
for (const fault of faults.slice(0, 20)) console.error(`violation: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
