import type { OutgoingMessage } from 'node:http';

/**
 * Writes a stream as fast as the receiver reads it, and stops the source when the signal is aborted.
 *
 * Rejects if the source fails, or if it yields more or fewer bytes than the `Content-Length`: the receiver would parse
 * surplus bytes as the next message on the connection.
 */
export async function sendStream(
  stream: AsyncIterable<Uint8Array>,
  outgoing: OutgoingMessage & { strictContentLength?: boolean },
  signal: AbortSignal,
): Promise<void> {
  outgoing.strictContentLength = true;
  const iterator = stream[Symbol.asyncIterator]();
  const untilAbort = abortableWaits(signal);
  // Not awaited, because the source may hang.
  const abandon = (): void => {
    iterator.return?.().then(undefined, () => undefined);
  };
  try {
    for (;;) {
      const step = await untilAbort.wait(iterator.next());
      if (step === undefined) return abandon();
      if (step.done === true) {
        outgoing.end();
        return;
      }
      if (!write(outgoing, step.value, abandon)) await untilAbort.wait(drained(outgoing));
      if (signal.aborted) return abandon();
    }
  } finally {
    untilAbort.end();
  }
}

function write(outgoing: OutgoingMessage, piece: Uint8Array, abandon: () => void): boolean {
  try {
    return outgoing.write(piece);
  } catch (error) {
    abandon();
    throw error;
  }
}

function drained(outgoing: OutgoingMessage): Promise<true> {
  return new Promise((resolve) => {
    outgoing.once('drain', () => resolve(true));
  });
}

/**
 * Waits for promises one after another until a signal is aborted; from then on, each wait resolves to `undefined`.
 *
 * It registers one listener for all of them and retains no results. `Promise.race` with a promise for the signal would
 * retain every piece until the stream ends.
 */
function abortableWaits(signal: AbortSignal): {
  wait<T>(work: Promise<T>): Promise<T | undefined>;
  end(): void;
} {
  let stop = (): void => undefined;
  const listener = (): void => stop();
  signal.addEventListener('abort', listener);
  return {
    wait: <T>(work: Promise<T>) =>
      new Promise<T | undefined>((resolve, reject) => {
        stop = () => resolve(undefined);
        if (signal.aborted) stop();
        work.then(resolve, reject);
      }),
    end: () => signal.removeEventListener('abort', listener),
  };
}
