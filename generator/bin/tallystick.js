#!/usr/bin/env node
// The command line is built into dist; a checkout of the project builds it when it is first called.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`tallystick needs Node 20.19 or newer; this is ${process.versions.node}`);
  process.exit(2);
}

const cli = join(__dirname, '../dist/cli.cjs');
const build = join(__dirname, '../../scripts/build.js');

if (existsSync(cli)) require('./start.js').start(cli);
else if (existsSync(build)) {
  void import(pathToFileURL(build).href)
    .then(({ bundleIfStale }) => bundleIfStale())
    .then(() => require('./start.js').start(cli));
} else {
  console.error('tallystick is not complete: dist/cli.cjs is missing; install the package again');
  process.exit(2);
}
