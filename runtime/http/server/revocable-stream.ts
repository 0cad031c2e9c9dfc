import { isStreamBody } from '../../core/body.js';
import type { Revocations } from '../../core/server/revocations.js';
import type { WireResponse } from '../../core/wire.js';

/** Ends the streamed body of a response when one of the keys is revoked, since `start` or while it is sent. Other bodies are unchanged. */
export function endWhenRevoked(
  response: WireResponse,
  keys: readonly string[],
  revocations: Revocations,
  start: number,
): WireResponse {
  const { body } = response;
  if (!isStreamBody(body) || keys.length === 0) return response;
  return {
    ...response,
    body: { stream: streamUntilRevoked(body.stream, keys, revocations, start) },
  };
}

async function* streamUntilRevoked(
  source: AsyncIterable<Uint8Array>,
  keys: readonly string[],
  revocations: Revocations,
  start: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let end = (): void => undefined;
  const revoked = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new Error('The key of this request was revoked.'));
    end = revocations.watch((key) => keys.includes(key) && stop());
    if (keys.some((key) => revocations.isRevokedSince(key, start))) stop();
  });
  revoked.catch(() => undefined);
  try {
    for (;;) {
      const step = await Promise.race([revoked, iterator.next()]);
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    end();
    // Not awaited: the source may be waiting for its next item.
    iterator.return?.().then(undefined, () => undefined);
  }
}
