import { describe, expect, test } from 'vitest';
import * as implied from '../../cases/implied-types/output/validators.js';
import * as stated from '../../cases/types-by-the-letter/output/validators.js';

const soil = { ph: 7 };
const plant = { name: 'fern', soil };

describe('schema without a type', () => {
  test.each([
    ['an object', implied.isPlant(plant), true],
    ['null', implied.isPlant(null), false],
    ['a string', implied.isPlant('fern'), false],
    ['an array', implied.isPlant([]), false],
    ['null in a nullable property', implied.isPlant({ ...plant, note: null }), true],
    ['a string in a nullable property', implied.isPlant({ ...plant, note: 'tall' }), false],
    ['an array of items', implied.isPlant({ ...plant, leaves: ['a'] }), true],
    ['a string instead of items', implied.isPlant({ ...plant, leaves: 'a' }), false],
    ['a string instead of an object with required properties', implied.isSoil('sand'), false],
    ['a string in oneOf', implied.isHabitat('pond'), true],
    ['an object in oneOf', implied.isHabitat({ depth: 1 }), true],
    [
      'a subtype with properties of base and subtype',
      implied.isTree({ ...plant, height: 1 }),
      true,
    ],
    ['null in a part of a nullable schema', implied.isMoss(null), true],
    ['a string, for which if is true', implied.isEdible('berry'), false],
    ['an object, for which if is false', implied.isEdible({ poison: false }), true],
  ])('accepts only the implied type: %s', (_, is, want) => {
    expect(is).toBe(want);
  });

  test.each([
    ['an object', stated.isPlant({ name: 'fern' }), true],
    ['an object without required properties', stated.isPlant({}), false],
    ['null', stated.isPlant(null), true],
    ['a string', stated.isTree('fern'), true],
    ['null beside a stated type', stated.isMoss(null), true],
    ['a string that the stated type rejects', stated.isSown('bulb'), false],
    ['an object of a base', stated.isMint({ smell: 'fresh' }), true],
    ['a string that the base rejects', stated.isMint('fresh'), false],
  ])('with a named dialect accepts any type: %s', (_, is, want) => {
    expect(is).toBe(want);
  });
});
