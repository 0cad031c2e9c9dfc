import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install.js';

// Builds docs/ as a site, in docs/.vitepress/dist. `--serve` then serves it; `--watch` serves the pages as they are edited.
const docs = fileURLToPath(new URL('../docs', import.meta.url));
const args = process.argv.slice(2);
const unknown = args.filter((each) => !['--serve', '--watch'].includes(each));
if (unknown.length > 0) {
  console.log(`${unknown.join(', ')} is unknown. The options are --serve and --watch.`);
  process.exit(2);
}

const vitepress = (command) =>
  spawnSync(process.execPath, [join(docs, 'node_modules/vitepress/bin/vitepress.js'), command], {
    cwd: docs,
    stdio: 'inherit',
  }).status ?? 1;

const commands = args.includes('--watch')
  ? ['dev']
  : ['build', ...(args.includes('--serve') ? ['preview'] : [])];
let status = installPackages(docs) ? 0 : 1;
for (const command of commands) if (status === 0) status = vitepress(command);
process.exit(status);
