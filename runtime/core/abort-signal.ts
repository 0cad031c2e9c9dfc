import type { WireRequest } from './wire.js';

const made = new WeakMap<NonNullable<WireRequest['onAbort']>, AbortSignal>();

/** A request's signal, or one made of what tells it to transports that need none; `undefined` where nothing tells. */
export function signalOf({ signal, onAbort }: WireRequest): AbortSignal | undefined {
  if (signal !== undefined || onAbort === undefined) return signal;
  const known = made.get(onAbort);
  if (known !== undefined) return known;
  const controller = new AbortController();
  onAbort((reason) => controller.abort(reason));
  made.set(onAbort, controller.signal);
  return controller.signal;
}

/** The signal that somebody put on a request, where `onAbort` is not all that tells; none is made by asking. */
export function givenSignal(request: WireRequest): AbortSignal | undefined {
  return request.onAbort === undefined || Object.hasOwn(request, 'signal')
    ? request.signal
    : undefined;
}
