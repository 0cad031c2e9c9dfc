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

/** What a person says of a pet: complete, since nothing is left for the last line. */
function told(pet: Pet): string {
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

describe('a value of a base', () => {
  test.each([
    ['an extension', isPet(cat), true],
    ['an extension without its members', isPet({ petType: 'Cat' }), false],
    ['an extension of an extension', isPet({ petType: 'Puppy', weeks: 8 }), true],
    ['an extension that is a base', isPet({ petType: 'Dog', bark: 'wow' }), true],
    ['itself by its name', isPet({ petType: 'Pet' }), true],
    ['nothing that no value names', isPet({ petType: 'Cow' }), false],
    ['nothing without the member', isPet({ lives: 9 }), false],
    ['an extension inside an extension', isPet({ ...cat, friend: cat }), true],
    ['no wrong extension inside', isPet({ ...cat, friend: { petType: 'Cat' } }), false],
    ['what is used alone, as itself', isCat({ petType: 'Puppy', lives: 1 }), false],
    ['what extends the inner base', isDog({ petType: 'Puppy', weeks: 8 }), true],
    ['nothing else of the outer base', isDog(cat), false],
    ['anything where the base alone is meant', isPetAlone({ petType: 'Cow' }), true],
    ['one of several values of one extension', isEvent({ kind: 'carried', at }), true],
    ['null, where the base may be', isEvent(null), true],
    ['not itself where the values are listed', isEvent({ kind: 'Event', at }), false],
    ['null inside', isDiary({ last: null }), true],
    ['itself by a value of its own', isRoom({ use: 'plain' }), true],
    [
      'what a part of it tells apart',
      isStall({ use: 'plain', shape: 'LongStall', posts: 4 }),
      true,
    ],
    ['no extension that lacks a member', isStall({ use: 'plain', shape: 'LongStall' }), false],
    ['no extension by the value of the base', isRoom({ use: 'stable', boxes: 'two' }), false],
  ])('is %s', (_, is, want) => {
    expect(is).toBe(want);
  });

  test('is told apart by a switch', () => {
    expect([cat, { petType: 'Pet' } as const].map(told)).toEqual(['9 lives', 'some pet']);
    expect(toldLast({ last: { kind: 'fed', at, food: 'hay' } })).toBe('hay');
    expect(toldUse({ use: 'stable', boxes: 2 })).toBe(2);
  });

  test('goes to the server and comes back as the extension that it is', async () => {
    const server = createPartialOutputServer(
      { addPet: ({ body }, respond) => respond.ok({ petType: 'Puppy', weeks: told(body).length }) },
      { authorities: ['menagerie.example'] },
    );
    const client = new OutputClient({ transport: server });
    const pet = await client.pets.add(cat);
    expect(told(pet)).toBe('7 weeks old');
  });

  test('is refused by the server where it is no extension', async () => {
    const server = createPartialOutputServer({}, { authorities: ['menagerie.example'] });
    const client = new OutputClient({ transport: server });
    const wrong = JSON.parse('{ "petType": "Cow" }') as Pet;
    await expect(client.pets.add(wrong)).rejects.toMatchObject({ status: 400 });
  });
});
