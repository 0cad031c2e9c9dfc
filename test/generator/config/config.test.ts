import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../generator/config/config.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { loadDocument } from '../../../generator/load/load.js';

const schema: unknown = JSON.parse(readFileSync('generator/config/tallystick.schema.json', 'utf8'));
const matchesSchema = new Ajv2020.default({ strict: true }).compile(schema as object);

const good = [
  'packages: [{ documents: [api.yaml], out: src/api }]',
  "packages: [{ documents: [api.yaml], out: generated/api, package: '@acme/api', version: 1.2.3-beta.1, license: MIT }]",
  'packages: [{ documents: [a.yaml], out: a }, { documents: [b.yaml], out: b, package: b }]',
  'packages: [{ documents: [a.yaml, b.yaml], out: a }]',
  'packages: [{ documents: [spec/api.yaml], out: src/api, allowRefs: [shared/**] }]',
  'packages: [{ documents: [api.yaml], out: src/api, idempotency: false }]',
  'packages: [{ documents: [a.yaml], out: a, importExtensions: none }]',
  'packages: [{ documents: [api.yaml], out: a, impliedTypes: false }]',
  'packages: [{ documents: [a.yaml], out: a, package: a, moduleFormats: [esm, cjs] }]',
  'packages: [{ documents: [a.yaml], out: a, slowPatterns: linear, int64: bigint }]',
  'packages: [{ documents: [a.yaml], out: a, openEnums: true }]',
  'packages: [{ documents: [a.yaml], out: a, enums: const }]',
];

const bad = [
  'null',
  '[]',
  'packages: []',
  'packages: {}',
  'packages: [[]]',
  'packages: [{ out: a }]',
  'packages: [{ documents: [a.yaml] }]',
  'packages: [{ documents: [], out: a }]',
  'packages: [{ documents: a.yaml, out: a }]',
  'packages: [{ documents: [1], out: a }]',
  "packages: [{ documents: [a.yaml], out: '' }]",
  'packages: [{ documents: [a.yaml], out: 1 }]',
  'packages: [{ documents: [a.yaml], out: a, package: Upper }]',
  "packages: [{ documents: [a.yaml], out: a, package: '@acme' }]",
  "packages: [{ documents: [a.yaml], out: a, package: '../a' }]",
  'packages: [{ documents: [a.yaml], out: a, package: a, version: 1.2 }]',
  'packages: [{ documents: [a.yaml], out: a, version: 1.2.3 }]',
  'packages: [{ documents: [a.yaml], out: a, license: MIT }]',
  'packages: [{ documents: [a.yaml], out: a, allowRefs: [] }]',
  'packages: [{ documents: [a.yaml], out: a, idempotency: never }]',
  'packages: [{ documents: [a.yaml], out: a, importExtensions: .js }]',
  'packages: [{ documents: [a.yaml], out: a, moduleFormats: [esm] }]',
  'packages: [{ documents: [a.yaml], out: a, package: a, moduleFormats: [cjs] }]',
  'packages: [{ documents: [a.yaml], out: a, package: a, moduleFormats: [esm, esm] }]',
  'packages: [{ documents: [a.yaml], out: a, package: a, moduleFormats: cjs }]',
  'packages: [{ documents: [a.yaml], out: a, package: a, importExtensions: js }]',
  'packages: [{ documents: [a.yaml], out: a, impliedTypes: object }]',
  'packages: [{ documents: [a.yaml], out: a, slowPatterns: quick }]',
  'packages: [{ documents: [a.yaml], out: a, int64: string }]',
  'packages: [{ documents: [a.yaml], out: a, openEnums: all }]',
  'packages: [{ documents: [a.yaml], out: a, enums: object }]',
  'packages: [{ documents: [a.yaml], out: a, unknown: 1 }]',
  'packages: [{ documents: [a.yaml], out: a }]\nunknown: 1',
];

describe('tallystick.yaml', () => {
  test.each(good)('accepts %s, as does the published schema', async (text) => {
    const host = memoryHost({ 'tallystick.yaml': text });
    const { value, diagnostics } = await readConfig('/tallystick.yaml', host);
    expect(diagnostics).toEqual([]);
    expect(value).toEqual(loadDocument(host, '/tallystick.yaml').value?.value);
    expect(matchesSchema(value)).toBe(true);
  });

  test.each(bad)('rejects %s, as does the published schema', async (text) => {
    const host = memoryHost({ 'tallystick.yaml': text });
    const { value, diagnostics } = await readConfig('/tallystick.yaml', host);
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ severity }) => severity)).toContain('error');
    expect(matchesSchema(loadDocument(host, '/tallystick.yaml').value?.value)).toBe(false);
  });

  test('accepts the config file of this repository', async () => {
    const host = memoryHost({ 'tallystick.yaml': readFileSync('tallystick.yaml') });
    expect((await readConfig('/tallystick.yaml', host)).diagnostics).toEqual([]);
  });
});
