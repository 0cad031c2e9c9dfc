import { expect, it } from 'vitest';
import { description } from '../model/read.js';
import { lintText } from './lint-text.js';

it.each([
  ['true', []],
  ['PetId', []],
  ['false', ['error invalid-extension 6']],
  ["''", ['error invalid-extension 6']],
  ['[PetId]', ['error invalid-extension 6']],
])('accepts true and names as x-brand: %s', async (value, said) => {
  const components = `schemas:\n  PetId: { type: string, x-brand: ${value} }`;
  expect(await lintText(description({ components }))).toEqual(said);
});
