import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Ajv from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import { measureTogether } from '../measure/together.js';
import { printAim } from '../measure/table.js';
import { keywordRows } from '../validate/keywords.js';

const root = resolve(import.meta.dirname, '../..');

/** Guards and full checks of each keyword beside compiled ajv and Zod 4, as ratios to the better of the two. */
export async function benchmarkKeywords({ quick }) {
  const options = quick ? { rounds: 1, milliseconds: 2 } : { rounds: 40, milliseconds: 3 };
  const rows = Object.entries(keywordRows);
  const guards = await compiled(rows.map(([, { schema }]) => schema));
  console.log('\n## One keyword each (ns a call; ratios to the better of the others)\n');
  console.log(
    '| keyword | valid: tallystick | ajv | Zod 4 | ratio | invalid, with violations: tallystick | ajv `allErrors` | ratio |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  const missed = [];
  rows.forEach(([title, { schema, zod, valid, invalid }], index) => {
    const { is, check } = guards(index);
    const ajv = ajvOf(schema, {});
    const report = ajvOf(schema, { allErrors: true });
    const passes = (value) => zod.safeParse(value).success;
    agree(title, [is, ajv, ...(zod === undefined ? [] : [passes])], valid, invalid);
    const candidates = [is, ajv, ...(zod === undefined ? [] : [passes])];
    const [ours, theirs, zods = NaN] = measureTogether(
      candidates.map((each) => () => each(valid)),
      options,
    );
    const [full, all] = measureTogether(
      [() => check(invalid), () => (report(invalid) ? [] : report.errors)],
      options,
    );
    const ratio = ours / Math.min(theirs, Number.isNaN(zods) ? Infinity : zods);
    const figures = [ours, theirs, zods, ratio, full, all, full / all];
    console.log(`| ${title} | ${figures.map(shown).join(' | ')} |`);
    missed.push([`guard of ${title}`, ratio], [`full check of ${title}`, full / all]);
  });
  for (const [name, ratio] of missed) printAim(`${name} beside the better peer`, ratio, 1, 'times');
}

const shown = (figure) =>
  Number.isNaN(figure) ? '' : figure >= 100 ? figure.toFixed(0) : figure.toFixed(2);

function agree(title, checks, valid, invalid) {
  for (const [at, check] of checks.entries())
    if (!check(valid) || check(invalid)) throw new Error(`${title}: candidate ${at} is wrong`);
}

function ajvOf(schema, settings) {
  // Without a precision, ajv rejects 19.99 as a multiple of 0.01.
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    multipleOfPrecision: 9,
    ...settings,
  });
  addFormats(ajv);
  return ajv.compile(schema);
}

/** Generates validators for all schemas, and returns the guard and the full check of each by its index. */
async function compiled(schemas) {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
  const document = join(folder, 'keywords.json');
  const named = Object.fromEntries(schemas.map((schema, index) => [`Row${index}`, schema]));
  writeFileSync(
    document,
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Keywords', version: '1.0.0' },
      paths: {},
      components: { schemas: named },
    }),
  );
  const cli = join(root, 'generator/bin/tallystick.js');
  execFileSync(process.execPath, [cli, 'generate', document, '--out', join(folder, 'out')], {
    stdio: 'ignore',
  });
  const outfile = join(folder, 'bundle.mjs');
  await build({
    entryPoints: [join(folder, 'out/validators.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    alias: {
      '@tallystick/runtime/validate': join(root, 'runtime/core/validate/index.ts'),
    },
  });
  const module = await import(pathToFileURL(outfile).href);
  return (index) => ({ is: module[`isRow${index}`], check: module[`row${index}Schema`].check });
}
