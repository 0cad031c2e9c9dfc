import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { measureProcess } from '../measure/process.js';
import { printAim, printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const count = 200;

/** CPU time for importing all validators of 200 schemas. */
export async function benchmarkImportValidators({ quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  const document = join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(described()));
  const cli = join(root, 'generator/bin/tallystick.js');
  const out = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  execFileSync(process.execPath, [cli, 'generate', document, '--out', out], { stdio: 'ignore' });
  const validators = join(folder, 'validators.mjs');
  await build({
    entryPoints: [join(out, 'validators.ts')],
    outfile: validators,
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias: { '@tallystick/runtime/validate': join(root, 'runtime/core/validate/index.ts') },
  });
  const timer = join(folder, 'timer.mjs');
  writeFileSync(timer, `await import(${JSON.stringify(validators)});\n`);
  const runs = quick ? 1 : 9;
  const bare = measureProcess(join(import.meta.dirname, '../measure/nothing.js'), [], { runs });
  const imported = measureProcess(timer, [], { runs });
  const milliseconds = (imported.cpu - bare.cpu) * 1000;
  printTable('importing the validators of 200 schemas', 'ms of CPU beyond an empty program', [
    { name: 'guards, full checks, assertions, Standard Schemas', figure: milliseconds },
  ]);
  printAim('importing the validators of 200 schemas', milliseconds, 5, 'ms');
}

/** Objects with eight properties, each with a different pattern and a reference to the next. */
function described() {
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `Thing${index}`,
      {
        type: 'object',
        required: ['id', 'state'],
        properties: {
          id: { type: 'string', pattern: `^t${index}-[0-9a-f]{8}$` },
          state: { type: 'string', enum: ['on', 'off', `state${index}`] },
          name: { type: 'string', maxLength: 50 + index },
          size: { type: 'integer', minimum: 0 },
          share: { type: 'number', maximum: 1 },
          active: { type: 'boolean' },
          tags: { type: 'array', items: { type: 'string' }, maxItems: 10 },
          next: { $ref: `#/components/schemas/Thing${(index + 1) % count}` },
        },
      },
    ]),
  );
  const info = { title: 'Two hundred schemas', version: '1.0.0' };
  return { openapi: '3.1.0', info, paths: {}, components: { schemas } };
}
