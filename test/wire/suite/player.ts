import type { ApiDescriptor, OperationDescriptor, ResponseChecks } from '@tallystick/runtime';
import { fetchTransport } from '@tallystick/runtime/http';
import { cases as packedCases, modules } from 'suite:topics';
import { callCase } from './call.js';
import type { WireCase } from './case.js';
import type { AnyCall, Loaded } from './generated.js';
import { settled } from './handlers.js';
import { pack, packedList, unpack } from './portable.js';

/** A topic in a place that is reached over a wire. */
export interface PlayedTopic {
  readonly generated: Loaded;
  readonly cases: readonly WireCase[];
  /** Options of the server. */
  readonly options: object;
}

/** The topics of the program, in the order of the suite. */
export const topics: readonly PlayedTopic[] = (
  unpack(packedCases) as readonly Omit<PlayedTopic, 'generated'>[]
).map(({ cases, options }, index) => ({ cases, options, generated: loaded(modules[index] ?? {}) }));

function loaded(module: Readonly<Record<string, unknown>>): Loaded {
  return {
    description: module['suiteDescription'] as ApiDescriptor,
    call: (operation) => module[operation] as AnyCall,
    descriptor: (operation) => module[`${operation}Descriptor`] as OperationDescriptor,
    createServer: module['createSuiteServer'] as Loaded['createServer'],
    checks: (module['suiteResponseChecks'] ?? {}) as ResponseChecks,
  };
}

/** Milliseconds that a case may take, none of which waits for anything but loopback. */
const patience = 5_000;

/**
 * Makes the calls of every case with the place's own `fetch`, against a stage. A case without an end, or whose outcome
 * can not be packed, is an outcome that says so, and all others have theirs.
 *
 * @returns the outcomes, by topic and case, packed
 */
export async function playClient(origin: string): Promise<string> {
  const outcomes: string[] = [];
  for (const [topic, { generated, cases }] of topics.entries()) {
    const of: string[] = [];
    for (const [index, wire] of cases.entries())
      of.push(
        wire.call === undefined || wire.only === 'server'
          ? await pack(undefined)
          : await played(generated, wire, `${origin}/case/${topic}/${index}`),
      );
    outcomes.push(packedList(of));
  }
  return packedList(outcomes);
}

async function played(generated: Loaded, wire: WireCase, base: string): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const over = new Error(`"${wire.name}" has no end after ${patience} ms`);
    timer = setTimeout(() => reject(over), patience);
  });
  const outcome = async (): Promise<string> =>
    pack(await settled(await callCase(generated, wire, fetchTransport(), base)));
  try {
    return await Promise.race([outcome(), late]);
  } catch (error) {
    return pack({ threw: String(error) });
  } finally {
    clearTimeout(timer);
  }
}
