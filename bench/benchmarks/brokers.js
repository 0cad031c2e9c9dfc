import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { brokers, inFlight, order, tenant } from '../brokers/libraries.js';

const root = resolve(import.meta.dirname, '../..');
/** Targets for the ratio to the library alone. */
const targets = { off: 0.85, full: 0.7 };

const description = `
asyncapi: 3.0.0
info: { title: Orders, version: 1.0.0 }
servers: { events: { host: localhost, protocol: nats } }
channels:
  orders:
    address: '{topic}'
    parameters: { topic: {} }
    messages:
      order:
        headers: { type: object, required: [tenant], properties: { tenant: { type: string } } }
        payload:
          type: object
          required: [kind, id, cents]
          properties:
            kind: { const: placed }
            id: { type: string, minLength: 1 }
            cents: { type: integer, minimum: 0 }
            note: { type: string, maxLength: 500 }
operations:
  orderPlaced: { action: send, channel: { $ref: '#/channels/orders' } }
`;

/**
 * Messages through generated publishers and subscribers beside the library alone, with and without validation: JSON of about 200 bytes with an id and a
 * header, confirmed, received and acknowledged. Short rounds of all candidates alternate. The figure is the median of the ratios of neighbouring
 * rounds: by the clock, and of the CPU time of this process, which other programs on the machine change less.
 */
export async function benchmarkBrokers({ quick }) {
  const adapters = await loadAdapters();
  const count = quick ? 50 : 2_000;
  const rounds = quick ? 1 : 9;
  for (const [name, open] of Object.entries(brokers)) {
    const ratios = {};
    const speeds = {};
    try {
      for (let round = 0; round < rounds; round++) {
        const measured = {};
        // The first round warms up. The order changes, so that none is always the first.
        const candidates = ['library', 'off', 'full'];
        for (const kind of round % 2 === 0 ? candidates : candidates.toReversed()) {
          const topic = `bench-${process.pid}-${round}-${kind}`;
          const opened = await open(adapters, topic);
          const side =
            kind === 'library' ? opened.bare : through(adapters, opened.adapter(), topic, kind);
          measured[kind] = await measure(count, side);
          await side.close?.();
          await opened.close();
        }
        if (round === 0 && !quick) continue;
        for (const phase of ['publishing', 'both'])
          for (const validation of ['off', 'full'])
            for (const what of ['clock', 'cpu'])
              (ratios[`${phase} ${validation} ${what}`] ??= []).push(
                measured.library[phase][what] / measured[validation][phase][what],
              );
        for (const [kind, { both }] of Object.entries(measured))
          (speeds[kind] ??= []).push((count / both.clock) * 1000);
      }
    } catch (error) {
      console.log(`\nfailed: ${name}: ${error.message}`);
      continue;
    }
    printRatios(name, ratios, speeds);
    for (const [validation, target] of Object.entries(targets)) {
      const ratio = median(ratios[`both ${validation} cpu`]);
      if (ratio < target && !quick)
        console.log(
          `\nmissed: ${name}, validation ${validation}: ${ratio.toFixed(2)}, the target is ${target}`,
        );
    }
  }
}

function printRatios(name, ratios, speeds) {
  const title = `${name}: the library's time as a share of ours, ${inFlight} at a time`;
  console.log(`\n## ${title}\n`);
  console.log('| what | validation off | validation on |');
  console.log('| --- | ---: | ---: |');
  for (const phase of ['publishing', 'both'])
    for (const what of ['clock', 'cpu']) {
      const of = (validation) => median(ratios[`${phase} ${validation} ${what}`]).toFixed(2);
      console.log(`| ${phase}, ${what} | ${of('off')} | ${of('full')} |`);
    }
  const speed = (kind) => median(speeds[kind]).toFixed(0);
  console.log(
    `\nmessages a second: library ${speed('library')}, off ${speed('off')}, full ${speed('full')}`,
  );
}

function median(figures) {
  const sorted = figures.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Times of sending `count` messages that nobody receives yet, and then of sending as many and handling them. */
async function measure(count, { subscribe, publish }) {
  const lanes = async () => {
    let next = 0;
    const lane = async () => {
      while (next++ < count) await publish();
    };
    await Promise.all(Array.from({ length: inFlight }, lane));
  };
  const publishing = await timed(lanes);
  let handled = 0;
  let finish;
  const finished = new Promise((done) => (finish = done));
  await subscribe(() => {
    if (++handled === count) finish();
  });
  const both = await timed(() => Promise.all([finished, lanes()]));
  return { publishing, both };
}

async function timed(work) {
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const clock = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { clock, cpu: (user + system) / 1000 };
}

/** A generated publisher and subscriber. */
function through({ OrdersPublisher, OrdersSubscriber, atMostOnce }, broker, topic, validation) {
  const acknowledges = 'acknowledgements' in broker.abilities;
  const publisher = new OrdersPublisher(broker, { validation });
  const subscriber = new OrdersSubscriber(acknowledges ? broker : atMostOnce(broker), {
    deadLetter: false,
    validation,
    concurrency: inFlight,
  });
  return {
    subscribe: (handled) =>
      subscriber.orderPlaced(
        { topic },
        ({ payload, headers }) => handled(payload.id, headers.tenant),
        { group: 'bench' },
      ),
    publish: () => publisher.orderPlaced({ topic }, order, { headers: { tenant } }),
    async close() {
      await subscriber.close();
      await broker.close();
    },
  };
}

async function loadAdapters() {
  const folder = join(root, '.tallystick/bench/brokers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'orders.yaml'), description);
  const generator = join(root, 'generator/bin/tallystick.js');
  execFileSync(process.execPath, [generator, 'generate', 'orders.yaml', '--out', 'orders'], {
    cwd: folder,
  });
  const outfile = join(folder, 'brokers.mjs');
  const names = ['nats', 'mqtt', 'amqp', 'redis', 'kafka'];
  const modules = ['@tallystick/runtime/broker', `${folder}/orders/index.ts`].concat(
    names.map((each) => `@tallystick/runtime/broker/${each}`),
  );
  await build({
    absWorkingDir: root,
    stdin: {
      contents: modules.map((each) => `export * from '${each}';`).join('\n'),
      resolveDir: root,
    },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['@nats-io/*'],
    conditions: ['@tallystick/source'],
  });
  return import(pathToFileURL(outfile).href);
}
