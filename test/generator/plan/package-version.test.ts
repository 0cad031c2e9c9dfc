import { expect, test } from 'vitest';
import { packageVersion } from '../../../generator/plan/package-version.js';

test.each([
  ['1.4.0', '1.4.0'],
  ['2.0.0-rc.1+build.7', '2.0.0-rc.1+build.7'],
  ['1', '1.0.0'],
  ['v2', '2.0.0'],
  ['1.12', '1.12.0'],
  ['01.02.03', '1.2.3'],
  ['1.0.0.Final', '1.0.0-Final'],
  ['1.0-oas3', '1.0.0-oas3'],
  ['1.2.3.04', '1.2.3-4'],
  ['v1beta1', '1.0.0-beta1'],
  ['2024-06-01-preview', '2024.6.1-preview'],
  ['20240601120000', '20240601120000.0.0'],
  ['latest', '0.0.0-latest'],
  ['"; --', '0.0.0'],
  ['', '0.0.0'],
])('converts version "%s" of a description to package version %s', (text, want) => {
  expect(packageVersion(text)).toBe(want);
});
