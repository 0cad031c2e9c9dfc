import type { HttpHandler, WireResponse } from '@tallystick/runtime';
import { systemTimers } from '@tallystick/runtime';
import { apiKeyVerifier } from '@tallystick/runtime/auth/keys';
import { wrapHandler } from '@tallystick/runtime/http/server';
import { createSandboxControlServer } from '@platform/sandbox-control/server';
import { sandboxControlResponseChecks } from '@platform/sandbox-control/validators';
import type { Activity } from '../server/activity.js';
import type { Core } from '../server/core.js';
import { holdResponses } from '../server/hold.js';
import { isLocal } from '../server/local.js';
import type { SurfaceOptions } from '../surfaces/platform/index.js';
import { accountsHandlers } from './accounts.js';
import { activityHandlers } from './activity.js';
import { chainHandlers } from './chain.js';
import { clockHandlers } from './clock.js';
import { deliveriesHandlers } from './deliveries.js';
import { faultsHandlers } from './faults.js';
import { marketHandlers } from './market.js';
import { moneyHandlers } from './money.js';
import { quotesHandlers } from './quotes.js';
import { stateHandlers } from './state.js';
import { tenancyHandlers } from './tenancy.js';
import { userOperationsHandlers } from './user-operations.js';
import { usersHandlers } from './users.js';

/** Options of the control plane. */
export interface ControlOptions extends SurfaceOptions {
  /** Token that every request carries. */
  readonly token: string;
  readonly activity: Activity;
}

/**
 * Creates the surface C: the control plane. It is served to this machine only (control-1): the peer, the host and the origin of a page must
 * be local.
 */
export function controlSurface(
  core: Core,
  { token, activity, ...options }: ControlOptions,
): HttpHandler {
  const server = createSandboxControlServer(
    {
      ...tenancyHandlers(core),
      ...usersHandlers(core),
      ...marketHandlers(core),
      ...moneyHandlers(core),
      ...quotesHandlers(core),
      ...clockHandlers(core, () => systemTimers.now()),
      ...accountsHandlers(core),
      ...userOperationsHandlers(core),
      ...faultsHandlers(core),
      ...chainHandlers(core),
      ...deliveriesHandlers(core),
      ...activityHandlers(activity),
      ...stateHandlers(core),
    },
    {
      ...options,
      security: { token: apiKeyVerifier({ keys: { control: token } }) },
      validateResponses: sandboxControlResponseChecks,
    },
  );
  const held = holdResponses(core, server, {
    surface: 'control',
    unavailable: controlUnavailable,
  });
  return wrapHandler(held, (request, next) =>
    isLocal(request, options) ? next(request) : refusal(403),
  );
}

/** The surface's response 503. */
export function controlUnavailable(): WireResponse {
  return refusal(503);
}

function refusal(status: 403 | 503): WireResponse {
  const body =
    status === 403
      ? {
          code: 'forbidden',
          message: 'The control plane is for pages and programs of this machine.',
        }
      : { code: 'unavailable', message: 'Try again later.' };
  const retry = status === 503 ? ['Retry-After', '1'] : [];
  const headers = ['Content-Type', 'application/json', ...retry];
  return { status, headers, body: JSON.stringify(body) };
}
