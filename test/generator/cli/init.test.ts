import { expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { run } from './console.js';

const description = 'openapi: 3.1.0\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n';
const comment =
  '# yaml-language-server: $schema=node_modules/tallystick/config/tallystick.schema.json';

test('init writes a config file and a script from what it finds, and generate uses them', async () => {
  const host = memoryHost({
    'spec/openapi.yaml': description,
    'package.json': '{\n\t"name": "shop",\n\t"scripts": { "test": "vitest" }\n}\n',
  });
  const { code, out } = await run(['init', '--yes'], host, { typed: true });
  expect(code).toBe(0);
  expect(out).toBe(
    'tallystick.yaml: written\npackage.json: script "generate" added\nnext: npm run generate\n',
  );
  expect(host.files().get('/tallystick.yaml')).toBe(
    `${comment}\npackages:\n  - documents: [spec/openapi.yaml]\n    out: src/api\n`,
  );
  expect(host.files().get('/package.json')).toBe(
    '{\n\t"name": "shop",\n\t"scripts": {\n\t\t"test": "vitest",\n\t\t"generate": "tallystick generate"\n\t}\n}\n',
  );
  expect(await run(['generate'], host)).toMatchObject({ code: 0 });
  expect([...host.files().keys()]).toContain('/src/api/index.ts');
});

test('init asks three questions in a terminal', async () => {
  const host = memoryHost({ 'pets and shops.yaml': description, 'openapi.json': '{}' });
  const { code, out } = await run(['init'], host, {
    typed: true,
    input: ['pets and ', 'shops.yaml\n\n', '@acme/pets\n'],
  });
  expect(code).toBe(0);
  expect(out).toContain('Description, a file or a URL (openapi.json): ');
  expect(out).toContain('Folder for the generated files (src/api): ');
  expect(out).toContain('next: npx tallystick generate\n');
  expect(host.files().get('/tallystick.yaml')).toBe(
    `${comment}\npackages:\n  - documents: ["pets and shops.yaml"]\n    out: src/api\n    package: "@acme/pets"\n`,
  );
  expect(await run(['generate'], host)).toMatchObject({ code: 0 });
});

test('init takes the answers as flags and asks for the rest only', async () => {
  const host = memoryHost({});
  const argv = ['init', '--document', 'https://api.acme.example/openapi.json', '-o', 'client'];
  const { out } = await run(argv, host, { typed: true, input: ['\n'] });
  expect(out).not.toContain('Description');
  expect(host.files().get('/tallystick.yaml')).toBe(
    `${comment}\npackages:\n  - documents: ["https://api.acme.example/openapi.json"]\n    out: client\n`,
  );
});

test('init keeps a script that is there', async () => {
  const host = memoryHost({
    'openapi.yaml': description,
    'package.json': '{ "scripts": { "generate": "graphql-codegen" } }',
  });
  await run(['init'], host);
  expect(JSON.parse(host.files().get('/package.json') ?? '').scripts).toEqual({
    generate: 'graphql-codegen',
    'generate:api': 'tallystick generate',
  });
});

test.each([
  [
    'a config file is there',
    { 'openapi.yaml': description, 'tallystick.json': '{}' },
    [],
    '"tallystick.json" already exists: add the package to its list',
  ],
  ['no description is found', {}, [], 'name it with --document'],
  [
    'the description does not exist',
    { 'pets.yaml': description },
    ['--document', 'pet.yaml'],
    'the description "pet.yaml" does not exist; did you mean "pets.yaml"?',
  ],
  [
    'package.json is not JSON',
    { 'openapi.yaml': description, 'package.json': '{,}' },
    [],
    '"package.json" is not a JSON object; correct it first',
  ],
])('init writes nothing if %s', async (_what, files, argv, message) => {
  const host = memoryHost(files);
  const before = [...host.files()];
  const { code, error } = await run(['init', ...argv], host);
  expect(code).toBe(2);
  expect(error).toContain(message);
  expect([...host.files()]).toEqual(before);
});
