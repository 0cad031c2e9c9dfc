import type { HttpHandler } from '@tallystick/runtime';
import { controlSurface, controlUnavailable } from './control/index.js';
import type { BotRequests } from './market/requests.js';
import { readPageFiles } from './page-files.js';
import type { Activity } from './server/activity.js';
import type { Core } from './server/core.js';
import { isLoopback, type Mounts } from './server/listen.js';
import type { Surface } from './server/replicated.js';
import type { SandboxOptions } from './start.js';
import { exchangeSurface, exchangeUnavailable } from './surfaces/exchange/index.js';
import { isOfPage, pageSurface } from './surfaces/page/index.js';
import { platformSurface, platformUnavailable } from './surfaces/platform/index.js';
import { rpcSurface, rpcUnavailable } from './surfaces/rpc/index.js';

/** What the page shows, and the token with which it asks for it. */
interface Shown {
  readonly token: string;
  readonly activity: Activity;
}

/** Options of {@link mountsOf}. */
export interface MountOptions extends Shown {
  readonly authorities: readonly string[];
  readonly isLocal: boolean;
  /** The requests of the market's bots, which are not remembered. */
  readonly bots: BotRequests;
}

/**
 * Mounts the surfaces, whose requests are remembered, and the page, if its files are present and only this machine reaches it. The paths of
 * the exchange have no common beginning, so it is the last one and has whatever is neither of another surface nor of the page.
 */
export function mountsOf(
  surfaces: readonly Surface[],
  { authorities, token, activity, bots, isLocal }: MountOptions,
  serve: (surface: Surface) => HttpHandler,
): Mounts {
  const files = isLocal ? readPageFiles() : undefined;
  const page = files === undefined ? undefined : pageSurface({ authorities, token, files });
  return new Map(
    surfaces.map((surface) => {
      const { name, path } = surface;
      const own = serve(surface);
      const handler =
        name === 'control' ? own : activity.observe(name, own, (request) => bots.has(request));
      if (path !== '/' || page === undefined) return [path, handler];
      return [path, (request) => (isOfPage(request) ? page(request) : handler(request))];
    }),
  );
}

/** Options of {@link surfacesOf}. */
export interface SurfacesOptions extends SandboxOptions, Shown {
  readonly host: string;
  readonly token: string;
  /** The requests of the market's bots, which faults do not apply to. */
  readonly bots: BotRequests;
}

/** The surfaces that are mounted at paths. */
export function surfacesOf(core: Core, options: SurfacesOptions): readonly Surface[] {
  const { log, methodPrefix: prefix, issuer, audience, token, activity, bots } = options;
  const { hasRateLimits = true } = options;
  const logging = log === undefined ? {} : { log };
  const variables = {
    ...(issuer === undefined ? {} : { issuer }),
    ...(audience === undefined ? {} : { audience }),
  };
  return [
    {
      name: 'platform',
      path: '/platform/',
      create: (hosts) =>
        platformSurface(core, {
          ...hosts,
          allowsLocal: allowsLocal(options),
          variables,
          ...logging,
        }),
      unavailable: platformUnavailable,
    },
    {
      name: 'rpc',
      path: '/rpc/',
      create: (hosts) => rpcSurface(core, { ...hosts, prefix, ...logging }),
      unavailable: rpcUnavailable,
    },
    {
      name: 'control',
      path: '/sandbox/',
      create: (hosts) => controlSurface(core, { ...hosts, token, activity, ...logging }),
      unavailable: controlUnavailable,
    },
    {
      name: 'exchange',
      path: '/',
      create: (hosts) =>
        exchangeSurface(core, {
          ...hosts,
          hasRateLimits,
          isExempt: (request) => bots.has(request),
          ...logging,
        }),
      unavailable: exchangeUnavailable,
    },
  ];
}

/** True if webhooks may call this machine. */
export function allowsLocal({
  allowsLocalTargets,
  host,
}: Pick<SandboxOptions, 'allowsLocalTargets'> & { readonly host: string }): boolean {
  return allowsLocalTargets ?? isLoopback(host);
}
