import { clientEmitter } from './client/index.js';
import { conversionsEmitter } from './conversions/index.js';
import type { Emitter, SelectedEmitter } from './emitter.js';
import { feedsEmitter } from './feeds/index.js';
import { fixEmitter } from './fix/index.js';
import { knownPropertiesEmitter } from './known-properties/index.js';
import { limitsEmitter } from './limits/index.js';
import { packageEmitter } from './package/index.js';
import { pathsEmitter } from './paths/index.js';
import { serverEmitter } from './server/index.js';
import { stateTestsEmitter } from './state-tests/index.js';
import { statesEmitter } from './states/index.js';
import { typesEmitter } from './types/index.js';
import { validatorsEmitter } from './validators/index.js';
import { webhooksEmitter } from './webhooks/index.js';
import { zodEmitter } from './zod/index.js';

/**
 * The emitters of this package, in the order in which they choose names, and in which `index.ts` and
 * `package.json` list their files.
 */
export const emitters: readonly Emitter[] = [
  conversionsEmitter,
  clientEmitter,
  serverEmitter,
  webhooksEmitter,
  feedsEmitter,
  validatorsEmitter,
  typesEmitter,
  fixEmitter,
  limitsEmitter,
  statesEmitter,
  stateTestsEmitter,
  knownPropertiesEmitter,
  zodEmitter,
  pathsEmitter,
  packageEmitter,
];

/** The emitters that run if the user selects none. */
export const defaultEmitters: readonly SelectedEmitter[] = emitters.map((emitter) => ({
  emitter,
  options: {},
  isSelected: emitter.isOptIn !== true,
}));
