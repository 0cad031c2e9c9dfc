import { describe, expect, test } from 'vitest';
import { memoryHost, type MemoryHost } from '../../../generator/host/memory.js';
import { run } from '../cli/console.js';

const validators = `export function isPet(value: unknown): value is Pet { return true; }
export const petSchema: Schema<Pet> = schema(matchesPet);
export const toySchema: Schema<Toy> = schema(matchesToy);
`;
const generated = {
  'src/api/.tallystick.json': '{}',
  'src/api/validators.ts': validators,
  'src/api/client.ts': "import { checkPet } from '@tallystick/runtime/socket';\n",
};

function hostWith(text: string, files: { readonly [path: string]: string } = {}): MemoryHost {
  return memoryHost({ ...generated, 'src/main.ts': text, ...files }, '/work');
}

/** The text of a file after an upgrade of `src`. */
async function upgraded(
  text: string,
  files: { readonly [path: string]: string } = {},
): Promise<string | undefined> {
  const host = hostWith(text, files);
  const { error } = await run(['upgrade', 'src'], host);
  expect(error).toBe('');
  return host.files().get('/work/src/main.ts');
}

describe('tallystick upgrade', () => {
  test.each([
    [
      "import { FeedClient } from '@tallystick/runtime/socket';",
      "import { FeedClient } from '@tallystick/runtime/websocket';",
    ],
    [
      'export * from "@tallystick/runtime/http/webhook-receiver";',
      'export * from "@tallystick/runtime/webhooks/server";',
    ],
    [
      "const ws = await import('@tallystick/runtime/socket/ws');",
      "const ws = await import('@tallystick/runtime/websocket/node');",
    ],
    [
      "type Book = import('@tallystick/runtime/socket').LevelBook;",
      "type Book = import('@tallystick/runtime/websocket').LevelBook;",
    ],
    [
      "vi.mock('@tallystick/runtime/http/webhook', () => ({}));",
      "vi.mock('@tallystick/runtime/webhooks', () => ({}));",
    ],
    ["const text = '@tallystick/runtime/socket';", "const text = '@tallystick/runtime/socket';"],
  ])('rewrites module specifiers of the runtime: %s', async (before, after) => {
    expect(await upgraded(before)).toBe(after);
  });

  test('replaces unions of outcomes and tuples of arguments of a package', async () => {
    const files = {
      'src/api/operations.ts':
        'export type GetPetCall = (id: number) => Promise<Pet>;\nexport interface GetPetResponses {}\n',
    };
    expect(
      await upgraded(
        `import type { GetPetArguments, GetPetOutcome } from './api/operations.js';
export type Ended = readonly GetPetOutcome[];
export type Given = GetPetArguments;`,
        files,
      ),
    ).toBe(`import type { GetPetCall, GetPetResponses } from './api/operations.js';
import type { OutcomeOf } from '@tallystick/runtime';
export type Ended = readonly OutcomeOf<GetPetResponses>[];
export type Given = Parameters<GetPetCall>;`);
  });

  test('replaces types of responses of a server, which other modules export now', async () => {
    const files = {
      'src/api/server.ts': 'export type Handlers = unknown;\n',
      'src/api/operations/pets.ts': 'export interface GetPetResponses {}\n',
      'node_modules/@acme/pets/package.json': '{"dependencies":{"@tallystick/runtime":"1"}}',
      'node_modules/@acme/pets/dist/operations/pets.d.ts': 'export interface GetPetResponses {}\n',
    };
    const program = (imports: string, body: string): string => `${imports}\n\n${body}\n`;
    expect(
      await upgraded(
        program(
          "import { type GetPetRespond, type Handlers } from './api/server.js';",
          'export type Given = [GetPetRespond, Handlers];',
        ),
        files,
      ),
    ).toBe(
      program(
        `import { type Handlers } from './api/server.js';
import type { GetPetResponses } from './api/operations/pets.js';
import type { Respond } from '@tallystick/runtime/http/server';`,
        'export type Given = [Respond<GetPetResponses>, Handlers];',
      ),
    );
    expect(
      await upgraded(
        program(
          'import type { GetPetAnswer } from "@acme/pets/server"',
          'export type Given = Promise<GetPetAnswer>',
        ),
        files,
      ),
    ).toBe(
      program(
        `import type { GetPetResponses } from "@acme/pets"
import type { AnswerOf } from "@tallystick/runtime/http/server"`,
        'export type Given = Promise<AnswerOf<GetPetResponses>>',
      ),
    );
  });

  test.each([
    [
      'the name and its uses',
      `import type { Exchange, Timers } from '@tallystick/runtime';
declare const handle: Exchange; // Exchange
const all: Record<string, Exchange[]> = { Exchange: [handle] };`,
      `import type { HttpHandler, Timers } from '@tallystick/runtime';
declare const handle: HttpHandler; // Exchange
const all: Record<string, HttpHandler[]> = { Exchange: [handle] };`,
    ],
    [
      'only the imported name of an alias',
      `import { type Exchange as Handler } from '@tallystick/runtime';
declare const handle: Handler;`,
      `import { type HttpHandler as Handler } from '@tallystick/runtime';
declare const handle: Handler;`,
    ],
    [
      'to another name if the new one is taken',
      `import type { Exchange } from '@tallystick/runtime';
class HttpHandler {}
declare const handle: Exchange | HttpHandler;`,
      `import type { HttpHandler as HttpHandler2 } from '@tallystick/runtime';
class HttpHandler {}
declare const handle: HttpHandler2 | HttpHandler;`,
    ],
    [
      'no variable that hides the import',
      `import { tapFixOpen } from '@tallystick/runtime/fix';
const open = (tapFixOpen: string) => tapFixOpen;
const options = { tapFixOpen };`,
      `import { logFixOpen } from '@tallystick/runtime/fix';
const open = (tapFixOpen: string) => tapFixOpen;
const options = { tapFixOpen: logFixOpen };`,
    ],
    [
      'what is exported again, under its former name',
      `export { tapFixOpen } from '@tallystick/runtime/fix';
import { receiveGuest } from '@tallystick/runtime/fix';
export { receiveGuest };`,
      `export { logFixOpen as tapFixOpen } from '@tallystick/runtime/fix';
import { receiveConnection } from '@tallystick/runtime/fix';
export { receiveConnection as receiveGuest };`,
    ],
    [
      'members of a namespace',
      `import * as fix from '@tallystick/runtime/fix';
fix.tapFixOpen(undefined as fix.FixTap);`,
      `import * as fix from '@tallystick/runtime/fix';
fix.logFixOpen(undefined as fix.FixMessageLog);`,
    ],
    [
      'the type and the key of the configuration of a client',
      `import { connection, type Client, type Connection } from '@tallystick/runtime/http';
const configOf = (client: Client): Connection => client[connection];`,
      `import { clientConfig, type Client, type ClientConfig } from '@tallystick/runtime/http';
const configOf = (client: Client): ClientConfig => client[clientConfig];`,
    ],
    [
      'what a dynamic import destructures',
      `const { tapFixOpen, receiveGuest: receive } = await import('@tallystick/runtime/fix');`,
      `const { logFixOpen: tapFixOpen, receiveConnection: receive } = await import('@tallystick/runtime/fix');`,
    ],
  ])('renames %s', async (_, before, after) => {
    expect(await upgraded(before)).toBe(after);
  });

  test.each([
    [
      'several members of one object',
      `import {
  checkPet,
  assertPet as assertAnimal,
  isPet,
  checkToy,
} from './api/validators.js';
if (checkPet(1).length > 0) assertAnimal(2);
export const checks = { checkPet, toy: checkToy };`,
      `import {
  petSchema,
  isPet,
  toySchema,
} from './api/validators.js';
if (petSchema.check(1).length > 0) petSchema.assert(2);
export const checks = { checkPet: petSchema.check, toy: toySchema.check };`,
    ],
    [
      'with an import that exists',
      `import { checkPet, petSchema as pet } from './api/validators.js';
checkPet(pet);`,
      `import { petSchema as pet } from './api/validators.js';
pet.check(pet);`,
    ],
    [
      'in a namespace',
      `import * as checks from './api/validators.js';
checks.assertPet(1);`,
      `import * as checks from './api/validators.js';
checks.petSchema.assert(1);`,
    ],
  ])('replaces checks of a generated folder: %s', async (_, before, after) => {
    expect(await upgraded(before)).toBe(after);
  });

  test('replaces checks of an installed package', async () => {
    const files = {
      'node_modules/@acme/pets/package.json': '{"dependencies":{"@tallystick/runtime":"1"}}',
      'node_modules/@acme/pets/dist/validators.d.ts':
        'export declare const petSchema: Schema<Pet>;\n',
    };
    const before = "import { checkPet } from '@acme/pets/validators';\ncheckPet(1);";
    const after = "import { petSchema } from '@acme/pets/validators';\npetSchema.check(1);";
    expect(await upgraded(before, files)).toBe(after);
  });

  test.each([
    ['of other modules', "import { checkPet } from './mine.js';\ncheckPet(1);"],
    ['without a replacement', "import { checkCar } from './api/validators.js';\ncheckCar(1);"],
    ['in comments', "// import { Exchange } from '@tallystick/runtime/socket'"],
  ])('leaves names alone: %s', async (_, text) => {
    expect(await upgraded(text)).toBe(text);
  });

  test('changes neither generated files nor those of other folders', async () => {
    const host = hostWith('', {
      'src/node_modules/a/index.ts': generated['src/api/client.ts'],
      'src/.cache/a.ts': generated['src/api/client.ts'],
      'other/a.ts': generated['src/api/client.ts'],
    });
    const before = host.files();
    expect(await run(['upgrade', 'src'], host)).toEqual({
      code: 0,
      out: 'nothing to change\n',
      error: '',
    });
    expect(host.files()).toEqual(before);
  });

  test('lists what it changes, and writes nothing on a dry run', async () => {
    const text =
      "import type { Exchange } from '@tallystick/runtime';\nexport type A = Exchange;\n";
    const files = {
      'src/view.tsx': text,
      'src/plain.js': "require('@tallystick/runtime/socket');",
    };
    const host = hostWith('', files);
    const before = host.files();
    const out = ['src/plain.js: 1 change', 'src/view.tsx: 2 changes', '2 files'].join('\n');
    const dry = await run(['upgrade', '--dry-run', 'src'], host);
    expect(dry).toEqual({ code: 0, out: `${out} would change\n`, error: '' });
    expect(host.files()).toEqual(before);
    const { out: written } = await run(['upgrade', 'src'], host);
    expect(written).toBe(`${out} changed\n`);
    expect(host.files().get('/work/src/plain.js')).toBe(
      "require('@tallystick/runtime/websocket');",
    );
  });

  test('reports uses that it cannot rewrite', async () => {
    const host = hostWith(
      "export { checkPet } from './api/validators.js';\nimport { Exchange } from '@tallystick/runtime';\n",
    );
    const { code, error } = await run(['upgrade', 'src'], host);
    expect(code).toBe(0);
    expect(error).toContain('src/main.ts:1:10');
    expect(error).toContain('"checkPet" is now "petSchema.check", and this use was not rewritten');
    expect(host.files().get('/work/src/main.ts')).toContain('import { HttpHandler }');
  });

  test('leaves a file that does not parse, and upgrades the others', async () => {
    const host = hostWith("import { from '@tallystick/runtime/socket';", {
      'src/other.ts': "import '@tallystick/runtime/socket';",
    });
    const { code, out, error } = await run(['upgrade', 'src'], host);
    expect([code, out]).toEqual([0, 'src/other.ts: 1 change\n1 file changed\n']);
    expect(error).toContain('src/main.ts:1:10');
    expect(error).toContain('[upgrade-syntax]');
  });

  test('fails for a path that does not exist', async () => {
    const { code, error } = await run(['upgrade', 'srcs'], hostWith(''));
    expect(code).toBe(1);
    expect(error).toContain('[upgrade-target]');
  });
});
