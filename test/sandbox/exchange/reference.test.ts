import { test } from 'vitest';
import { agreeOnRandomCommands } from './random-orders.js';

test('P1, P2, P3, P7: the engine and a slow reference book agree after each of random commands', () => {
  // About 125 commands each.
  agreeOnRandomCommands(100);
}, 600_000);
