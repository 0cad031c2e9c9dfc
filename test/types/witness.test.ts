import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { typeErrors } from './compiler.js';

const root = resolve(import.meta.dirname, '../..');
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-witness-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const document = pathToFileURL(join(root, 'spec/platform/openapi.yaml'));
  const witness = await openapiTypeScript(document, { immutable: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(folder, 'witness.ts'), astToString(witness));
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

test('the types that openapi-typescript makes of the same description say the same', async () => {
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
