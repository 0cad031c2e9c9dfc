import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryHost } from '../../generator/host/memory.js';
import { typeErrors } from '../types/compiler.js';
import { run } from './cli/console.js';
import { randomRuns } from '../rounds.js';

const names = ['listCats', 'addCat', 'listDogs', 'addDog', 'walkDog'] as const;
const services = { Cats: names.slice(0, 2), Dogs: names.slice(2) };
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: Object.fromEntries(
    names.map((name) => [
      `/${name}`,
      {
        get: {
          operationId: name,
          tags: [name.includes('Cat') ? 'Cats' : 'Dogs'],
          responses: { '204': { description: 'Fine.' } },
        },
      },
    ]),
  ),
};

/** Forms of a handler that a user may write: shorthand, as a value, with a comment. */
const handler = fc.record({
  form: fc.constantFrom('method', 'arrow', 'shorthand', 'string', 'async'),
  remark: fc.constantFrom('', '/* } */ ', '// mine, {\n', '/**\n * `${name}`\n */\n'),
  after: fc.constantFrom('', ' /* }, */', ' // , }'),
});

interface Written {
  readonly form: string;
  readonly remark: string;
  readonly after: string;
}

/** One file, and how it is written. */
const file = fc.record({
  kept: fc.shuffledSubarray([...names]),
  handlers: fc.array(handler, { minLength: names.length, maxLength: names.length }),
  form: fc.constantFrom(
    'annotated',
    'satisfies',
    'given',
    'constant',
    'function',
    'default',
    'class',
    'services',
    'spread',
    'renamed',
  ),
  quote: fc.constantFrom("'", '"'),
  end: fc.constantFrom(';', ''),
  indent: fc.constantFrom('  ', '    ', '\t'),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF', '#!/usr/bin/env node\n'),
  comma: fc.boolean(),
  oneLine: fc.boolean(),
});

type File = typeof file extends fc.Arbitrary<infer Value> ? Value : never;

function textOf(given: File): string {
  const { form, kept, quote, end, indent, lineBreak, mark } = given;
  const server = `${quote}./api/server.js${quote}${end}`;
  const list = (chosen: readonly string[], separator = ','): string => {
    const written = chosen.map((name) => member(name, given, separator));
    const last = given.comma || separator !== ',' ? separator : '';
    const isOneLine = given.oneLine && !written.some(({ text }) => text.includes('//'));
    const inner = written.map(
      ({ text, after }, at) => text + (at === written.length - 1 ? last : separator) + after,
    );
    return isOneLine && !inner.some((text) => text.includes('//'))
      ? `{ ${inner.join(' ')} }`
      : `{\n${inner.map((text) => indented(text, indent)).join('\n')}\n}`;
  };
  const of = (service: keyof typeof services): readonly string[] =>
    kept.filter((name) => services[service].includes(name));
  const body: Record<string, () => string> = {
    annotated: () => `export const handlers: ApiHandlers = ${list(kept)}${end}`,
    satisfies: () => `export const handlers = ${list(kept)} satisfies ApiHandlers${end}`,
    given: () => `export const server = createApiServer(${list(kept)}, {})${end}`,
    constant: () =>
      `const handlers = ${list(kept)}${end}\nexport const server = createApiServer(handlers, {})${end}`,
    function: () =>
      `export function make(count: number): ApiHandlers {\n${indent}if (count > 1) throw new Error()${end}\n${indent}return ${indented(list(kept), indent).trimStart()}${end}\n}`,
    default: () => `export default ${list(kept)} satisfies ApiHandlers${end}`,
    class: () => `export class Pets implements ApiHandlers ${list(kept, ';')}`,
    services: () =>
      `const cats: CatsHandlers = ${list(of('Cats'))}${end}\nconst dogs: DogsHandlers = ${list(of('Dogs'))}${end}\nexport const handlers: ApiHandlers = { ...cats, ...dogs }${end}`,
    spread: () =>
      `const cats = ${list(of('Cats'))}${end}\nexport const handlers: ApiHandlers = {\n${indent}...cats,\n${indent}...(${list(of('Dogs'))})${given.comma ? ',' : ''}\n}${end}`,
    renamed: () => `export const handlers: H = ${list(kept)}${end}`,
  };
  const imports =
    form === 'renamed'
      ? `import type { ApiHandlers as H } from ${server}`
      : form === 'services'
        ? `import type { ApiHandlers } from ${server}\nimport type { CatsHandlers } from ${quote}./api/server/cats.js${quote}${end}\nimport type { DogsHandlers } from ${quote}./api/server/dogs.js${quote}${end}`
        : `import { createApiServer, type ApiHandlers } from ${server}`;
  const own = `const f = (): never => {\n${indent}throw new Error()${end}\n}${end}`;
  const shorthands = kept
    .filter((name) => at(name, given).form === 'shorthand')
    .map((name) => `const ${name} = f${end}`);
  return `${mark}${imports}\n\n${[own, ...shorthands].join('\n')}\n\n${body[form]?.() ?? ''}\n`.replaceAll(
    '\n',
    lineBreak,
  );
}

function at(name: string, { handlers }: File): Written {
  const found = handlers[names.findIndex((each) => each === name)];
  if (found === undefined) throw new Error(`${name} is written somehow`);
  return found;
}

function member(
  name: string,
  given: File,
  separator: string,
): { readonly text: string; readonly after: string } {
  const { form, remark, after } = at(name, given);
  const { quote } = given;
  const isField = separator === ';';
  const texts: Readonly<Record<string, string>> = {
    method: `${name}(): never { throw new Error('}') }`,
    arrow: isField ? `${name} = f` : `${name}: f`,
    shorthand: isField ? `${name} = f` : name,
    string: isField ? `readonly ${name} = () => f()` : `${quote}${name}${quote}: () => f()`,
    async: `async ${name}(): Promise<never> { throw new Error(\`{\`) }`,
  };
  return { text: remark + (texts[form] ?? ''), after };
}

function indented(text: string, indent: string): string {
  return text.replace(/^(?=.)/gm, indent);
}

/** True if a text is another one with insertions: every character stays in order. */
function isGrownFrom(after: string, before: string): boolean {
  let offset = 0;
  for (const character of before) {
    const found = after.indexOf(character, offset);
    if (found < 0) return false;
    offset = found + character.length;
  }
  return true;
}

test('keeps every line of the user, and adds handlers that compile', async () => {
  const folder = resolve('.tallystick/scaffold');
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const pets = { 'pets.json': JSON.stringify(document) };
  const generated = memoryHost(pets, '/work');
  await run(['generate', 'pets.json', '--out', 'api'], generated);
  for (const [path, text] of generated.files())
    if (path.startsWith('/work/api/')) write(path.slice('/work/'.length), text);
  const samples = fc.sample(file, randomRuns(500));
  const line = ['scaffold', 'server.ts', 'pets.json', '--out', 'api'];
  for (const [index, sample] of samples.entries()) {
    const before = textOf(sample);
    const host = memoryHost({ ...pets, 'server.ts': before }, '/work');
    const read = (): string =>
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(host.read('/work/server.ts'));
    const { code, error } = await run(line, host);
    const after = read();
    expect({ code, error, before }).toEqual({ code: 0, error: '', before });
    expect({ before, after, grown: isGrownFrom(after, before) }).toMatchObject({ grown: true });
    if (sample.kept.length === names.length) expect(after).toBe(before);
    expect((await run(line, host)).out).toBe('server.ts: every operation has a handler\n');
    expect(read()).toBe(after);
    if (sample.lineBreak === '\r\n' && !sample.mark.startsWith('#'))
      expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    write(`server-${index}.ts`, after);
  }
  const config = { extends: '../../tsconfig.json', include: ['*.ts'], exclude: [] };
  write(
    'tsconfig.json',
    JSON.stringify({
      ...config,
      compilerOptions: { isolatedDeclarations: false, noUnusedLocals: false },
    }),
  );
  expect(await typeErrors(folder)).toEqual([]);
}, 180_000);
