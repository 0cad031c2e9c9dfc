import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeErrors } from './compiler.js';

const root = resolve(import.meta.dirname, '../..');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-witness-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const command = join(root, 'node_modules/openapi-typescript/bin/cli.js');
  const document = join(root, 'spec/platform/openapi.yaml');
  const output = join(folder, 'witness.ts');
  execFileSync(process.execPath, [command, document, '--immutable', '--output', output], {
    stdio: 'ignore',
  });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const compilerOptions = { isolatedDeclarations: false, declaration: false };
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions,
    include: ['*.ts'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const both = [
  'Policy',
  'Rule',
  'Criterion',
  'CreatePolicyRequest',
  'EvmAccount',
  'UserOperation',
  'Webhook',
  'CreateWebhookRequest',
  'ErrorBody',
  'ErrorBodyV1',
  'Asset',
];

test('types of openapi-typescript for the same description are mutually assignable', async () => {
  const lines = both.flatMap((name) => [
    `export const our${name} = (value: components['schemas']['${name}']): ours.${name} => value;`,
    `export const their${name} = (value: ours.${name}): components['schemas']['${name}'] => value;`,
  ]);
  const source = [
    "import type * as ours from '@platform/platform/types';",
    "import type { components } from './witness.js';",
    ...lines,
    "export const wrong = (value: ours.Policy): components['schemas']['Webhook'] => value;",
  ];
  writeFileSync(join(folder, 'assignments.ts'), source.join('\n'));
  const found = await typeErrors(join(folder, 'tsconfig.json'));
  // The last line is wrong on purpose: it shows that the compiler looked.
  expect(found.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
    `assignments.ts:${source.length} TS2741`,
  ]);
});
