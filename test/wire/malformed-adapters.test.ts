import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listeners, webHandlers } from './suite/adapters.js';
import type { Place, WireCase, WireText } from './suite/case.js';
import { generateTopic } from './suite/generated.js';
import { suiteServer } from './suite/handlers.js';
import { faults, malformedDocument, rightRequests } from './suite/malformed.js';
import { listenOn } from './suite/mounts.js';
import { judgeServer } from './suite/over-wire.js';
import { sendRaw, sendWeb } from './suite/raw.js';
import { failuresOf } from './suite/topics.js';
import { headerPairs, type PlainResponse, statedRequest } from './suite/wire-text.js';
import { seed } from '../rounds.js';

const generated = await generateTopic(malformedDocument);
const adapters = [...Object.keys(listeners), ...Object.keys(webHandlers)];

/** White space at the ends of a header's value does not travel (RFC 9110 section 5.5). */
const travels = (wire: WireCase): boolean => {
  const values = headerPairs(statedRequest(wire).headers).filter((_, at) => at % 2 === 1);
  return values.every((value) => value === value.trim());
};
const cases = [...Object.values(faults).flat(), ...rightRequests].filter(travels);
/** In a random order, so that every adapter has faults of every kind. */
const [all = []] = fc.sample(fc.shuffledSubarray(cases, { minLength: cases.length }), {
  numRuns: 1,
  seed,
});

describe('malformed requests are rejected by each adapter as in memory', () => {
  test.each(adapters.map((by, index) => ({ by, index })))('with $by', async ({ by, index }) => {
    const server = suiteServer(generated, { authorities: undefined, trustHost: true });
    const web = webHandlers[by]?.(server.handle);
    const listening =
      web === undefined && listeners[by] !== undefined
        ? await listenOn(await listeners[by](server.handle))
        : undefined;
    const send = (stated: WireText): Promise<PlainResponse> =>
      web === undefined ? sendRaw(listening?.origin ?? '', stated) : sendWeb(web, stated);
    const share = all.flatMap((wire, at): (readonly [number, WireCase])[] =>
      at % adapters.length === index ? [[at, wire]] : [],
    );
    const places: readonly Place[] =
      by === 'Fastify' ? ['fastify'] : web === undefined ? [] : ['web'];
    const failures = await failuresOf(share, places, async (wire) => {
      server.expects(wire);
      await judgeServer(generated, server, wire, await send(statedRequest(wire)));
    });
    await listening?.close();
    expect(failures).toEqual([]);
    expect(share.length).toBeGreaterThan(150);
  });
});
