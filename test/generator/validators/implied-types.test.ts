import { describe, expect, test } from 'vitest';
import * as implied from '../../cases/implied-types/output/validators.js';
import * as stated from '../../cases/types-by-the-letter/output/validators.js';

const soil = { ph: 7 };
const plant = { name: 'fern', soil };

describe('a schema that describes members or items and says no type', () => {
  test.each([
    ['an object', implied.isPlant(plant), true],
    ['no null', implied.isPlant(null), false],
    ['no text', implied.isPlant('fern'), false],
    ['no array', implied.isPlant([]), false],
    ['null, where it is nullable', implied.isPlant({ ...plant, note: null }), true],
    ['no text where it is nullable', implied.isPlant({ ...plant, note: 'tall' }), false],
    ['an array of items', implied.isPlant({ ...plant, leaves: ['a'] }), true],
    ['no text in place of items', implied.isPlant({ ...plant, leaves: 'a' }), false],
    ['an object of which members are demanded', implied.isSoil('sand'), false],
    ['a text beside it in a oneOf', implied.isHabitat('pond'), true],
    ['an object beside a text in a oneOf', implied.isHabitat({ depth: 1 }), true],
    ['what a base and a part say', implied.isTree({ ...plant, height: 1 }), true],
    ['null in a part of a nullable schema', implied.isMoss(null), true],
    ['its letter in a test, which a text passes', implied.isEdible('berry'), false],
    ['its letter in a test, which an object fails', implied.isEdible({ poison: false }), true],
  ])('means %s', (_, is, want) => {
    expect(is).toBe(want);
  });

  test.each([
    ['objects', stated.isPlant({ name: 'fern' }), true],
    ['no object without its members', stated.isPlant({}), false],
    ['null', stated.isPlant(null), true],
    ['a text', stated.isTree('fern'), true],
    ['null beside a stated type', stated.isMoss(null), true],
    ['nothing that the stated type refuses', stated.isSown('bulb'), false],
    ['objects of a base', stated.isMint({ smell: 'fresh' }), true],
    ['no text in place of one', stated.isMint('fresh'), false],
  ])('takes %s by the letter of a named dialect', (_, is, want) => {
    expect(is).toBe(want);
  });
});
