import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { diskHost, generate } from '../../generator/index.js';
import { sharedPath } from '../shared.js';

const corpus = sharedPath('corpus', 'openapi');
const folder = resolve('.tallystick/clients');

test
  .skipIf(corpus === undefined)
  .each(['stripe.com.json', 'octokit-openapi-23.0.2__api.github.com.json'])(
  'generates a client of %s that compiles without checks and server',
  async (file) => {
    const out = join(folder, file);
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    const { diagnostics, ok } = await generate(
      {
        documents: [join(corpus ?? '', file)],
        out: join(out, 'src'),
        emitters: ['types', 'client'],
        importExtensions: 'js',
      },
      diskHost(resolve('.')),
    );
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(ok).toBe(true);
    const config = { extends: '../../../tsconfig.json', include: ['./src'], exclude: [] };
    writeFileSync(join(out, 'tsconfig.json'), JSON.stringify(config));
    for (const version of ['typescript-7', 'typescript']) {
      const compiler = resolve(`node_modules/${version}/bin/tsc`);
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', out], { encoding: 'utf8' });
      expect(stdout, version).toBe('');
    }
  },
  120_000,
);
