import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controlOf, testProject } from '../sandbox.js';
import { bookOfSession, booksOfListener, booksOfRest, differingBooks } from './compare.js';
import { type Crowd, openCrowd } from './crowd.js';
import { fixProduct } from './fix-load.js';
import { Load, patiently } from './load.js';
import type { Judgement, Look } from './messages.js';
import type { Place } from './place.js';
import { Process } from './processes.js';
import { restProduct } from './rest-load.js';
import { growthOf, maxGrowth, type Sample } from './verdict.js';

/** Options of {@link soak}. */
export interface SoakOptions {
  readonly minutes: number;
  /** The modules of the processes. */
  readonly server: string;
  readonly shadow: string;
  /** Module of the worker of the journal on SQLite. */
  readonly worker: string;
  /** Gets the lines of the report as they come. */
  readonly print: (line: string) => void;
}

/** Milliseconds of a day, and days after which nothing is kept that has an end. */
const day = 86_400_000;
const daysToForget = 8;

const megabyte = 1024 * 1024;

/**
 * Runs the sandbox under load. Again and again the load pauses, and the sandbox is compared with a process that has decided the same commands
 * and has nothing else: the books of all clients must be its books, its ledger must balance, and the sandbox must not have more and more
 * memory than it.
 *
 * @returns what is wrong; nothing if all is well
 */
export async function soak({
  minutes,
  server,
  shadow,
  worker,
  print,
}: SoakOptions): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-soak-'));
  const options = { file: join(folder, 'journal.db'), worker, seed: 'soak' };
  const watched = new Process(server, options);
  const again = new Process(shadow, options);
  watched.onTold((told) => {
    if (told.tell === 'entries') again.send(told);
  });
  try {
    const started = await watched.next('started');
    const control = controlOf(started);
    const project = await patiently(() => testProject({ ...started, control } as never));
    const place: Place = { ...started, control, project, random: seeded(1) };
    const load = new Load();
    const crowd = await openCrowd(place, load);
    const run = new Run({ place, load, crowd, watched, again, print });
    await run.for(minutes);
    await crowd.close();
    await watched.stop();
    again.kill();
    return run.faults;
  } finally {
    watched.kill();
    again.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface RunParts {
  readonly place: Place;
  readonly load: Load;
  readonly crowd: Crowd;
  readonly watched: Process;
  readonly again: Process;
  readonly print: (line: string) => void;
}

/** A run with its samples. */
class Run {
  readonly faults: string[] = [];
  readonly #parts: RunParts;
  readonly #samples: Sample[] = [];
  #entries = 0;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  /** Runs the load with at least twelve samples, or one a minute. */
  async for(minutes: number): Promise<void> {
    const { load, print } = this.#parts;
    const seconds = Math.min(60, (minutes * 60) / 12);
    const count = Math.round((minutes * 60) / seconds);
    for (const line of header) print(line);
    let working = 0;
    for (let sample = 1; sample <= count; sample += 1) {
      const began = performance.now();
      load.start();
      await new Promise((resolve) => void setTimeout(resolve, seconds * 1000));
      await load.pause();
      working += performance.now() - began;
      await this.#sample(working / 1000);
      if (this.faults.length > 0) break;
    }
    this.#summarize(working / 1000);
  }

  async #sample(seconds: number): Promise<void> {
    const { place, load, watched, again, print } = this.#parts;
    await patiently(() => place.control.clock.step({ milliseconds: daysToForget * day }));
    const look = await watched.ask({ ask: 'look' }, 'look');
    const judgement = await again.ask({ ask: 'judge', number: look.number }, 'judgement');
    const differing = await this.#differing(judgement);
    this.faults.push(
      ...differing.map((name) => `${name} is not the book of the engine`),
      ...judgement.faults,
      ...load.failures.splice(0).map((error) => `the load failed: ${String(error)}`),
    );
    const { operations } = load;
    this.#samples.push({ operations, excess: look.heap - judgement.heap });
    this.#entries = look.number;
    print(row(seconds, operations, look, judgement));
  }

  async #differing(judgement: Judgement): Promise<readonly string[]> {
    const { place, crowd } = this.#parts;
    const { listeners, traders, sessions } = crowd;
    const found: string[] = [];
    for (const book of judgement.books) {
      const clients = await patiently(() => booksOfRest(place.url, book.product));
      const [ofFix, ofRest] = [book.product === fixProduct, book.product === restProduct];
      const own = traders[ofFix ? 0 : 1];
      found.push(
        ...(await differingBooks(book, [
          ...clients,
          ...(own !== undefined && (ofFix || ofRest) ? booksOfListener(own, 'a trader') : []),
          ...(ofRest
            ? listeners.flatMap((each, at) => booksOfListener(each, `listener ${at}`))
            : []),
          ...(ofFix ? sessions.filter(({ isOpen }) => isOpen).map(bookOfSession) : []),
        ])),
      );
    }
    return found;
  }

  #summarize(seconds: number): void {
    const { load, crowd, print } = this.#parts;
    print('');
    print('| load | begun a second | done | refused | lost |');
    print('| --- | ---: | ---: | ---: | ---: |');
    const names = new Set(load.lanes.map(({ name }) => name));
    for (const name of names) {
      const lanes = load.lanes.filter((lane) => lane.name === name);
      const sum = (of: (lane: (typeof lanes)[number]) => number): number =>
        lanes.reduce((total, lane) => total + of(lane), 0);
      const rate = (sum(({ begun }) => begun) / seconds).toFixed(1);
      const [done, refused, lost] = (['done', 'refused', 'lost'] as const).map((ending) =>
        sum(({ ended }) => ended[ending]),
      );
      print(`| ${name} | ${rate} | ${done} | ${refused} | ${lost} |`);
      // Of what is seldom done, a slow machine may lose all.
      const isFrequent = lanes.some(({ rate: asked }) => asked >= 1);
      if (isFrequent && done === 0 && refused === 0)
        this.faults.push(`nothing of "${name}" has ended`);
    }
    const messages = [...crowd.listeners].reduce((sum, each) => sum + each.messages, 0);
    const received = (messages / crowd.listeners.length / seconds).toFixed(0);
    const sorted = Float64Array.from(crowd.latencies).sort();
    const at = (share: number): string =>
      (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
    print('');
    print(`- ${seconds.toFixed(0)} s of load, ${this.#entries} entries of the journal`);
    print(`- ${crowd.listeners.length} listeners of level2 got ${received} messages a second each`);
    print(`- orders over REST: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
    if (this.#samples.length < 6) return;
    const { slope, atLeast, isLeak } = growthOf(this.#samples);
    const limit = `a leak would be at least ${maxGrowth}`;
    print(
      `- memory beyond the state: ${slope.toFixed(1)} bytes an operation, with 99 % certainty at least ${atLeast.toFixed(1)}; ${limit}`,
    );
    if (isLeak)
      this.faults.push(`the sandbox leaks at least ${atLeast.toFixed(0)} bytes an operation`);
  }
}

const header = [
  '| s of load | operations | entries | resident MB | objects MB | of the state alone | difference | open orders | orders | ledger |',
  '| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
];

function row(seconds: number, operations: number, look: Look, { heap, rows }: Judgement): string {
  const inMegabytes = (bytes: number): string => (bytes / megabyte).toFixed(1);
  return `| ${[
    seconds.toFixed(0),
    operations,
    look.number,
    inMegabytes(look.resident),
    inMegabytes(look.heap),
    inMegabytes(heap),
    inMegabytes(look.heap - heap),
    rows['open'],
    rows['orders'],
    rows['ledger'],
  ].join(' | ')} |`;
}

/** Fractions from 0 up to 1 that follow from a seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
