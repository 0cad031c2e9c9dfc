import { describe, expect, test } from 'vitest';
import {
  isAnimal,
  isAnimalInput,
  isKeeper,
  isKeeperInput,
} from '../../cases/references-and-shapes/output/validators.js';

const received = { kind: 'cat', chip: '7' };
const sent = { kind: 'kitten', password: 'x' };

describe('value of a base', () => {
  test.each([
    [received, true, false],
    [sent, false, true],
    [{ kind: 'cat' }, false, false],
    [{ kind: 'dog' }, true, true],
    [{ kind: 'dog', barks: 1 }, false, false],
    // A mapping lists all values.
    [{ kind: 'Animal' }, false, false],
    [{ kind: 'cow' }, false, false],
  ])('is checked by its direction: %j', (value, asReceived, asSent) => {
    expect(isAnimal(value)).toBe(asReceived);
    expect(isAnimalInput(value)).toBe(asSent);
    expect(isKeeper({ favourite: value })).toBe(asReceived);
    expect(isKeeperInput({ favourite: value })).toBe(asSent);
  });
});
