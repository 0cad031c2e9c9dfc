import { arktypeEmitter } from './arktype/index.js';
import { brandsEmitter } from './brands/index.js';
import { brokersEmitter } from './brokers/index.js';
import { clientEmitter } from './client/index.js';
import { conversionsEmitter } from './conversions/index.js';
import { descriptionEmitter } from './description/index.js';
import { docsEmitter } from './docs/index.js';
import { effectEmitter } from './effect/index.js';
import type { Emitter, SelectedEmitter } from './emitter.js';
import { fakesEmitter } from './fakes/index.js';
import { feedsEmitter } from './feeds/index.js';
import { fixEmitter } from './fix/index.js';
import { jsonSchemasEmitter } from './json-schemas/index.js';
import { knownPropertiesEmitter } from './known-properties/index.js';
import { limitsEmitter } from './limits/index.js';
import { mcpEmitter } from './mcp/index.js';
import { mswEmitter } from './msw/index.js';
import { packageEmitter } from './package/index.js';
import { pathsEmitter } from './paths/index.js';
import { queryEmitter } from './query/index.js';
import { serverEmitter } from './server/index.js';
import { stateTestsEmitter } from './state-tests/index.js';
import { statesEmitter } from './states/index.js';
import { swrEmitter } from './swr/index.js';
import { testsEmitter } from './tests/index.js';
import { typeboxEmitter } from './typebox/index.js';
import { typesEmitter } from './types/index.js';
import { valibotEmitter } from './valibot/index.js';
import { validatorsEmitter } from './validators/index.js';
import { webhooksEmitter } from './webhooks/index.js';
import { zodEmitter } from './zod/index.js';
import { zodMiniEmitter } from './zod-mini/index.js';
import { zod3Emitter } from './zod3/index.js';

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
  brokersEmitter,
  validatorsEmitter,
  typesEmitter,
  fixEmitter,
  limitsEmitter,
  statesEmitter,
  brandsEmitter,
  stateTestsEmitter,
  knownPropertiesEmitter,
  zod3Emitter,
  zodEmitter,
  zodMiniEmitter,
  valibotEmitter,
  typeboxEmitter,
  arktypeEmitter,
  effectEmitter,
  fakesEmitter,
  queryEmitter,
  swrEmitter,
  jsonSchemasEmitter,
  mcpEmitter,
  mswEmitter,
  testsEmitter,
  docsEmitter,
  descriptionEmitter,
  pathsEmitter,
  packageEmitter,
];

/** The emitters that run if the user selects none. */
export const defaultEmitters: readonly SelectedEmitter[] = emitters.map((emitter) => ({
  emitter,
  options: {},
  isSelected: emitter.isOptIn !== true,
}));
