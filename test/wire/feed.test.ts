import { type FeedEvent, memorySocket } from '@tallystick/runtime/websocket';
import { afterEach, describe, expect, test } from 'vitest';
import { KettlesFeed } from '../cases/two-halves/output/src/feed.js';
import { kettlesFeedChecks } from '../cases/two-halves/output/src/feed-checks.js';
import { createKettlesFeedServer } from '../cases/two-halves/output/src/feed-server.js';

const closing = new AbortController();
afterEach(() => closing.abort());

describe('generated feed', () => {
  test('delivers published messages, and reports unknown ones', async () => {
    const server = createKettlesFeedServer({
      temperature: { snapshot: () => [{ degrees: 20 }] },
    });
    const events: FeedEvent[] = [];
    let resolveReported = (): void => {};
    const reported = new Promise<void>((resolve) => {
      resolveReported = resolve;
    });
    const feed = new KettlesFeed({
      // Control messages of the server are none of the described messages.
      open: memorySocket(server.accept, {
        toClient: (text) => [text.replace('"colour":"blue"', '"sound":"hiss"')],
      }),
      checks: kettlesFeedChecks,
      signal: closing.signal,
      onEvent: (event) => {
        events.push(event);
        if (event.kind === 'unknown-message') resolveReported();
      },
    });
    const subscription = await feed.subscribe('temperature');
    const got: unknown[] = [];
    for await (const message of subscription) {
      got.push(message);
      if ('colour' in message) break;
      // Clients that received the first message receive all later ones.
      server.publish('temperature', undefined, { colour: 'blue' });
      server.publish('temperature', undefined, { colour: 'red' });
    }
    await reported;
    expect(got).toEqual([{ degrees: 20 }, { colour: 'red' }]);
    expect(events.filter(({ kind }) => kind === 'unknown-message')).toHaveLength(1);
  });
});
