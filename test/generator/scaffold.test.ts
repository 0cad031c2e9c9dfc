import { describe, expect, test } from 'vitest';
import { memoryHost, type MemoryHost } from '../../generator/host/memory.js';
import { run, type Outcome } from './cli/console.js';

const answer = { '200': { description: 'Fine.' } };

function host(operations: readonly string[], file?: string): MemoryHost {
  const paths = Object.fromEntries(
    operations.map((id) => [
      `/${id}`,
      { get: { operationId: id, tags: ['Pets'], responses: answer } },
    ]),
  );
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1.0.0' }, paths };
  return memoryHost(
    { 'pets.json': JSON.stringify(document), ...(file === undefined ? {} : { 'server.ts': file }) },
    '/work',
  );
}

function scaffold(on: MemoryHost): Promise<Outcome> {
  return run(['scaffold', 'server.ts', 'pets.json', '--out', 'api'], on);
}

function text(on: MemoryHost): string {
  return on.files().get('/work/server.ts') ?? '';
}

/** The file after handlers for `one` and `two` were asked for; what was put in must be all that is new. */
async function added(file: string): Promise<string> {
  const on = host(['one', 'two'], file);
  const { code, error } = await scaffold(on);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  const after = text(on);
  let at = 0;
  for (const character of file) {
    at = after.indexOf(character, at);
    expect(at).toBeGreaterThanOrEqual(0);
    at += 1;
  }
  await scaffold(on);
  expect(text(on)).toBe(after);
  return after;
}

const imports = `import { notImplemented } from '@tallystick/runtime/http/server';
import { createApiServer, type ApiHandlers } from './api/server.js';
`;
const two = `  /** GET /two */
  two(_request, _respond) {
    throw notImplemented('two');
  },
`;

describe('a new server file', () => {
  test('has a handler for every operation', async () => {
    const on = host(['one', 'two']);
    expect((await scaffold(on)).out).toBe('server.ts: written with 2 handlers\n');
    expect(text(on)).toContain(
      "import { type ApiHandlers, createApiServer } from './api/server.js';",
    );
    expect(text(on)).toContain(two);
    expect((await scaffold(on)).out).toBe('server.ts: every operation has a handler\n');
  });
});

describe('a file that is there', () => {
  test.each([
    [
      'methods',
      `${imports}export const handlers: ApiHandlers = {\n  one(_, respond) { /* mine */ return respond.ok(); },\n};\n`,
    ],
    [
      'arrows without a comma',
      `${imports}const h: ApiHandlers = {\n  one: (_, respond) => respond.ok()\n};\n`,
    ],
    ['shorthand', `${imports}const one = f;\ncreateApiServer({\n  one,\n}, {});\n`],
    ['a constant', `${imports}const h = {\n  one() {},\n};\ncreateApiServer(h, {});\n`],
    ['satisfies', `${imports}const h = {\n  one() {},\n} satisfies ApiHandlers;\n`],
    ['spread', `${imports}const a = { one() {} };\nconst h: ApiHandlers = {\n  ...a,\n};\n`],
    ['nothing', `${imports}const h: ApiHandlers = { one() {} };\nconst t = \`}\`; // }\n`],
    [
      'a trailing comment',
      `${imports}const h: ApiHandlers = {\n  one() {}, // the last\n  // for later\n};\n`,
    ],
  ])('gets what it misses: %s', async (_name, file) => {
    expect(await added(file)).toContain(two);
  });

  test('keeps tabs and line breaks of its own', async () => {
    const file = `${imports}const h: ApiHandlers = {\n\tone() {},\n};\n`.replaceAll('\n', '\r\n');
    const after = await added(file);
    expect(after).toContain(
      "\r\n\ttwo(_request, _respond) {\r\n\t\tthrow notImplemented('two');\r\n\t},\r\n};",
    );
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('may be a class', async () => {
    const file = `${imports}class Pets implements ApiHandlers {\n  one() {}\n  helper() {}\n}\n`;
    expect(await added(file)).toContain(two.replace('},\n', '}\n}'));
  });

  test('may call imports by other names, and gets the one it needs', async () => {
    const file = `#!/usr/bin/env node\n// mine\nimport { createApiServer as make, type ApiHandlers as H } from './api/server.js';\nconst h: H = {\n  one() {},\n};\nmake(h, {});\n`;
    const after = await added(file);
    expect(after).toContain(
      "// mine\nimport { notImplemented } from '@tallystick/runtime/http/server';\n",
    );
    expect(after).toContain(two);
  });
});

describe('a file in which handlers can not be added', () => {
  test.each([
    ['const h: ApiHandlers = { one() {', 'scaffold-syntax', 'server.ts:1:'],
    ['export const a = 1;\n', 'scaffold-handlers', 'createApiServer'],
    [
      "import { rest } from './rest.js';\nconst h: ApiHandlers = { ...rest };\n",
      'scaffold-unseen',
      'server.ts:2:',
    ],
    [
      'const h: ApiHandlers = { [name()]: f };\n',
      'scaffold-unseen',
      '"one", "two" may be among them',
    ],
    [
      "import { B } from './b.js';\nclass P extends B implements ApiHandlers {}\n",
      'scaffold-unseen',
      'server.ts:2:',
    ],
  ])('is left alone: %s', async (file, code, words) => {
    const on = host(['one', 'two'], file);
    const { code: exit, error } = await scaffold(on);
    expect(exit).toBe(1);
    expect(error).toContain(`[${code}]`);
    expect(error).toContain(words);
    expect(text(on)).toBe(file);
  });

  test('and what belongs to no operation any more is told of, and stays', async () => {
    const file = `${imports}const h: ApiHandlers = {\n  one() {},\n  two() {},\n  gone() {},\n};\n`;
    const on = host(['one', 'two'], file);
    const { code, error } = await scaffold(on);
    expect({ code, kept: text(on) }).toEqual({ code: 0, kept: file });
    expect(error).toContain('server.ts:6:3: warning: "gone" belongs to no operation');
  });

  test.each([
    [['scaffold', 'api/server.ts', 'pets.json', '--out', 'api'], 'lies in the output folder'],
    [['scaffold', 'server.js', 'pets.json', '--out', 'api'], 'no file of TypeScript'],
  ])('is refused where it makes no sense: %j', async (line, words) => {
    const { code, error } = await run(line, host(['one']));
    expect(code).toBe(1);
    expect(error).toContain(`${words}`);
    expect(error).toContain('[scaffold-target]');
  });
});
