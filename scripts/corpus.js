import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleIfStale } from './build.js';
import { corpusPage, indexOf, rowOf } from './corpus-table.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const corpus = join(process.env.TALLYSTICK_SHARED ?? join(root, '../shared'), 'corpus/openapi');
// Names in the output derive from the folder, so it has the same name as in the tests.
const out = join(root, '.tallystick/corpus-page/output');

await bundleIfStale();
const rows = indexOf(corpus).map((document) => {
  rmSync(dirname(out), { recursive: true, force: true });
  mkdirSync(dirname(out), { recursive: true });
  const path = join(corpus, document.file);
  const started = performance.now();
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(root, 'generator/bin/tallystick.js'),
      'generate',
      relative(dirname(path), path),
      '--out',
      out,
      '--report',
      'json',
    ],
    { cwd: dirname(path), encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const seconds = (performance.now() - started) / 1000;
  const { ok, diagnostics } = JSON.parse(stdout);
  const texts = new Map(
    (ok ? readdirSync(out, { recursive: true }) : [])
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(out, name), 'utf8')]),
  );
  console.log(`${seconds.toFixed(2).padStart(6)} s  ${document.file}`);
  return rowOf(document, texts, diagnostics, seconds);
});
writeFileSync(join(root, 'docs/corpus.md'), corpusPage(rows));
spawnSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), 'docs/corpus.md'], {
  cwd: root,
});
