import { expect } from 'vitest';
import { type Doomed, start } from '../../fix/kill/process.js';
import { randomFrom, seed } from '../../rounds.js';
import type { Address } from './database.js';
import type { Effects } from './effects.js';
import { freePort } from '../../free-port.js';

/** Scripts of the processes, bundled. */
export interface Scripts {
  readonly shop: string;
  readonly worker: string;
  readonly receiver: string;
}

/** Two servers, two workers and two receivers, and a client that sends orders until it is stopped. */
export interface Traffic {
  /** Kills one process after another, each at a random moment of its work, and starts it again. */
  kill(times: number): Promise<void>;
  /** Resolves when this number of further orders has been answered and its events handled. */
  progress(orders: number): Promise<void>;
  /** Resolves when the servers have refused this number of further attempts. */
  refusals(number: number): Promise<void>;
  /** Writes a line to both servers. */
  tellShops(line: string): void;
  /** Lets the client finish its orders, waits for their events, and ends all processes. */
  finish(): Promise<Result>;
}

/** What the client knows. */
export interface Result {
  /** Ids of the orders that were answered, by lane, in the order in which they were sent. */
  readonly answered: readonly (readonly string[])[];
  /** Orders of which two responses differed. */
  readonly different: readonly string[];
  /** Kinds of lines that the processes have printed, with their number. */
  readonly counts: ReadonlyMap<string, number>;
}

interface Slot {
  readonly script: string;
  readonly args: readonly string[];
  process: Doomed;
  /** Called for each line of its process. */
  onLine?: () => void;
}

const lanes = 8;

/** Starts the processes on a database that has been prepared. Half of them have a clock that is ahead by `skew`, half one that is behind. */
export async function startTraffic(
  address: Address,
  scripts: Scripts,
  effects: Effects,
  skew = 0,
): Promise<Traffic> {
  const ports = await Promise.all(Array.from({ length: 4 }, freePort));
  const [shopPorts, receiverPorts] = [ports.slice(0, 2), ports.slice(2)];
  const counts = new Map<string, number>();
  let refused = 0;
  const onRefusal = (): void => void (refused += 1);
  const random = randomFrom(seed);
  const crashes: string[] = [];
  const launch = (slot: Slot): void => {
    let seen = 0;
    slot.process = start(slot.script, ...slot.args);
    void slot.process.ended.then(({ by, errors }) => {
      if (by !== 'SIGKILL') crashes.push(`${slot.script} ended by ${by}: ${errors}`);
    });
    slot.process.child.stdout?.on('data', () => {
      for (; seen < slot.process.lines.length; seen++) {
        const [word = ''] = slot.process.lines[seen]?.split(' ') ?? [];
        counts.set(word, (counts.get(word) ?? 0) + 1);
        slot.onLine?.();
      }
    });
  };
  const slot = (script: string, index: number, ...own: readonly (string | number)[]): Slot => {
    const clock = String(index === 0 ? skew : -skew);
    const args = [address.kind, address.at, clock, ...own.map(String)];
    const made = { script, args, process: undefined as unknown as Doomed };
    launch(made);
    return made;
  };
  const shops = shopPorts.map((port, index) => slot(scripts.shop, index, port, ...receiverPorts));
  const slots = [
    ...shops,
    ...receiverPorts.map((port, index) => slot(scripts.receiver, index, port)),
    ...[0, 1].map((index) => slot(scripts.worker, index)),
  ];
  await Promise.all(slots.map(({ process }) => process.nextLine('ready')));

  const state = { isStopping: false };
  const answered = Array.from({ length: lanes }, (): string[] => []);
  const different: string[] = [];
  const count = (): number => answered.reduce((sum, each) => sum + each.length, 0);
  const handled = async (): Promise<number> => {
    if (crashes.length > 0) throw new Error(crashes.join('\n'));
    return (await effects.list('event')).length;
  };
  const runLane = async (lane: number): Promise<void> => {
    for (let number = 0; !state.isStopping; number++) {
      const id = `${lane}-${number}`;
      // A third of the orders is sent to both servers at the same time.
      const targets = number % 3 === 0 ? shopPorts : [shopPorts[(lane + number) % 2] ?? 0];
      const bodies = await Promise.all(
        targets.map((port) => order({ port, ports: shopPorts, lane, id, onRefusal })),
      );
      answered[lane]?.push(id);
      if (new Set(bodies).size > 1) different.push(id);
      // As many wait in the outbox as the workers can follow.
      while (!state.isStopping && count() - (counts.get('succeeded') ?? 0) > 300) await pause();
    }
  };
  const running = Promise.all(answered.map((_, lane) => runLane(lane)));

  return {
    async kill(times) {
      for (let round = 0; round < times; round++) {
        const victim = slots[Math.floor(random() * slots.length)] as Slot;
        let left = 1 + Math.floor(random() * 30);
        await new Promise<void>((resolve) => {
          victim.onLine = () => {
            if (--left === 0) resolve();
          };
        });
        delete victim.onLine;
        victim.process.child.kill('SIGKILL');
        expect(await victim.process.ended).toEqual({ by: 'SIGKILL', errors: '' });
        launch(victim);
      }
    },
    async progress(orders) {
      const [from, done] = [count(), await handled()];
      await expect.poll(count, poll).toBeGreaterThan(from + orders);
      await expect.poll(handled, poll).toBeGreaterThan(done + orders);
    },
    async refusals(number) {
      const from = refused;
      await expect.poll(() => refused, poll).toBeGreaterThan(from + number);
    },
    tellShops(line) {
      for (const { process } of shops) process.child.stdin?.write(line);
    },
    async finish() {
      state.isStopping = true;
      await running;
      await expect.poll(handled, poll).toBeGreaterThanOrEqual(count());
      for (const { process } of slots) process.child.kill('SIGKILL');
      const endings = await Promise.all(slots.map(async ({ process }) => process.ended));
      expect(endings).toEqual(slots.map(() => ({ by: 'SIGKILL', errors: '' })));
      return { answered, different, counts };
    },
  };
}

const poll = { timeout: 120_000, interval: 100 };

/** Nothing was lost, and nothing done twice. */
export async function expectExactlyOnce(
  { answered, different, counts }: Result,
  effects: Effects,
): Promise<void> {
  const all = answered.flat().sort();
  const [orders, events] = [await effects.list('order'), await effects.list('event')];
  expect(different).toEqual([]);
  expect([...orders].sort()).toEqual(all);
  expect([...events].sort()).toEqual(all);
  for (const [lane, ids] of answered.entries())
    if (lane % 2 === 0) expect(events.filter((id) => ids.includes(id))).toEqual(ids);
  const { event = 0 } = Object.fromEntries(counts);
  expect(event).toBeGreaterThanOrEqual(all.length);
}

interface Order {
  /** Port to which it is sent first, and all ports. */
  readonly port: number;
  readonly ports: readonly number[];
  readonly lane: number;
  readonly id: string;
  /** Called when a server responds with an error. */
  readonly onRefusal: () => void;
}

/** Sends an order until it is answered. Returns the response. */
async function order({ port: first, ports, lane, id, onRefusal }: Order): Promise<string> {
  const body = JSON.stringify({ id, lane: String(lane) });
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': id };
  for (let port = first; ; port = ports.find((each) => each !== port) ?? port) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/orders`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(20_000),
      });
      const text = await response.text();
      if (response.status === 201) return text;
      onRefusal();
      if (response.status < 500 && response.status !== 409) throw new TypeError(text);
    } catch (error) {
      if (error instanceof TypeError && error.cause === undefined) throw error;
    }
    await pause();
  }
}

/** The pause of a client before it tries again. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}
