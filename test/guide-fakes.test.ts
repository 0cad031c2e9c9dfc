import { readFileSync } from 'node:fs';
import { faker } from '@faker-js/faker';
import { expect, test, vi } from 'vitest';
import { FakeError } from '@tallystick/runtime/fakes';
import { fakerTexts } from '@tallystick/runtime/fakes/faker';
import { memoryHost } from '../generator/host/memory.js';
import { generate } from '../generator/index.js';
import * as fakes from './cases/fakes/output/src/fakes.js';
import * as validators from './cases/fakes/output/src/validators.js';
import { evaluate } from './conformance/json-schema/libraries.js';

const page = readFileSync('docs/guide/fakes.md', 'utf8');
const blocks = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, body = '']) => body);
const modules = {
  '@acme/pets/fakes': fakes,
  '@faker-js/faker': { faker },
  '@tallystick/runtime/fakes/faker': { fakerTexts },
};

test.each(blocks)('a program of the guide prints its comments: %#', (body) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  evaluate(body, modules);
  const printed = log.mock.calls.map((words) => words.join(' '));
  log.mockRestore();
  const written = body.split('\n').filter((line) => line.startsWith('// '));
  expect(printed).toEqual(written.map((line) => line.slice(3)));
});

test('a fake has the types that the program uses', () => {
  const cat = fakes.fakeCat();
  expect(cat.born).toBeInstanceOf(Date);
  expect(typeof cat.chip).toBe('bigint');
  expect(validators.catSchema.check(cat)).toEqual([]);
});

test('a fake of a request has no properties that are read only', () => {
  expect(fakes.fakeDogInput()).not.toHaveProperty('id');
  expect(fakes.fakeDog()).toHaveProperty('id');
});

test('texts of faker are the same for the same seed', () => {
  const texts = fakerTexts(faker);
  const owner = fakes.fakeOwner({ seed: 7, texts });
  expect(fakes.fakeOwner({ seed: 7, texts })).toEqual(owner);
  expect(owner).not.toEqual(fakes.fakeOwner({ seed: 7 }));
  expect(validators.ownerSchema.check(owner)).toEqual([]);
});

test('overrides that the schema does not allow are refused', () => {
  expect(() => fakes.fakeDog({ overrides: { tag: 'none' } })).toThrow(FakeError);
  // @ts-expect-error a cat has no tag
  expect(() => fakes.fakeCat({ overrides: { kind: 'dog' } })).toThrow(
    'no value with these overrides',
  );
});

test('examples of a format that is asserted on request are not used', async () => {
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Contacts', version: '1.0.0' },
    paths: {},
    components: {
      schemas: {
        Contact: {
          type: 'object',
          required: ['email'],
          properties: { email: { type: 'string', format: 'email', example: 'nobody' } },
        },
      },
    },
  });
  const host = memoryHost({ 'contacts.json': document }, '/app');
  const request = { documents: ['contacts.json'], out: 'out', emitters: ['types', 'fakes'] };
  await generate(request, host);
  expect(host.files().get('/app/out/fakes.ts')).toContain("'nobody'");
  await generate({ ...request, assertFormats: ['email'] }, host);
  expect(host.files().get('/app/out/fakes.ts')).not.toContain("'nobody'");
});
