import { test } from 'vitest';
import { agreeOnRandomCommands } from './random-orders.js';

test('P1, P2, P3, P7: the engine and a slow reference book agree after each of a million random commands', () => {
  agreeOnRandomCommands(8_000);
}, 7_200_000);
