import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, engines, findEngine, startEngine } from './engine.js';
import type { Received } from '../wire/suite/handlers.js';
import { judgeClient, judgeServer } from '../wire/suite/over-wire.js';
import { unpack } from '../wire/suite/portable.js';
import { bundleProgram } from '../wire/suite/program.js';
import { sendRaw } from '../wire/suite/raw.js';
import { openStage, type Stage } from '../wire/suite/stage.js';
import { clientCases, failuresOf, serverCases, stagedTopics } from '../wire/suite/topics.js';
import { statedRequest } from '../wire/suite/wire-text.js';

const reason = 'is not installed (npm run test:thorough -- engines)';
const found = Object.entries(engines).map(([name, kind]) => ({
  name,
  kind,
  file: findEngine(kind),
}));
const staged = found.some(({ file }) => file !== undefined) ? await stagedTopics() : [];
const program = bundleProgram('player-engine', staged);
const topics = staged.map((each, index) => ({ ...each, index, name: each.topic.name }));

type Outcomes = readonly (readonly Readonly<Record<string, unknown>>[])[];

describe.each(found)('engine $name', ({ name, kind, file }) => {
  let engine: Engine;
  let stage: Stage;
  let outcomes: Outcomes;

  const ask = async (path: string): Promise<string> => {
    const response = await fetch(`${engine.origin}/.suite/${path}`);
    if (!response.ok) throw new Error(`${name}: ${path} is answered ${response.status}`);
    return response.text();
  };

  beforeAll(async () => {
    if (file === undefined) return;
    stage = await openStage(staged);
    engine = await startEngine(kind, file, await program);
    outcomes = unpack(await ask(`client?stage=${encodeURIComponent(stage.origin)}`)) as Outcomes;
  });
  afterAll(async () => {
    await engine?.close();
    await stage?.close();
  });

  test('runs the suite', (context) => {
    context.skip(file === undefined, `${name} ${reason}`);
    expect(outcomes.length).toBe(staged.length);
  });

  const here = file === undefined ? [] : topics;
  test.each(here)('passes the client cases of $name', async ({ topic, index }) => {
    const failures = await failuresOf(clientCases(topic), [kind.place], (wire, at) => {
      judgeClient(wire, outcomes[index]?.[at] ?? {}, stage.arrived(index, at));
    });
    expect(failures).toEqual([]);
  });

  test.each(here)('passes the server cases of $name', async ({ topic, generated, index }) => {
    const failures = await failuresOf(serverCases(topic), [kind.place, 'web'], async (wire, at) => {
      await ask(`expect?topic=${index}&case=${at}`);
      const response = await sendRaw(engine.origin, statedRequest(wire));
      const got = unpack(await ask('received')) as {
        readonly received: readonly Received[];
        readonly reasons: string[];
      };
      const server = { received: () => got.received, reasons: got.reasons };
      await judgeServer(generated, server, wire, response);
    });
    expect(failures).toEqual([]);
  });
});
