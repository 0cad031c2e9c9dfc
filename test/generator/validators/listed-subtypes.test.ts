import { describe, expect, test } from 'vitest';
import {
  isMaybePet,
  isMixed,
  isPet,
  isPlain,
  isWorker,
} from '../../cases/listed-extensions/output/validators.js';

describe('union of subtypes', () => {
  test.each([
    [{ type: 'Employer', name: 'a', hasFullAccess: true }, true],
    [{ type: 'Employee', name: 'a', since: '2026-01-01' }, true],
    [{ type: 'Employee', name: 'a', since: 'ever' }, false],
    [{ type: 'Employer', name: 'a' }, false],
    [{ type: 'Employer', hasFullAccess: true }, false],
    [{ type: 'Worker', name: 'a' }, false],
    [null, false],
  ])('checks the branch of its discriminator: %j', (value, is) => {
    expect(isWorker(value)).toBe(is);
  });

  test.each([
    [{ id: 'a', red: 'b' }, true],
    [{ id: 'a', blue: 'b' }, true],
    [{ red: 'b' }, false],
    [{ id: 'a' }, false],
  ])('checks all branches without a discriminator: %j', (value, is) => {
    expect(isPlain(value)).toBe(is);
  });

  test.each([
    [{ id: 'a', ext: 'b' }, true],
    [{ id: 'a', other: 'b' }, true],
    [{ other: 'b' }, false],
    [{ id: 'a', ext: 'b', other: 'c' }, false],
  ])('checks branches that are not subtypes too: %j', (value, is) => {
    expect(isMixed(value)).toBe(is);
  });
});

test.each([
  [{ kind: 'Dog' }, true],
  [{ kind: 'Pet' }, true],
  [{ kind: 'MaybePet' }, false],
])('does not read a nullable form of a base as its subtype: %j', (value, is) => {
  expect(isPet(value)).toBe(is);
  expect(isMaybePet(value)).toBe(is);
});
