import { randomUUID } from 'node:crypto';
import type { HttpHandler, WireRequest, WireResponse } from '@tallystick/runtime';
import { JournalError } from '../journal/error.js';
import { matchingFault } from '../domain/faults/queries.js';
import type { Core } from './core.js';
import { type Forwarder, NoLeaderError, wholeBody } from './forward.js';
import type { Replica } from './replica.js';

/** Size of the longest body that the surfaces accept. */
const longestBody = 1_048_576;

/** Which hosts a surface serves: its own, or any, because another process has checked them. */
export type Hosts =
  | { readonly authorities: readonly string[] }
  | { readonly authorities: readonly string[]; readonly trustHost: true };

/** A surface, as it is mounted. */
export interface Surface {
  /** Name of the surface, and beginning of its paths. */
  readonly name: 'platform' | 'rpc' | 'control' | 'exchange';
  readonly path: string;
  create(hosts: Hosts): HttpHandler;
  /** The surface's response 503. */
  unavailable(request: WireRequest, correlationId: string): WireResponse;
}

/** The parts of a process that shares its journal with others. */
export interface Replicated {
  readonly core: Core;
  readonly replica: Replica;
  readonly forwarder: Forwarder;
}

/**
 * Serves a surface in a process that may be a follower: reads are answered here, from a state with everything that was committed when they
 * arrived; everything else is sent to the leader (journal-10, journal-11).
 */
export function replicatedSurface(
  surface: Surface,
  authorities: readonly string[],
  { core, replica, forwarder }: Replicated,
): HttpHandler {
  const own = surface.create({ authorities });
  let forwarded: HttpHandler | undefined;
  const hosts = new Set(authorities.map(hostOf));
  const unavailable = (request: WireRequest): WireResponse =>
    surface.unavailable(request, randomUUID());

  const serve = async (request: WireRequest, server: HttpHandler): Promise<WireResponse> => {
    if (replica.isLeading) return server(request);
    try {
      await replica.caughtUp();
    } catch (error) {
      if (error instanceof JournalError) return unavailable(request);
      throw error;
    }
    return isCommand(core, surface, request) ? forward(request) : server(request);
  };

  const forward = async (received: WireRequest): Promise<WireResponse> => {
    // The server refuses a body that is too large as the leader would.
    if (isTooLarge(received)) return own(received);
    const request = await withWholeBody(received);
    if (isTooLarge(request)) return own(request);
    for (const look of [() => replica.leader, () => replica.lookAgain()]) {
      const leader = await look();
      if (replica.isLeading) return own(request);
      try {
        return await forwarder.send(request, leader);
      } catch (error) {
        if (!(error instanceof NoLeaderError)) throw error;
      }
    }
    return unavailable(request);
  };

  return (request) => {
    const accepted = forwarder.accept(request);
    if (accepted !== undefined) {
      // A request is forwarded once: this process was the leader, or is about to be.
      if (!replica.isLeading) return Promise.resolve(unavailable(accepted));
      forwarded ??= surface.create({ authorities, trustHost: true });
      return forwarded(accepted);
    }
    // The server refuses a host that is not its own, which the leader could not know.
    if (!hosts.has(hostOf(request.authority))) return own(request);
    if (isRead(surface, request) || replica.isLeading) return serve(request, own);
    return forward(request);
  };
}

/** True for requests that change nothing by themselves. */
function isRead({ name }: Surface, { method }: WireRequest): boolean {
  return name === 'rpc' || method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** True for a read that an injected fault applies to: that is counted, by the leader. */
function isCommand({ loop }: Core, { name }: Surface, request: WireRequest): boolean {
  const [path = ''] = request.target.split('?', 1);
  const { method } = request;
  return matchingFault(loop.state.faults, { surface: name, method, path }) !== undefined;
}

/** Reads the body, so that it can be sent again if the leader has changed. Of one that is too large, one byte too many is kept. */
async function withWholeBody(request: WireRequest): Promise<WireRequest> {
  const { body } = request;
  if (typeof body !== 'object' || !('stream' in body)) return request;
  return { ...request, body: await wholeBody(body, longestBody) };
}

function isTooLarge({ body }: WireRequest): boolean {
  return typeof body === 'object' && (body.length ?? 0) > longestBody;
}

function hostOf(authority: string): string {
  return authority.toLowerCase().replace(/:80$/, '');
}
