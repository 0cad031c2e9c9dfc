import type { Verifier } from '@tallystick/runtime';
import { pacing } from '@tallystick/runtime/http';
import { limits, OutputClient } from '../../cases/limits/output/index.js';
import { createPartialOutputServer } from '../../cases/limits/output/server.js';
import { PlatformClient } from '@platform/platform';

const client = new OutputClient({ pacing: pacing({ share: 0.5 }) });
const platform = new PlatformClient({ baseUrl: 'https://api.example.com' });

/** Lists lead back where the description says how. */
export const lists: readonly unknown[] = [
  client.boilings.list().back(),
  client.boilings.list().back().pages(),
  client.boilings.list().back().back(), // error: 2339
  platform.policies.list().back(), // error: 2339
];

/** Limits have their own types. */
export const size: 1000 = limits.pageSize;
export const wrongSize: 100 = limits.pageSize; // error: 2322
limits.ciphers.push('none'); // error: 2339
limits.privateRateLimit.rate = 1; // error: 2540

declare const byKey: Verifier<{ readonly profile: string }>;
const options = { authorities: ['kettles.example'], security: { key: byKey } };
const ip = (): string => 'one';

/** Everything that limits are per has a key, which knows what the verifiers return. */
export const servers: readonly unknown[] = [
  createPartialOutputServer({}, options),
  createPartialOutputServer({}, { ...options, rateLimits: { keys: { ip, profile: () => null } } }),
  createPartialOutputServer(
    {},
    {
      ...options,
      rateLimits: { keys: { ip, profile: ({ principals: { key } }) => key?.profile ?? '' } },
    },
  ),
  createPartialOutputServer({}, { ...options, rateLimits: { keys: { ip } } }), // error: 2741
  createPartialOutputServer({}, { ...options, rateLimits: { keys: { ip, profile: () => 7 } } }), // error: 2322
  createPartialOutputServer({}, { ...options, rateLimits: {} }), // error: 2741
];
