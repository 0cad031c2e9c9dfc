#!/usr/bin/env node
// The command line is built into dist; a checkout of the project builds it when it is first called.
import { existsSync } from 'node:fs';
import module from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`tallystick needs Node 20.19 or newer; this is ${process.versions.node}`);
  process.exit(2);
}

const cli = new URL('../dist/cli.js', import.meta.url);
const build = new URL('../../scripts/build.js', import.meta.url);

if (!existsSync(cli)) {
  if (!existsSync(build)) {
    console.error('tallystick is not complete: dist/cli.js is missing; install the package again');
    process.exit(2);
  }
  const { bundleIfStale } = await import(build.href);
  await bundleIfStale();
}
module.enableCompileCache?.();
await import(cli.href);
