import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { measureTogether } from '../measure/together.js';
import { printAim, printTable } from '../measure/table.js';
import { byHand } from '../validate/by-hand.js';
import { peersOf, reportOfAjv } from '../validate/peers.js';
import { document, schemaOf } from '../validate/schemas.js';
import { values } from '../validate/values.js';

const root = resolve(import.meta.dirname, '../..');
const titles = {
  Flat: 'flat object of the public benchmark',
  Policy: 'Policy',
  UserOperation: 'UserOperation',
  Orders: '1,000 orders',
  Shape: 'discriminated union of ten',
  Tree: 'deep recursive tree',
};

/** Guards and full checks of every row, valid and invalid, beside other libraries and a check written by hand. */
export async function benchmarkValidate({ quick }) {
  const options = quick ? { rounds: 1, milliseconds: 5 } : {};
  const ours = await compiled();
  for (const [row, title] of Object.entries(titles)) {
    const schema = schemaOf(row);
    const [is, check] = [ours[`is${row}`], ours[schemaName(row)].check];
    const guards = { 'tallystick guard': is, 'by hand': byHand[row], ...peersOf(schema) };
    const reports = { 'tallystick full check': check, 'ajv allErrors': reportOfAjv(schema) };
    values[row].forEach((value, index) => {
      const kind = index === 0 ? 'valid' : 'invalid';
      const wanted = kind === 'valid';
      for (const [name, guard] of Object.entries(guards))
        if (guard(value) !== wanted) throw new Error(`${name} is wrong about the ${kind} ${row}`);
      for (const [name, report] of Object.entries(reports))
        if ((report(value).length === 0) !== wanted)
          throw new Error(`${name} is wrong about the ${kind} ${row}`);
      const candidates = { ...guards, ...reports };
      const calls = Object.values(candidates).map((each) => () => each(value));
      const figures = measureTogether(calls, options);
      const rows = Object.keys(candidates).map((name, at) => ({ name, figure: figures[at] }));
      const of = (name) => rows.find((each) => each.name === name)?.figure ?? NaN;
      printTable(`${title}, ${kind}`, 'ns a call', rows);
      const guard = of('tallystick guard');
      const full = of('tallystick full check');
      printAim(`guard relative to by hand: ${title}, ${kind}`, guard / of('by hand'), 1.1, 'times');
      if (wanted)
        printAim(`full check relative to the guard: ${title}`, full / guard, 1.3, 'times');
      else printAim(`full check relative to ajv: ${title}`, full / of('ajv allErrors'), 1, 'times');
    });
  }
  await benchmarkSize();
}

/** Export with the full check of a row. */
function schemaName(row) {
  return `${row.charAt(0).toLowerCase()}${row.slice(1)}Schema`;
}

let generated;

function generate() {
  if (generated === undefined) {
    generated = mkdtempSync(join(tmpdir(), 'tallystick-bench-'));
    const cli = join(root, 'generator/bin/tallystick.js');
    execFileSync(process.execPath, [cli, 'generate', document, '--out', generated], {
      stdio: 'ignore',
    });
  }
  return join(generated, 'validators.ts');
}

async function compiled() {
  const outfile = await bundle(generate(), false);
  return import(pathToFileURL(outfile).href);
}

async function bundle(entry, minify) {
  const outfile = join(mkdtempSync(join(tmpdir(), 'tallystick-bench-')), 'bundle.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify,
    format: 'esm',
    platform: 'neutral',
    alias: { '@tallystick/runtime/validate': join(root, 'runtime/core/validate/index.ts') },
  });
  return outfile;
}

/** Size of the code that a browser loads for the six checks, and for one guard alone. */
async function benchmarkSize() {
  const names = Object.keys(titles);
  const size = async (imported) => {
    const entry = join(mkdtempSync(join(tmpdir(), 'tallystick-bench-')), 'entry.ts');
    writeFileSync(entry, `export { ${imported.join(', ')} } from ${JSON.stringify(generate())};\n`);
    return readFileSync(await bundle(entry, true)).length / 1000;
  };
  const guards = await size(names.map((name) => `is${name}`));
  const checks = await size(names.flatMap((name) => [`is${name}`, schemaName(name)]));
  printTable('minified size of the six checks', 'kB', [
    { name: 'guards and full checks', figure: checks },
    { name: 'guards alone', figure: guards },
    { name: 'one guard, of Flat', figure: await size(['isFlat']) },
  ]);
  printAim('the minified size of the six checks', checks, 8, 'kB');
}
