import { expect, test } from 'vitest';
import { documents, isSmall, testDocuments } from './documents.js';

testDocuments('corpus-sample', documents.filter(isSmall), ({ bench }) => {
  test('the output compiles with TypeScript 7', () => {
    expect(bench.check()).toEqual([]);
  });
});
