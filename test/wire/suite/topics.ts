import { type Place, readTopics, type Topic, type WireCase } from './case.js';
import { generateTopic } from './generated.js';
import type { Staged } from './stage.js';

/** Every topic with what was generated for it. */
export async function stagedTopics(): Promise<readonly Staged[]> {
  return Promise.all(
    readTopics().map(async (topic) => ({ topic, generated: await generateTopic(topic) })),
  );
}

/** The cases that a client is held to, with their place in the topic. */
export function clientCases(topic: Topic): readonly (readonly [number, WireCase])[] {
  return [...topic.cases.entries()].filter(
    ([, wire]) => wire.call !== undefined && wire.only !== 'server',
  );
}

/** The cases that a server is held to, with their place in the topic. */
export function serverCases(topic: Topic): readonly (readonly [number, WireCase])[] {
  return [...topic.cases.entries()].filter(
    ([, wire]) => wire.request !== undefined && wire.only !== 'client',
  );
}

/**
 * What is wrong with cases that are held to one after the other: those that fail, and those that pass though they are said
 * not to hold in these places.
 */
export async function failuresOf(
  cases: readonly (readonly [number, WireCase])[],
  places: readonly Place[],
  hold: (wire: WireCase, index: number) => Promise<void> | void,
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const [index, wire] of cases) {
    const rule = places.map((place) => wire.except?.[place]).find((each) => each !== undefined);
    try {
      await hold(wire, index);
      if (rule !== undefined) failures.push(`${wire.name}: holds in spite of "${rule}"`);
    } catch (error) {
      if (rule === undefined) failures.push(`${wire.name}: ${describeError(error)}`);
    }
  }
  return failures;
}

/** What an assertion says, with both sides in full. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const sides =
    'actual' in error && 'expected' in error
      ? ` (${JSON.stringify(error.actual)}, expected ${JSON.stringify(error.expected)})`
      : '';
  return error.message + sides;
}
