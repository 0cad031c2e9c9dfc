import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, findChromium, openPage } from './chromium.js';
import { judgeClient } from '../wire/suite/over-wire.js';
import { unpack } from '../wire/suite/portable.js';
import { bundleProgram } from '../wire/suite/program.js';
import { openStage, type Stage } from '../wire/suite/stage.js';
import { clientCases, failuresOf, stagedTopics } from '../wire/suite/topics.js';

const chromium = findChromium();
const reason = 'no chromium is installed (Debian has it as the package "chromium")';

type Outcomes = readonly (readonly Readonly<Record<string, unknown>>[])[];

describe('client in Chromium', async () => {
  const staged = chromium === undefined ? [] : await stagedTopics();
  let outcomes: Outcomes;
  let stage: Stage;
  let browser: Browser | undefined;

  beforeAll(async () => {
    if (chromium === undefined) return;
    const program = await bundleProgram('player-browser', staged);
    let leave = (_: string): void => undefined;
    const left = new Promise<string>((resolve) => {
      leave = resolve;
    });
    stage = await openStage(staged, (path, body) => {
      if (path === '/page') return { type: 'text/html', text: page };
      if (path === '/program.js') return { type: 'text/javascript', text: program };
      if (path !== '/outcomes') return undefined;
      leave(Buffer.from(body).toString());
      return { type: 'text/plain', text: '' };
    });
    browser = openPage(chromium, `${stage.origin}/page`);
    const text = await left;
    if (text.startsWith('failed')) throw new Error(text);
    outcomes = unpack(text) as Outcomes;
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('runs in Chromium with most topics', (context) => {
    context.skip(chromium === undefined, reason);
    expect(staged.length).toBeGreaterThan(10);
  });

  test('sends no request whose Cookie header a browser would remove', () => {
    const without = staged.flatMap(({ topic }, index) =>
      clientCases(topic).flatMap(([at, wire]) =>
        wire.except?.browser?.startsWith('Cookie') === true ? stage.arrived(index, at) : [],
      ),
    );
    expect(without).toEqual([]);
  });

  test.each(staged.map(({ topic }, index) => ({ name: topic.name, topic, index })))(
    'passes the cases of $name',
    async ({ topic, index }) => {
      const failures = await failuresOf(clientCases(topic), ['browser'], (wire, at) => {
        judgeClient(wire, outcomes[index]?.[at] ?? {}, stage.arrived(index, at));
      });
      expect(failures).toEqual([]);
    },
  );
});

// A program that does not load, or throws before it plays, has nothing else to say so.
const page = `<!doctype html><meta charset="utf-8"><script>
  const fail = (text) => fetch('/outcomes', { method: 'POST', body: 'failed: ' + text });
  addEventListener('error', ({ message }) => fail(message ?? 'the program does not load'), true);
</script><script type="module" src="/program.js"></script>`;
