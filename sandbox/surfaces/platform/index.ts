import type { HttpHandler, WireRequest, WireResponse } from '@tallystick/runtime';
import type { LogEntry } from '@tallystick/runtime/http/server';
import type { PlatformVariables } from '@platform/platform';
import { createPlatformServer, createPlatformCursors } from '@platform/platform/server';
import { platformResponseChecks } from '@platform/platform/validators';
import type { Core } from '../../server/core.js';
import { holdResponses } from '../../server/hold.js';
import { evmAccountsHandlers, solanaAccountsHandlers } from './accounts.js';
import { assetsHandlers } from './assets.js';
import { platformSecurity } from './credentials.js';
import { policiesHandlers } from './policies.js';
import type { Positions } from './requests.js';
import { evmSmartAccountsHandlers } from './smart-accounts.js';
import { webhooksHandlers } from './webhooks.js';

/** Options of the surfaces. */
export interface SurfaceOptions {
  /** Hosts with ports under which clients address the sandbox. */
  readonly authorities: readonly string[];
  /** True if the host was checked before. Default: false. */
  readonly trustHost?: boolean;
  readonly log?: (entry: LogEntry) => void;
}

/** Options of {@link platformSurface}. */
export interface PlatformOptions extends SurfaceOptions {
  /** True if targets of webhooks and URLs of paymasters may be on this machine (webhooks-11, user-operations-4). */
  readonly allowsLocal: boolean;
  /** Issuer and audience of bearer tokens, if they are not those of the description. */
  readonly variables: Pick<PlatformVariables, 'issuer' | 'audience'>;
}

/** Creates the surface P: the platform's REST API, versions 1 and 2. */
export function platformSurface(
  core: Core,
  { allowsLocal, ...options }: PlatformOptions,
): HttpHandler {
  const cursors = createPlatformCursors<Positions>({
    secret: core.secret('cursors of the platform'),
    clock: core.timers,
  });
  const handlers = {
    ...policiesHandlers(core, cursors),
    ...evmAccountsHandlers(core),
    ...solanaAccountsHandlers(core),
    ...evmSmartAccountsHandlers(core, allowsLocal),
    ...webhooksHandlers(core, cursors, allowsLocal),
    ...assetsHandlers(core),
  };
  const server = createPlatformServer(handlers, {
    ...options,
    security: platformSecurity(core),
    idempotency: core.once('platform'),
    validateResponses: platformResponseChecks,
    clock: core.timers,
  });
  return holdResponses(core, server, { surface: 'platform', unavailable: platformUnavailable });
}

/** The surface's response 503. */
export function platformUnavailable({ target }: WireRequest, correlationId: string): WireResponse {
  const isFirstVersion = target.startsWith('/platform/v1/');
  const message = 'Try again later.';
  const body = isFirstVersion
    ? { code: 'internal', message, correlation_id: correlationId }
    : { errorType: 'service_unavailable', errorMessage: message, correlationId };
  const headers = ['Content-Type', 'application/json', 'Retry-After', '1'];
  return { status: 503, headers, body: JSON.stringify(body) };
}
