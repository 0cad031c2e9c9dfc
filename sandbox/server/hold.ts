import { randomUUID } from 'node:crypto';
import type { HttpHandler, WireRequest, WireResponse } from '@tallystick/runtime';
import { wrapHandler } from '@tallystick/runtime/http/server';
import { matchingFault } from '../domain/faults/queries.js';
import type { InjectedFault } from '../domain/faults/state.js';
import type { Core } from './core.js';

/** Options of {@link holdResponses}. */
export interface HoldOptions {
  /** Name of the surface. */
  readonly surface: string;
  /** The surface's response 503, for a fault that is injected. */
  readonly unavailable: (request: WireRequest, correlationId: string) => WireResponse;
  /** True for a request that faults do not apply to. Default: none. */
  readonly isExempt?: (request: WireRequest) => boolean;
}

/**
 * Holds each response of a surface until everything that it could reflect is durable (journal-3), and applies the faults that the control
 * plane injected.
 */
export function holdResponses(
  core: Core,
  server: HttpHandler,
  { surface, unavailable, isExempt = () => false }: HoldOptions,
): HttpHandler {
  return wrapHandler(server, async (request, next) => {
    const fault = isExempt(request) ? undefined : hitFault(core, surface, request);
    const response =
      fault?.kind === 'unavailable' ? unavailable(request, randomUUID()) : await next(request);
    if (fault?.kind === 'delay') await elapsed(core, fault.milliseconds);
    await core.loop.settled();
    // An adapter ends the connection of a request that rejects.
    if (fault?.kind === 'lost') throw new LostResponse();
    return response;
  });
}

/** Ends a connection without a response, as an injected fault. */
export class LostResponse extends Error {
  override readonly name = 'LostResponse';

  constructor() {
    super('The response was lost, because the control plane injected this fault.');
  }
}

function hitFault(
  { loop }: Core,
  surface: string,
  { method, target }: WireRequest,
): InjectedFault | undefined {
  const [path = ''] = target.split('?', 1);
  const request = { surface, method, path };
  if (matchingFault(loop.state.faults, request) === undefined) return undefined;
  const outcome = loop.execute('faults.hit', request, { surface, caller: '' });
  return outcome.ok ? (outcome.result ?? undefined) : undefined;
}

function elapsed({ timers }: Core, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    timers.setTimeout(() => resolve(), milliseconds);
  });
}
