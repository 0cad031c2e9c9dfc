import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../generator/host/memory.js';
import { run } from './cli/console.js';
import { answer, host, imports, scaffold, text, two } from './scaffold-fixture.js';

describe('handlers in several files', () => {
  const main = `${imports}import { rest } from './rest.js';\nconst h: ApiHandlers = {\n  ...rest,\n};\n`;

  test.each([
    ['an object', 'export const rest = { one() {} };'],
    ['a function', 'export function rest() { return { one() {} }; }', 'rest()'],
    ['an alias', 'const all = { one() {} };\nexport { all as rest };'],
    ['a re-export', "export { one as rest } from './one.js';"],
    ['a re-export of everything', "export * from './one.js';\nexport * from './rest.js';"],
    ['a namespace import', 'export const one = f;\nexport type three = 3;', 'rest', '* as rest'],
  ])('are found: %s', async (_name, rest, use = 'rest', named = '{ rest }') => {
    const on = host(
      ['one', 'two'],
      main.replace('...rest', `...${use}`).replace('{ rest }', named),
    );
    const write = (name: string, body: string): void =>
      on.write(`/work/${name}`, new TextEncoder().encode(body));
    write('rest.ts', rest);
    write('one.ts', 'const rest = { one() {} };\nexport { rest, rest as one };');
    expect((await scaffold(on)).error).toBe('');
    expect(text(on)).toContain(two);
    expect(text(on)).not.toContain(' one(');
  });

  test('are reported if the other file lacks a handler that its type requires', async () => {
    const on = host(['one', 'two'], main);
    const other =
      "import type { PetsHandlers } from './api/server/pets.js';\nexport const rest: PetsHandlers = { one() {} };\n";
    on.write('/work/rest.ts', new TextEncoder().encode(other));
    const { code, error } = await scaffold(on);
    expect(code).toBe(0);
    expect(error).toContain('"two" is missing in rest.ts');
    expect(error).toContain('run "tallystick scaffold rest.ts"');
    expect(text(on)).toBe(main);
    const line = ['scaffold', 'rest.ts', 'pets.json', '--out', 'api'];
    expect(await run(line, on)).toMatchObject({ code: 0, error: '' });
    expect(on.files().get('/work/rest.ts')).toContain(' two(_request, _respond) {');
    expect((await run(line, on)).out).toBe('rest.ts: every operation has a handler\n');
    expect((await scaffold(on)).error).toBe('');
  });

  test('are assumed to be complete if their type is that of the service', async () => {
    const on = host(
      ['one', 'two'],
      `${imports}const h: ApiHandlers = {\n  ...make(),\n};\ndeclare function make(): PetsHandlers;\n`,
    );
    expect((await scaffold(on)).out).toBe('server.ts: every operation has a handler\n');
  });
});

describe('webhook receiver', () => {
  const described = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0.0' },
    webhooks: {
      petSold: { post: { responses: answer } },
      petBorn: { post: { responses: answer } },
    },
  };

  test('is written for a description with webhooks only, and extended later', async () => {
    const on = memoryHost({ 'pets.json': JSON.stringify(described) }, '/work');
    expect((await scaffold(on)).out).toBe('server.ts: written with 2 handlers\n');
    expect(text(on)).toContain(
      "import { type ApiWebhookHandlers, createApiWebhookReceiver } from './api/webhook-receiver.js';",
    );
    expect(text(on)).toContain('  /** Webhook `petSold` */\n');
    expect((await scaffold(on)).out).toBe('server.ts: every operation has a handler\n');
  });

  test('may be in the same file as the server', async () => {
    const file = `${imports}import type { ApiWebhookHandlers } from './api/webhook-receiver.js';\nconst h: ApiHandlers = {\n};\nconst w: ApiWebhookHandlers = {\n};\n`;
    const on = host(['one'], file);
    on.write(
      '/work/pets.json',
      new TextEncoder().encode(
        JSON.stringify({
          ...described,
          paths: { '/one': { get: { operationId: 'one', responses: answer } } },
        }),
      ),
    );
    expect((await scaffold(on)).out).toContain('3 handlers added');
    expect(text(on)).toMatch(/const h: ApiHandlers = \{\n {2}\/\*\* GET \/one \*\/\n {2}one\(/);
    expect(text(on)).toMatch(/const w: ApiWebhookHandlers = \{\n {2}\/\*\* Webhook `petSold` \*\//);
  });
});
