import type { OutgoingMessage } from 'node:http';

/**
 * Writes pieces as fast as the other end reads them, and tells their source to stop when it is gone. Rejects where the
 * source fails, or gives more or less than the `Content-Length` that was said: what is too much would be read as the
 * next message of the connection.
 */
export async function sendStream(
  stream: AsyncIterable<Uint8Array>,
  outgoing: OutgoingMessage & { strictContentLength?: boolean },
  signal: AbortSignal,
): Promise<void> {
  outgoing.strictContentLength = true;
  const iterator = stream[Symbol.asyncIterator]();
  const patience = untilAborted(signal);
  // Not awaited: a source that hangs must not be waited for.
  const leave = (): void => {
    iterator.return?.().then(undefined, () => undefined);
  };
  try {
    for (;;) {
      const step = await patience.wait(iterator.next());
      if (step === undefined) return leave();
      if (step.done === true) {
        outgoing.end();
        return;
      }
      if (!write(outgoing, step.value, leave)) await patience.wait(drained(outgoing));
      if (signal.aborted) return leave();
    }
  } finally {
    patience.end();
  }
}

function write(outgoing: OutgoingMessage, piece: Uint8Array, leave: () => void): boolean {
  try {
    return outgoing.write(piece);
  } catch (error) {
    leave();
    throw error;
  }
}

function drained(outgoing: OutgoingMessage): Promise<true> {
  return new Promise((resolve) => {
    outgoing.once('drain', () => resolve(true));
  });
}

/**
 * Waits for one thing after another as long as a signal has not fired; then for nothing, and what was waited for is
 * `undefined`. One listener for all of them, and nothing that was waited for is kept: `Promise.race` with one promise
 * for the signal would keep every piece until the stream ends.
 */
function untilAborted(signal: AbortSignal): {
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
