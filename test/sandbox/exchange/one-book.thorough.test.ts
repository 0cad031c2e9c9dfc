import { test } from 'vitest';
import { haveOneBook } from './one-book.js';

test('P4: clients have one book after each of a hundred thousand random commands', async () => {
  await haveOneBook(800);
}, 7_200_000);
