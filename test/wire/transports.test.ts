import type { HttpHandler, WireRequest } from '@tallystick/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTopics, type WireCase } from './suite/case.js';
import { callCase } from './suite/call.js';
import { expectOutcome } from './suite/client.js';
import { generateTopic, type Generated } from './suite/generated.js';
import { ways, type Way } from './suite/mounts.js';
import { suiteServer, type SuiteServer } from './suite/handlers.js';
import { expectReceived } from './suite/server.js';
import { headerPairs, statedRequest } from './suite/wire-text.js';

const topics = await Promise.all(
  readTopics().map(async (topic) => ({ topic, generated: await generateTopic(topic) })),
);

/** A case has a client and a server that understand one another, where it is about neither alone. */
const isWhole = ({ call, client, request, refused, fault, only }: WireCase): boolean =>
  call !== undefined &&
  client === undefined &&
  request !== undefined &&
  refused === undefined &&
  fault === undefined &&
  only === undefined;

describe.each(Object.keys(ways))('transport over %s', (name) => {
  const servers = new Map<string, SuiteServer>();
  const seen: WireRequest[] = [];
  let current: SuiteServer | undefined;
  let way: Way;

  beforeAll(async () => {
    for (const { topic, generated } of topics) {
      const { handle, ...server } = suiteServer(generated, {
        ...topic.server,
        authorities: undefined,
        trustHost: true,
      });
      servers.set(topic.name, { ...server, handle });
    }
    const handle: HttpHandler = (request) => {
      seen.push(request);
      if (current === undefined) throw new Error('nobody is expected');
      return current.handle(request);
    };
    way = (await ways[name]?.(handle)) ?? fail();
  });
  afterAll(() => way.close());

  test.each(topics.map(({ topic, generated }) => ({ name: topic.name, topic, generated })))(
    'passes the cases of $name',
    async ({ topic, generated }) => {
      const server = servers.get(topic.name) ?? fail();
      current = server;
      const failures: string[] = [];
      for (const wire of topic.cases.filter(isWhole)) {
        seen.length = 0;
        try {
          await hold(generated, server, wire);
        } catch (error) {
          failures.push(`${wire.name}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      expect(failures).toEqual([]);
    },
  );

  async function hold(generated: Generated, server: SuiteServer, wire: WireCase): Promise<void> {
    server.expects(wire);
    const outcome = await callCase(generated, wire, way.transport, way.baseUrl);
    const [request] = seen;
    if (request === undefined) throw new Error(`nothing arrived: ${JSON.stringify(outcome)}`);
    await expectReceived(generated, server, wire);
    expectOutcome(outcome, wire);
    const stated = statedRequest(wire);
    expect(`${request.method} ${request.target}`).toBe(stated.line);
    expect(linesOf(request.headers)).toEqual(
      expect.arrayContaining([...linesOf(headerPairs(stated.headers))]),
    );
  }
});

/** Header lines whose names are compared without case, as RFC 9110 section 5.1 has it. */
function linesOf(pairs: readonly string[]): readonly string[] {
  return pairs.flatMap((name, index) =>
    index % 2 === 0 ? [`${name.toLowerCase()}: ${pairs[index + 1]}`] : [],
  );
}

function fail(): never {
  throw new Error('there is such a way');
}
