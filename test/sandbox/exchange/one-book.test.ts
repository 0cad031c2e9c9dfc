import { test } from 'vitest';
import { haveOneBook } from './one-book.js';

test('P4: clients of REST, the feed and FIX market data have one book after each of random commands', async () => {
  await haveOneBook(60);
}, 600_000);
