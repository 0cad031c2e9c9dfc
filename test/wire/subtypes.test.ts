import { describe, expect, test } from 'vitest';
import { type Diary, OutputClient, type Pet, type Room } from '../cases/extensions/output/index.js';
import { createPartialOutputServer } from '../cases/extensions/output/server.js';
import {
  isCat,
  isDiary,
  isDog,
  isEvent,
  isPet,
  isPetAlone,
  isRoom,
  isStall,
} from '../cases/extensions/output/validators.js';

/** The description of a pet: exhaustive, since the last line is `never`. */
function describePet(pet: Pet): string {
  switch (pet.petType) {
    case 'Cat':
      return `${pet.lives} lives`;
    case 'Dog':
      return pet.bark ?? 'a silent dog';
    case 'Puppy':
      return `${pet.weeks} weeks old`;
    case 'Pet':
      return 'some pet';
  }
  const nothing: never = pet;
  return nothing;
}

function toldLast({ last }: Diary): string {
  if (last === null) return 'nothing';
  return last.kind === 'fed' ? last.food : `${last.kind} for ${last.metres ?? 0} metres`;
}

function toldUse(room: Room): number | undefined {
  return room.use === 'stable' ? room.boxes : 0;
}

const cat = { petType: 'Cat', lives: 9 } as const;
const at = '2026-01-01T00:00:00Z';

describe('value of a base schema', () => {
  test.each([
    ['a subtype', isPet(cat), true],
    ['a subtype without its properties', isPet({ petType: 'Cat' }), false],
    ['a subtype of a subtype', isPet({ petType: 'Puppy', weeks: 8 }), true],
    ['a subtype that is a base', isPet({ petType: 'Dog', bark: 'wow' }), true],
    ['the base by its name', isPet({ petType: 'Pet' }), true],
    ['an unknown value', isPet({ petType: 'Cow' }), false],
    ['a value without the discriminator', isPet({ lives: 9 }), false],
    ['a nested subtype', isPet({ ...cat, friend: cat }), true],
    ['an invalid nested subtype', isPet({ ...cat, friend: { petType: 'Cat' } }), false],
    ['a subtype where another one is required', isCat({ petType: 'Puppy', lives: 1 }), false],
    ['a subtype of the inner base', isDog({ petType: 'Puppy', weeks: 8 }), true],
    ['a subtype of the outer base only', isDog(cat), false],
    ['an unknown value for the properties of the base', isPetAlone({ petType: 'Cow' }), true],
    ['one of several values of a subtype', isEvent({ kind: 'carried', at }), true],
    ['null for a nullable base', isEvent(null), true],
    ['the base with a mapping that does not list it', isEvent({ kind: 'Event', at }), false],
    ['a nested null', isDiary({ last: null }), true],
    ['the base by its own value', isRoom({ use: 'plain' }), true],
    [
      'a subtype by a nested discriminator',
      isStall({ use: 'plain', shape: 'LongStall', posts: 4 }),
      true,
    ],
    ['a subtype without a required property', isStall({ use: 'plain', shape: 'LongStall' }), false],
    ['an invalid subtype with a value of the base', isRoom({ use: 'stable', boxes: 'two' }), false],
  ])('is accepted or rejected: %s', (_, is, want) => {
    expect(is).toBe(want);
  });

  test('is narrowed in a switch', () => {
    expect([cat, { petType: 'Pet' } as const].map(describePet)).toEqual(['9 lives', 'some pet']);
    expect(toldLast({ last: { kind: 'fed', at, food: 'hay' } })).toBe('hay');
    expect(toldUse({ use: 'stable', boxes: 2 })).toBe(2);
  });

  test('is sent and returned as its subtype', async () => {
    const server = createPartialOutputServer(
      {
        addPet: ({ body }, respond) =>
          respond.ok({ petType: 'Puppy', weeks: describePet(body).length }),
      },
      { authorities: ['menagerie.example'] },
    );
    const client = new OutputClient({ transport: server });
    const pet = await client.pets.add(cat);
    expect(describePet(pet)).toBe('7 weeks old');
  });

  test('is rejected by the server if it is no subtype', async () => {
    const server = createPartialOutputServer({}, { authorities: ['menagerie.example'] });
    const client = new OutputClient({ transport: server });
    const wrong = JSON.parse('{ "petType": "Cow" }') as Pet;
    await expect(client.pets.add(wrong)).rejects.toMatchObject({ status: 400 });
  });
});
