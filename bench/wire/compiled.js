import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { createClient } from '@hey-api/openapi-ts';
import { described } from './described-service.js';

const root = resolve(import.meta.dirname, '../..');

let made;

/** Files with the client and the server of the rows, and with hey-api's client, each bundled with its dependencies. */
export function compiledService() {
  made ??= compile();
  return made;
}

async function compile() {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  symlinkSync(resolve(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));
  const description = join(mkdtempSync(join(tmpdir(), 'tallystick-bench-')), 'openapi.json');
  writeFileSync(description, JSON.stringify(described()));
  execFileSync(process.execPath, [
    join(root, 'generator/bin/tallystick.js'),
    'generate',
    description,
    '--out',
    join(folder, 'ours'),
    '--package',
    '@bench/wire',
  ]);
  await createClient({
    input: description,
    output: join(folder, 'hey-api'),
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk'],
    logs: { level: 'silent' },
  });
  return {
    client: await bundle(folder, 'client', [
      `export { connectWire, createPolicy } from './ours/src/index.js';`,
      `export { fetchTransport } from '@tallystick/runtime/http';`,
      `export { nodeTransport } from '@tallystick/runtime/http/node';`,
      `export { undiciTransport } from '@tallystick/runtime/http/undici';`,
    ]),
    server: await bundle(folder, 'server', [
      `export { createWireServer } from './ours/src/server.js';`,
      `export { nodeServer } from '@tallystick/runtime/http/node';`,
    ]),
    heyApi: await bundle(folder, 'hey-api-client', [
      `export { createPolicy } from './hey-api/sdk.gen.js';`,
      `export { client } from './hey-api/client.gen.js';`,
    ]),
  };
}

async function bundle(folder, name, lines) {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    stdin: { contents: lines.join('\n'), resolveDir: folder, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@tallystick/source'],
    nodePaths: [join(root, 'node_modules')],
    external: ['undici'],
    logLevel: 'silent',
  });
  return outfile;
}
