import type { WireRequest } from './wire.js';

type OnAbort = NonNullable<WireRequest['onAbort']>;

const made = new WeakMap<OnAbort, AbortSignal>();

/** A request's signal, or one made of what tells it to transports that need none; `undefined` where nothing tells. */
export function signalOf({ signal, onAbort }: WireRequest): AbortSignal | undefined {
  if (signal !== undefined || onAbort === undefined) return signal;
  const known = made.get(onAbort) ?? signalFrom(onAbort);
  made.set(onAbort, known);
  return known;
}

/** A signal that fires when `onAbort` calls back. */
export function signalFrom(onAbort: OnAbort): AbortSignal {
  const controller = new AbortController();
  onAbort((reason) => controller.abort(reason));
  return controller.signal;
}

/** The signal that somebody put on a request, where `onAbort` is not all that tells; none is made by asking. */
export function givenSignal(request: WireRequest): AbortSignal | undefined {
  return request.onAbort === undefined || Object.hasOwn(request, 'signal')
    ? request.signal
    : undefined;
}
