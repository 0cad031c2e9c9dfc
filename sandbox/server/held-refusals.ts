import { type HttpHandler, systemTimers, type Timers } from '@tallystick/runtime';
import { wrapHandler } from '@tallystick/runtime/http/server';
import { settings } from '../settings.js';

/** Addresses that are remembered before those are forgotten that were not refused for a while. */
const maxAddresses = 1000;

/**
 * Holds responses that refuse a request back, if more of them went to an address than the settings say. Whoever waits for a response before
 * it sends the next request cannot keep the server busy with requests that it refuses anyway, and so slow others down (limits-5).
 */
export function holdRefusals(handler: HttpHandler, timers: Timers = systemTimers): HttpHandler {
  const paces = new Paces();
  return wrapHandler(handler, async (request, next) => {
    const response = await next(request);
    if (response.status < 400 || response.status >= 500) return response;
    const wait = paces.waitOf(request.peer?.address ?? '', timers.now());
    if (wait > 0) await new Promise<void>((resolve) => void timers.setTimeout(resolve, wait));
    return response;
  });
}

/** How many refusals have gone to each address: the time at which the next one would be sent if they were evenly spaced. */
class Paces {
  readonly #next = new Map<string, number>();

  /** Milliseconds that a refusal must wait. */
  waitOf(address: string, now: number): number {
    const { rate, burst, maxWait } = settings['limits-5'];
    const ahead = (burst * 1000) / rate;
    const due = Math.max(this.#next.get(address) ?? 0, now) + 1000 / rate;
    // Those that wait as long as any must are not counted, or the address would never be rid of them.
    this.#next.set(address, Math.min(due, now + ahead + maxWait));
    if (this.#next.size > maxAddresses) this.#forget(now);
    return Math.min(maxWait, Math.max(0, due - now - ahead));
  }

  #forget(now: number): void {
    for (const [address, next] of this.#next) if (next <= now) this.#next.delete(address);
  }
}
