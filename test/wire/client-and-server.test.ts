import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listeners, webHandlers } from './suite/adapters.js';
import { callCase } from './suite/call.js';
import type { Place, WireText } from './suite/case.js';
import { suiteServer } from './suite/handlers.js';
import { listenOn, type Opened, transports } from './suite/mounts.js';
import { judgeClient, judgeServer } from './suite/over-wire.js';
import { sendRaw, sendWeb } from './suite/raw.js';
import { openStage, type Stage } from './suite/stage.js';
import { clientCases, failuresOf, serverCases, stagedTopics } from './suite/topics.js';
import type { PlainResponse } from './suite/wire-text.js';
import { statedRequest } from './suite/wire-text.js';

const staged = await stagedTopics();
const topics = staged.map((each, index) => ({ ...each, index, name: each.topic.name }));

describe.each(Object.entries(transports))('client over %s', (_, open) => {
  let stage: Stage;
  let opened: Opened;
  beforeAll(async () => {
    stage = await openStage(staged);
    opened = open();
  });
  afterAll(async () => {
    await opened.close();
    await stage.close();
  });

  test.each(topics)('passes the cases of $name', async ({ topic, generated, index }) => {
    const failures = await failuresOf(clientCases(topic), [], async (wire, at) => {
      const outcome = await callCase(generated, wire, opened.transport, stage.baseUrl(index, at));
      judgeClient(wire, outcome, stage.arrived(index, at));
    });
    expect(failures).toEqual([]);
  });
});

const servers: readonly (readonly [string, readonly Place[]])[] = [
  ...Object.keys(listeners).map((by): [string, readonly Place[]] => [
    by,
    by === 'Fastify' ? ['fastify'] : [],
  ]),
  ...Object.keys(webHandlers).map((by): [string, readonly Place[]] => [by, ['web']]),
];

describe.each(servers)('server with %s', (by, places) => {
  test.each(topics)('passes the cases of $name', async ({ topic, generated }) => {
    const server = suiteServer(generated, {
      ...topic.server,
      authorities: undefined,
      trustHost: true,
    });
    const web = webHandlers[by]?.(server.handle);
    const listening =
      web === undefined && listeners[by] !== undefined
        ? await listenOn(await listeners[by](server.handle))
        : undefined;
    const send = (stated: WireText): Promise<PlainResponse> =>
      web === undefined ? sendRaw(listening?.origin ?? '', stated) : sendWeb(web, stated);
    const failures = await failuresOf(serverCases(topic), places, async (wire) => {
      server.expects(wire);
      await judgeServer(generated, server, wire, await send(statedRequest(wire)));
    });
    await listening?.close();
    expect(failures).toEqual([]);
  });
});
