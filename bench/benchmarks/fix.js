import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { jspurefixParser } from '../fix/jspurefix.js';
import { messages } from '../fix/messages.js';
import { cpuTime, measureTogether } from '../measure/together.js';
import { printAim, printTable } from '../measure/table.js';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, '.tallystick/bench/fix');
const dictionary = resolve(import.meta.dirname, '../node_modules/jspurefix/data/FIX42.xml');
/** Folder of the public dictionaries. */
const dictionaries = join(
  process.env.TALLYSTICK_SHARED ?? resolve(root, '../shared'),
  'suites/fix-dictionaries',
);

/** Targets in microseconds on an idle machine: view, object, encoding. */
const aims = {
  NewOrderSingle: [0.35, 1.3, 1],
  ExecutionReport: [0.6, 2.5, 1.5],
  'MarketDataIncrementalRefresh of 100': [12, 45, 35],
};

/** Compares FIX codecs with jspurefix, and with QuickFIX for C++ if installed: the same dictionary and messages. */
export async function benchmarkFix({ quick }) {
  const { codec, FixView, FixWriter } = await generated();
  const parse = await jspurefixParser(dictionary);
  const peers = quickfix(quick);
  for (const [at, [name, message]] of Object.entries(messages).entries()) {
    const view = new FixView(codec.dataFields);
    const writer = new FixWriter();
    const index = () => {
      if (view.read(message) !== undefined) throw new Error(`${name} is garbled`);
    };
    const decode = () => {
      index();
      const decoded = codec.decode(view);
      if (decoded.kind === 'reject') throw new Error(`${name}: ${decoded.text} ${decoded.refTag}`);
      return decoded.message;
    };
    // Reads two fields by name, like a program that forwards messages.
    const glance = () => {
      index();
      const named = codec.view(view);
      return [named.symbol, named.text];
    };
    // The same for each entry of a group.
    const browse = () => {
      index();
      let length = 0;
      for (const entry of codec.view(view).mdEntries ?? [])
        length += entry.mdEntryPx.length + entry.mdEntrySize.length;
      return length;
    };
    const value = decode();
    const encode = () => {
      writer.begin(codec.beginString, codec.msgTypeOf(value));
      writer.integer(34, 1234);
      writer.text(49, 'BUYSIDE');
      writer.text(52, '20260101-12:00:00.123');
      writer.text(56, 'SELLSIDE');
      codec.encodeBody(value, writer);
      return writer.end();
    };
    const figures = measureTogether(
      [decode, index, encode, () => parse(message), glance, browse],
      quick ? { rounds: 1, milliseconds: 1 } : { clock: cpuTime },
    ).map((nanoseconds) => nanoseconds / 1000);
    const [whole, indexed, written, jspurefix, glanced, browsed] = figures;
    const [parsed, validated] = peers[at] ?? [];
    printTable(`${name}, ${message.length} bytes`, 'µs', [
      { name: 'tallystick, an object, all checked', figure: whole },
      { name: 'tallystick, a view', figure: indexed },
      { name: 'tallystick, a view and two fields', figure: glanced },
      ...(name.includes('of 100')
        ? [{ name: 'tallystick, a view and two fields of each entry', figure: browsed }]
        : []),
      { name: 'tallystick, an object to bytes', figure: written },
      { name: 'jspurefix, an object', figure: jspurefix },
      ...(parsed === undefined
        ? []
        : [
            { name: 'QuickFIX C++, parsed', figure: parsed },
            { name: 'QuickFIX C++, parsed and validated', figure: validated },
          ]),
    ]);
    const [view0, object0, bytes0] = aims[name];
    printAim(`the view of ${name}`, indexed, view0, 'µs');
    printAim(`the object of ${name}`, whole, object0, 'µs');
    printAim(`the bytes of ${name}`, written, bytes0, 'µs');
    if (name.includes('of 100'))
      printAim(
        'a view and two fields of each entry, relative to the object',
        browsed / whole,
        0.5,
        '',
      );
  }
}

/** CPU time for importing the code generated from entire dictionaries, in a process that does nothing else. */
export async function benchmarkFixImport({ quick }) {
  if (!existsSync(dictionaries)) {
    console.log('\nThe public dictionaries of FIX are not there, and their import is left out.');
    return;
  }
  mkdirSync(folder, { recursive: true });
  const rows = [];
  for (const [name, ...options] of [
    ['FIX42'],
    ['FIX50SP2', '--transport', join(dictionaries, 'FIXT11.xml')],
  ]) {
    const source = join(dictionaries, `${name}.xml`);
    const description = `${name}.asyncapi.yaml`;
    tallystick('import', 'fix', source, ...options, '--out', description, '--force');
    tallystick('generate', description, '--out', name, '--package', `@bench/${name.toLowerCase()}`);
    const outfile = join(folder, `${name}.mjs`);
    await build({ ...bundling, entryPoints: [join(folder, name, 'src/index.ts')], outfile });
    const times = Array.from({ length: quick ? 1 : 15 }, () => importTime(outfile));
    rows.push({ name, figure: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] });
  }
  printTable('import of all that a dictionary makes, with the runtime', 'ms of CPU', rows);
  for (const { name, figure } of rows) printAim(`the import of ${name}`, figure, 30, 'ms');
  const firsts = await firstUses(quick);
  printTable('the first message of its kind, of the whole FIX 5.0 SP2', 'ms of CPU', firsts);
  for (const { name, figure } of firsts) printAim(`the first ${name}`, figure, 5, 'ms');
}

/** Fields of messages after the header, with `|` for SOH: a small one, two with hundreds of fields, and one with nested groups. */
const firstMessages = {
  Heartbeat: '0|112=a|',
  NewOrderSingle: 'D|11=a|55=B|54=1|60=20260101-12:00:00|40=1|38=1|',
  ExecutionReport: '8|37=x|17=e|150=0|39=0|55=B|54=1|151=1|14=0|',
  'NewOrderSingle with a nested group':
    'D|453=1|448=a|802=1|523=b|11=a|55=B|54=1|60=20260101-12:00:00|40=1|',
};

/** CPU time for decoding the first message, each in a separate process. */
async function firstUses(quick) {
  const outfile = join(folder, 'first.mjs');
  await build({
    ...bundling,
    stdin: {
      contents: `export * from '@tallystick/runtime/fix'; export { fix50sp2Codec as codec } from './FIX50SP2/src/codec.js';`,
      resolveDir: folder,
    },
    outfile,
  });
  return Object.entries(firstMessages).map(([name, fields]) => {
    const [msgType, ...rest] = fields.split('|');
    const body = `35=${msgType}|34=2|49=A|52=20260101-12:00:00.123|56=B|${rest.join('|')}`;
    const program = `
      const { codec, FixView, FixWriter } = await import(${JSON.stringify(pathToFileURL(outfile).href)});
      const body = ${JSON.stringify(body.replaceAll('|', '\u0001'))};
      const head = '8=FIXT.1.1\\u00019=' + body.length + '\\u0001' + body;
      let sum = 0;
      for (const character of head) sum += character.charCodeAt(0);
      const bytes = Buffer.from(head + '10=' + String(sum % 256).padStart(3, '0') + '\\u0001');
      const start = process.cpuUsage();
      const view = new FixView(codec.dataFields);
      view.read(bytes);
      const { kind } = codec.decode(view);
      const { user, system } = process.cpuUsage(start);
      if (kind !== 'message') throw new Error(kind);
      console.log((user + system) / 1000);`;
    const times = Array.from({ length: quick ? 1 : 15 }, () => run(program));
    return { name, figure: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] };
  });
}

function run(program) {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return Number(stdout);
}

function importTime(file) {
  const program = `
    const start = process.cpuUsage();
    await import(${JSON.stringify(pathToFileURL(file).href)});
    const { user, system } = process.cpuUsage(start);
    console.log((user + system) / 1000);`;
  return run(program);
}

const bundling = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  conditions: ['@tallystick/source'],
};

/** Package generated from the dictionary, bundled with the runtime. */
async function generated() {
  mkdirSync(folder, { recursive: true });
  tallystick('import', 'fix', dictionary, '--out', 'fix.asyncapi.yaml', '--force');
  tallystick('generate', 'fix.asyncapi.yaml', '--out', 'package', '--package', '@bench/fix');
  await build({
    ...bundling,
    stdin: {
      contents: `export * from '@tallystick/runtime/fix'; export { fixCodec as codec } from './package/src/codec.js';`,
      resolveDir: folder,
    },
    outfile: join(folder, 'codec.mjs'),
  });
  return import(pathToFileURL(join(folder, 'codec.mjs')).href);
}

function tallystick(...command) {
  const cli = join(root, 'generator/bin/tallystick.js');
  const { status, stderr } = spawnSync(process.execPath, [cli, ...command], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

/** Microseconds for parsing and validating each message. Empty if QuickFIX or a compiler is missing. */
function quickfix(quick) {
  const program = join(folder, 'quickfix');
  const source = resolve(import.meta.dirname, '../fix/quickfix.cpp');
  const options = ['-O2', '-std=c++14', '-w', source, '-o', program, '-lquickfix', '-lpthread'];
  if (!existsSync('/usr/include/quickfix/Message.h')) {
    console.log('\nQuickFIX for C++ is not installed, and left out.');
    return [];
  }
  const compiled = spawnSync('g++', options, { encoding: 'utf8' });
  if (compiled.status !== 0) {
    console.log('\nQuickFIX for C++ does not compile, and is left out.');
    return [];
  }
  const lines = join(folder, 'messages.txt');
  writeFileSync(
    lines,
    Buffer.concat(Object.values(messages).flatMap((each) => [each, Buffer.from('\n')])),
  );
  const { stdout } = spawnSync(program, [dictionary, lines, quick ? '100' : '20000'], {
    encoding: 'utf8',
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map((nanoseconds) => Number(nanoseconds) / 1000));
}
