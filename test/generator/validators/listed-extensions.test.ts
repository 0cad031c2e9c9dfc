import { describe, expect, test } from 'vitest';
import {
  isMaybePet,
  isMixed,
  isPet,
  isPlain,
  isWorker,
} from '../../cases/listed-extensions/output/validators.js';

describe('a schema that lists what extends it', () => {
  test.each([
    [{ type: 'Employer', name: 'a', hasFullAccess: true }, true],
    [{ type: 'Employee', name: 'a', since: '2026-01-01' }, true],
    [{ type: 'Employee', name: 'a', since: 'ever' }, false],
    [{ type: 'Employer', name: 'a' }, false],
    [{ type: 'Employer', hasFullAccess: true }, false],
    [{ type: 'Worker', name: 'a' }, false],
    [null, false],
  ])('is the one that its discriminator chooses: %j', (value, is) => {
    expect(isWorker(value)).toBe(is);
  });

  test.each([
    [{ id: 'a', red: 'b' }, true],
    [{ id: 'a', blue: 'b' }, true],
    [{ red: 'b' }, false],
    [{ id: 'a' }, false],
  ])('is one of those where nothing chooses: %j', (value, is) => {
    expect(isPlain(value)).toBe(is);
  });

  test.each([
    [{ id: 'a', ext: 'b' }, true],
    [{ id: 'a', other: 'b' }, true],
    [{ other: 'b' }, false],
    [{ id: 'a', ext: 'b', other: 'c' }, false],
  ])('says what it says of branches that do not extend it, too: %j', (value, is) => {
    expect(isMixed(value)).toBe(is);
  });
});

test.each([
  [{ kind: 'Dog' }, true],
  [{ kind: 'Pet' }, true],
  [{ kind: 'MaybePet' }, false],
])('a nullable form of a base is no schema that extends it: %j', (value, is) => {
  expect(isPet(value)).toBe(is);
  expect(isMaybePet(value)).toBe(is);
});
