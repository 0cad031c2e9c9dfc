import type { ServerResponse } from 'node:http';

/**
 * Writes pieces as fast as the other end reads them, and tells their source to stop when it is gone. Rejects where the
 * source fails.
 */
export async function sendStream(
  stream: AsyncIterable<Uint8Array>,
  outgoing: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const iterator = stream[Symbol.asyncIterator]();
  const stopped = whenAborted(signal);
  try {
    for (;;) {
      const step = await Promise.race([iterator.next(), stopped.promise]);
      if (step === undefined) break;
      if (step.done === true) {
        outgoing.end();
        return;
      }
      if (!outgoing.write(step.value)) await Promise.race([drained(outgoing), stopped.promise]);
      if (signal.aborted) break;
    }
    // Not awaited: a source that hangs must not be waited for.
    void iterator.return?.().then(undefined, () => undefined);
  } finally {
    stopped.forget();
  }
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once('drain', resolve);
  });
}

/** A promise for the firing of a signal, and a way to stop listening. */
function whenAborted(signal: AbortSignal): {
  readonly promise: Promise<undefined>;
  readonly forget: () => void;
} {
  let listener = (): void => undefined;
  const promise = new Promise<undefined>((resolve) => {
    listener = () => resolve(undefined);
    if (signal.aborted) listener();
    else signal.addEventListener('abort', listener, { once: true });
  });
  return { promise, forget: () => signal.removeEventListener('abort', listener) };
}
