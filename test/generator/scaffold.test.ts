import { describe, expect, test } from 'vitest';
import { run } from './cli/console.js';
import { host, imports, scaffold, text, two } from './scaffold-fixture.js';

/** The file with handlers for `one` and `two`; checks that only insertions changed it. */
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

describe('new server file', () => {
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

test('sorts the imports of a new file of a package', async () => {
  const on = host(['one']);
  const line = ['scaffold', 'server.ts', 'pets.json', '--out', 'api'];
  await run([...line, '--package', '@acme/pets'], on);
  expect(text(on)).toMatch(
    /^import \{ createPetsServer, type PetsApiHandlers \} from '@acme\/pets\/server';\nimport \{ notImpl/,
  );
});

describe('existing server file', () => {
  test.each([
    [
      'methods with comments',
      `${imports}export const handlers: ApiHandlers = {\n  one(_, respond) { /* mine */ return respond.ok(); },\n};\n`,
    ],
    [
      'arrow functions without a trailing comma',
      `${imports}const h: ApiHandlers = {\n  one: (_, respond) => respond.ok()\n};\n`,
    ],
    ['shorthand properties', `${imports}const one = f;\ncreateApiServer({\n  one,\n}, {});\n`],
    ['a default export', `${imports}export default {\n  one() {},\n} satisfies ApiHandlers;\n`],
    [
      'a function',
      `${imports}function make(db: Db): ApiHandlers {\n  return {\n  one() {},\n};\n}\n`,
    ],
    ['an arrow function', `${imports}const make = (db: Db): ApiHandlers => ({\n  one() {},\n});\n`],
    [
      'a namespace import',
      `import * as api from './api/server.js';\n${imports}api.createApiServer({\n  one() {},\n}, {});\n`,
    ],
    ['an object on one line', `${imports}const h: ApiHandlers = { one() {}};\n`],
    ['a quoted property', `${imports}const h: ApiHandlers = {\n  'one': f,\n};\n`],
    [
      'a comment at the end',
      `${imports}const h: ApiHandlers = {\n  one() {} /* } */\n  /* two() {} */\n};\n`,
    ],
    ['satisfies', `${imports}const h = {\n  one() {},\n} satisfies ApiHandlers;\n`],
    ['as', `${imports}const h = ({\n  one() {},\n}) as ApiHandlers;\n`],
    ['a type assertion', `${imports}const h = <ApiHandlers>{\n  one() {},\n};\n`],
    ['spread', `${imports}const a = { one() {} };\nconst h: ApiHandlers = {\n  ...a,\n};\n`],
    [
      'braces in strings and comments',
      `${imports}const h: ApiHandlers = { one() {} };\nconst t = \`}\`; // }\n`,
    ],
    [
      'a trailing comment',
      `${imports}const h: ApiHandlers = {\n  one() {}, // the last\n  // for later\n};\n`,
    ],
  ])('gets missing handlers: %s', async (_name, file) => {
    expect(await added(file)).toContain(two);
  });

  test('keeps its tabs and line breaks', async () => {
    const file = `${imports}const h: ApiHandlers = {\n\tone() {},\n};\n`.replaceAll('\n', '\r\n');
    const after = await added(file);
    expect(after).toContain(
      "\r\n\ttwo(_request, _respond) {\r\n\t\tthrow notImplemented('two');\r\n\t},\r\n};",
    );
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('gets arrow functions if its handlers have no type', async () => {
    const file = `${imports}const h = {\n  one() {},\n};\ncreateApiServer(h, {});\n`;
    expect(await added(file)).toContain(
      "  two: () => {\n    throw notImplemented('two');\n  },\n};",
    );
  });

  test('is recognised if its handlers are frozen', async () => {
    const file = `${imports}const h: ApiHandlers = Object.freeze({\n  one() {},\n});\n`;
    expect(await added(file)).toContain(
      "  two: () => {\n    throw notImplemented('two');\n  },\n});",
    );
  });

  test('keeps its quotes and its use of semicolons', async () => {
    const file = `import { type ApiHandlers } from "./api/server.js"\nconst h: ApiHandlers = {\n    one() {},\n}\n`;
    const after = await added(file);
    expect(after).toContain('import { notImplemented } from "@tallystick/runtime/http/server"\n');
    expect(after).toContain('\n        throw notImplemented("two")\n    },\n}\n');
  });

  test.each([
    [
      "import { fetchHandler, type Exchange } from '@tallystick/runtime/http/server';",
      'type Exchange, notImplemented }',
      'notImplemented',
    ],
    [
      "import { notImplemented as todo } from '@tallystick/runtime/http/server';",
      'notImplemented as todo }',
      'todo',
    ],
    ['function notImplemented() {}', 'import { notImplemented as notWrittenYet }', 'notWrittenYet'],
    [
      "import type { Exchange } from '@tallystick/runtime/http/server';",
      'import { notImplemented } from',
      'notImplemented',
    ],
  ])('handles the import or declaration %s', async (line, imported, thrown) => {
    const after = await added(
      `import type { ApiHandlers } from './api/server.js';\n${line}\nconst h: ApiHandlers = {\n  one() {},\n};\n`,
    );
    expect(after).toContain(imported);
    expect(after).toContain(`throw ${thrown}('two');`);
    expect(after.match(/\bnotImplemented\b[^(]*from/g)).toHaveLength(1);
  });

  test('keeps compiler comments with their imports, and directives first', async () => {
    const first = `// @ts-expect-error\nimport './api/none.js';\nimport type { ApiHandlers } from './api/server.js'; // mine\nconst h: ApiHandlers = { one() {} };\n`;
    expect(await added(first)).toContain("// @ts-expect-error\nimport './api/none.js';");
    const strict = `'use strict';\nconst h: import('./api/server.js').ApiHandlers = {\n  one() {},\n};\n`;
    expect(await added(strict)).toMatch(/^'use strict';\nimport \{ notImplemented \}/);
  });

  test('keeps its byte order mark', async () => {
    const after = await added(`\uFEFF${imports}const h: ApiHandlers = {\n  one() {},\n};\n`);
    expect(after.startsWith('\uFEFFimport')).toBe(true);
  });

  test('gets missing handlers in each of two objects', async () => {
    const after = await added(
      `${imports}const real: ApiHandlers = {\n  one() {},\n};\nconst fake: ApiHandlers = {\n};\n`,
    );
    expect(after.match(/ two\(/g)).toHaveLength(2);
    expect(after.match(/ one\(/g)).toHaveLength(2);
  });

  test('ignores handlers of another server with the same name', async () => {
    const file = `import type { ApiHandlers as Old } from './old/server.js';\n${imports}const old: Old = {\n};\nconst h: ApiHandlers = {\n  one() {},\n};\n`;
    expect(await added(file)).toContain('const old: Old = {\n};\n');
  });

  test('gets handlers that are assigned after the object', async () => {
    const file = `${imports}const h: Partial<ApiHandlers> = {};\nh.one = f;\n`;
    expect(await added(file)).toContain(' two(_request');
  });

  test('gets missing handlers in a class', async () => {
    const file = `${imports}class Pets implements ApiHandlers {\n  one() {}\n  helper() {}\n}\n`;
    expect(await added(file)).toContain(
      "  /** GET /two */\n  two: ApiHandlers['two'] = (_request, _respond) => {\n    throw notImplemented('two');\n  };\n}",
    );
  });

  test('may rename imports', async () => {
    const file = `#!/usr/bin/env node\n// mine\nimport { createApiServer as make, type ApiHandlers as H } from './api/server.js';\nconst h: H = {\n  one() {},\n};\nmake(h, {});\n`;
    const after = await added(file);
    expect(after).toContain(
      "// mine\nimport { notImplemented } from '@tallystick/runtime/http/server';\n",
    );
    expect(after).toContain(two);
  });
});

describe('server file that cannot be extended', () => {
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
  ])('is reported and left unchanged: %s', async (file, code, words) => {
    const on = host(['one', 'two'], file);
    const { code: exit, error } = await scaffold(on);
    expect(exit).toBe(1);
    expect(error).toContain(`[${code}]`);
    expect(error).toContain(words);
    expect(text(on)).toBe(file);
  });

  test('is left unchanged if a handler belongs to no operation', async () => {
    const file = `${imports}const h: ApiHandlers = {\n  one() {},\n  two() {},\n  gone() {},\n};\n`;
    const on = host(['one', 'two'], file);
    const { code, error } = await scaffold(on);
    expect({ code, kept: text(on) }).toEqual({ code: 0, kept: file });
    expect(error).toContain(
      'server.ts:6:3: warning: the description no longer has the operation of "gone"',
    );
  });

  test('is left unchanged if it is not text', async () => {
    const on = host(['one', 'two']);
    const bytes = new Uint8Array([0xff, 0xfe, 0x61, 0x00]);
    on.write('/work/server.ts', bytes);
    const { code, error } = await scaffold(on);
    expect(code).toBe(1);
    expect(error).toContain('this file is not UTF-8');
    expect(on.read('/work/server.ts')).toEqual(bytes);
  });

  test.each([
    [
      ['scaffold', 'api/server.ts', 'pets.json', '--out', 'api'],
      'the file is in the output folder',
    ],
    [['scaffold', 'server.js', 'pets.json', '--out', 'api'], 'this is not a TypeScript file'],
  ])('is rejected: %j', async (line, words) => {
    const { code, error } = await run(line, host(['one']));
    expect(code).toBe(1);
    expect(error).toContain(`${words}`);
    expect(error).toContain('[scaffold-target]');
  });
});
