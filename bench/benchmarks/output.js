import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { printAim, printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');

/**
 * Size of the code that a browser loads to call one operation, without checks or signers: the operation alone, with typed errors, and with
 * the client, which retries, times out, aborts and sends.
 */
export async function benchmarkOperation(description, folder, operation, connect) {
  const contents = await bundled(folder, operation);
  const called = await bundled(folder, `${operation}, ${connect}`);
  const gzipped = (text) => gzipSync(text).length / 1000;
  printTable(`one operation of ${description}, bundled`, 'kB', [
    { name: 'gzipped, by itself', figure: gzipped(contents) },
    { name: 'minified, by itself', figure: contents.length / 1000 },
    { name: 'gzipped, with what makes its client and sends', figure: gzipped(called) },
  ]);
  printAim(`one operation of ${description} alone, gzipped`, gzipped(contents), 3, 'kB');
  printAim(`one operation of ${description} with its client, gzipped`, gzipped(called), 7, 'kB');
}

async function bundled(folder, names) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names} } from ${JSON.stringify(join(folder, 'src/index.ts'))};`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@tallystick/source'],
  });
  return outputFiles[0].contents;
}
