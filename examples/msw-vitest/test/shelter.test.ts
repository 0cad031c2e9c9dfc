import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PetsClient } from '../src/pets/client.js';
import { createPetsMocks, mockPets } from '../src/pets/msw.js';
import { greeting, takeIn } from '../src/shelter.js';

const mocks = createPetsMocks();
const server = setupServer(...mockPets());
const pets = new PetsClient({ retry: false });

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test('cats are introduced by their names', async () => {
  server.use(
    mocks.listPets(({ query }, respond) => {
      expect(query.kind).toBe('cat');
      return respond.ok([
        { id: 'd7dbd1f4-31c1-4b3d-a6a5-3d8d0a4c9e10', name: 'Tom', kind: 'cat' },
        { id: '8b5f4f3a-6c1f-4a6e-9f0b-2f6c3f0f8a11', name: 'Kit', kind: 'cat' },
      ]);
    }),
  );
  expect(await greeting(pets)).toBe('Meet Tom and Kit!');
});

test('visitors are told if there are no cats', async () => {
  server.use(mocks.listPets([]));
  expect(await greeting(pets)).toBe('No cats today.');
});

test('a parrot is taken in', async () => {
  expect(await takeIn(pets, 'Polly')).toBeUndefined();
});

test('a refusal is passed on', async () => {
  server.use(
    mocks.addPet((_request, respond) => respond.unprocessableContent({ message: 'full' })),
  );
  expect(await takeIn(pets, 'Polly')).toBe('full');
});

test('an invalid mock fails', async () => {
  server.use(mocks.listPets([{ id: 'no uuid', name: 'Tom', kind: 'cat' }]));
  await expect(greeting(pets)).rejects.toThrow('500');
});
