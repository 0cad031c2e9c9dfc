import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildPlayground } from './build-playground.js';
import { installPackages } from './install.js';

// Draws the diagrams and builds docs/ as a site, in docs/.vitepress/dist. `--serve` then serves it; `--watch` serves the pages as they are edited.
const docs = fileURLToPath(new URL('../docs', import.meta.url));
const args = process.argv.slice(2);
const unknown = args.filter((each) => !['--serve', '--watch'].includes(each));
if (unknown.length > 0) {
  console.log(`${unknown.join(', ')} is unknown. The options are --serve and --watch.`);
  process.exit(2);
}

const vitepress = 'node_modules/vitepress/bin/vitepress.js';
const commands = [
  ['diagrams/render.js'],
  ...(args.includes('--watch') ? [[vitepress, 'dev']] : [[vitepress, 'build']]),
  ...(args.includes('--serve') ? [[vitepress, 'preview']] : []),
];
let isGood = installPackages(docs);
if (isGood) await buildPlayground();
for (const words of commands)
  isGood &&= spawnSync(process.execPath, words, { cwd: docs, stdio: 'inherit' }).status === 0;
process.exit(isGood ? 0 : 1);
