import type { HttpHandler, WireRequest, WireResponse } from '@tallystick/runtime';
import { peerKey, wrapHandler } from '@tallystick/runtime/http/server';
import { createExchangeCursors, createExchangeServer } from '@platform/exchange/server';
import { exchangeResponseChecks } from '@platform/exchange/validators';
import type { Core } from '../../server/core.js';
import { holdRefusals } from '../../server/held-refusals.js';
import { holdResponses } from '../../server/hold.js';
import type { SurfaceOptions } from '../platform/index.js';
import { accountsHandlers } from './accounts.js';
import { addressesHandlers } from './addresses.js';
import { conversionsHandlers } from './conversions.js';
import { exchangeSecurity } from './credentials.js';
import { currenciesHandlers } from './currencies.js';
import { sayFault } from './faults.js';
import { fillsHandlers } from './fills.js';
import { loansHandlers } from './loans.js';
import { ordersHandlers } from './orders.js';
import { productsHandlers } from './products.js';
import { profilesHandlers } from './profiles.js';
import { reportFile } from './report-files.js';
import { reportsHandlers } from './reports.js';
import type { Positions } from './requests.js';
import { timeHandlers } from './time.js';
import { travelRulesHandlers } from './travel-rules.js';
import { usersHandlers } from './users.js';
import { withdrawalsHandlers } from './withdrawals.js';
import { wrappedAssetsHandlers } from './wrapped-assets.js';

/** Options of {@link exchangeSurface}. */
export interface ExchangeOptions extends SurfaceOptions {
  /** False if requests are not counted, and so never refused for their number. Default: true. */
  readonly hasRateLimits?: boolean;
  /** True for a request that injected faults do not apply to. Default: none. */
  readonly isExempt?: (request: WireRequest) => boolean;
}

/** Creates the surface X: the REST API of the exchange. */
export function exchangeSurface(
  core: Core,
  { hasRateLimits = true, isExempt = () => false, ...options }: ExchangeOptions,
): HttpHandler {
  const cursors = createExchangeCursors<Positions>({
    secret: core.secret('cursors of the exchange'),
    clock: core.timers,
  });
  const handlers = {
    ...addressesHandlers(core),
    ...withdrawalsHandlers(core),
    ...travelRulesHandlers(core, cursors),
    ...conversionsHandlers(core, cursors),
    ...loansHandlers(core),
    ...reportsHandlers(core, cursors),
    ...wrappedAssetsHandlers(core, cursors),
    ...accountsHandlers(core, cursors),
    ...profilesHandlers(core),
    ...ordersHandlers(core, cursors),
    ...fillsHandlers(core, cursors),
    ...productsHandlers(core),
    ...currenciesHandlers(core),
    ...usersHandlers(core),
    ...timeHandlers(core),
  };
  const server = createExchangeServer(handlers, {
    ...options,
    security: exchangeSecurity(core),
    validateResponses: exchangeResponseChecks,
    clock: core.timers,
    onFault: sayFault,
    ...(hasRateLimits
      ? {
          rateLimits: {
            keys: {
              // The profile: its keys share a bucket (limits-1).
              profile: ({ principals }) => principals.exchangeKey?.project ?? null,
              ip: peerKey,
            },
            retryAfter: false,
          },
        }
      : {}),
  });
  // Files of reports have a signature of their own instead of a key's.
  const withFiles = wrapHandler(
    server,
    (request, next) => reportFile(core, request) ?? next(request),
  );
  const held = holdResponses(core, withFiles, {
    surface: 'exchange',
    unavailable: exchangeUnavailable,
    isExempt,
  });
  return hasRateLimits ? holdRefusals(held) : held;
}

/** The surface's response 503. */
export function exchangeUnavailable(): WireResponse {
  const body = JSON.stringify({ message: 'under maintenance' });
  return { status: 503, headers: ['Content-Type', 'application/json'], body };
}
