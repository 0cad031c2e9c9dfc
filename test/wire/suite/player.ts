import type { ApiDescriptor, OperationDescriptor } from '@tallystick/runtime';
import { fetchTransport } from '@tallystick/runtime/http';
import { cases as packedCases, modules } from 'suite:topics';
import { callWith } from './call.js';
import type { WireCase } from './case.js';
import type { AnyCall, Loaded } from './generated.js';
import { settled } from './handlers.js';
import { pack, unpack } from './portable.js';

/** A topic in a place that is reached over a wire. */
export interface PlayedTopic {
  readonly generated: Loaded;
  readonly cases: readonly WireCase[];
}

/** The topics of the program, in the order of the suite. */
export const topics: readonly PlayedTopic[] = (
  unpack(packedCases) as readonly (readonly WireCase[])[]
).map((cases, index) => ({ cases, generated: loaded(modules[index] ?? {}) }));

function loaded(module: Readonly<Record<string, unknown>>): Loaded {
  return {
    description: module['suiteDescription'] as ApiDescriptor,
    call: (operation) => module[operation] as AnyCall,
    descriptor: (operation) => module[`${operation}Descriptor`] as OperationDescriptor,
    createServer: module['createSuiteServer'] as Loaded['createServer'],
  };
}

/**
 * Makes the calls of every case with the place's own `fetch`, against a stage.
 *
 * @returns the outcomes, by topic and case, packed
 */
export async function playClient(origin: string): Promise<string> {
  const outcomes: unknown[][] = [];
  for (const [topic, { generated, cases }] of topics.entries()) {
    const of: unknown[] = [];
    outcomes.push(of);
    for (const [index, wire] of cases.entries())
      of.push(
        wire.call === undefined || wire.only === 'server'
          ? undefined
          : await played(generated, wire, `${origin}/case/${topic}/${index}`),
      );
  }
  return pack(outcomes);
}

async function played(generated: Loaded, wire: WireCase, base: string): Promise<unknown> {
  try {
    const { operation, call = {} } = wire;
    return await settled(await callWith(generated, operation, call, fetchTransport(), base));
  } catch (error) {
    return { threw: String(error) };
  }
}
