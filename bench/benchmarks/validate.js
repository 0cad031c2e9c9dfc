import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { measureCall } from '../measure/call.js';
import { printTable } from '../measure/table.js';
import { policyByHand } from './policy-by-hand.js';
import { policyInZod } from './policy-in-zod.js';

const root = resolve(import.meta.dirname, '../..');

/** One Policy, validated by our guard, by peers and by hand. */
export async function benchmarkValidate({ quick }) {
  const options = quick ? { rounds: 1, milliseconds: 10 } : {};
  const { isPolicy } = await bundled(join(root, 'generated/platform/src/validators.ts'));
  const ajv = policyInAjv();
  const zod = (value) => policyInZod.safeParse(value).success;
  const candidates = {
    tallystick: isPolicy,
    'by hand': policyByHand,
    'ajv (compiled)': ajv,
    'zod 4': zod,
  };
  for (const [kind, value, wanted] of [
    ['valid', policy, true],
    ['invalid', { ...policy, rules: [{ ...policy.rules[0], action: 'maybe' }] }, false],
  ]) {
    const rows = Object.entries(candidates).map(([name, check]) => {
      if (check(value) !== wanted) throw new Error(`${name} is wrong about the ${kind} policy`);
      return { name, figure: measureCall(() => check(value), options) };
    });
    printTable(`a ${kind} Policy`, 'ns a call', rows);
  }
}

const policy = {
  id: '123e4567-e89b-12d3-a456-426614174000',
  scope: 'account',
  description: 'Allow small payments',
  rules: [
    {
      action: 'accept',
      operation: 'signEvmTransaction',
      criteria: [
        { type: 'ethValue', ethValue: '1000000000000000000', operator: '<=' },
        {
          type: 'evmAddress',
          addresses: ['0x742d35cc6634c0532925a3b844bc454e4438f44e'],
          operator: 'in',
        },
      ],
    },
  ],
  createdAt: '2025-03-25T12:00:00Z',
  updatedAt: '2025-03-26T12:00:00Z',
};

async function bundled(entry) {
  const outfile = join(mkdtempSync(join(tmpdir(), 'tallystick-bench-')), 'bundle.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@tallystick/source'],
  });
  return import(pathToFileURL(outfile).href);
}

function policyInAjv() {
  const ajv = new Ajv({ strict: false, validateSchema: false });
  addFormats(ajv);
  const folder = join(root, 'spec/platform');
  for (const name of readdirSync(folder, { recursive: true }).filter((path) =>
    path.endsWith('.yaml'),
  )) {
    ajv.addSchema(parse(readFileSync(join(folder, name), 'utf8')), `http://spec/${name}`);
  }
  return ajv.compile({ $ref: 'http://spec/openapi.yaml#/components/schemas/Policy' });
}
