import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FakeError, type Fake } from '@tallystick/runtime/fakes';
import { violationText, type Schema } from '@tallystick/runtime/validate';
import { generate } from '../../generator/index.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { rounds, seed } from '../rounds.js';
import { sharedPath } from '../shared.js';
import { loadModule } from '../wire/suite/generated.js';
import type { IndexedDocument } from '../../scripts/corpus-table.js';

const folder = sharedPath('corpus', 'openapi') ?? '';

/** Schemas of a document without fakes, by type. The list may only shrink. */
type Unfakable = Readonly<Record<string, readonly string[]>>;

/** Share of the schemas that may have no fakes, where they are not listed. */
const unfakableShare = 0.04;

/**
 * Tests that every fake of every schema of the documents satisfies the generated check; `least` fakes or more. Schemas without fakes are
 * listed, or rare.
 */
export function testFakes(
  chosen: readonly IndexedDocument[],
  least: number,
  unfakable?: Unfakable,
): void {
  describe.skipIf(folder === '')('fakes of real documents', () => {
    let made = 0;
    let types = 0;
    let missing = 0;
    test.each(chosen)(
      '$file: satisfy the checks of their schemas',
      async ({ file }) => {
        const { faults, without, count, functions } = await fakesOf(file);
        made += count;
        expect(faults).toEqual([]);
        missing += without.length;
        types += functions + without.length;
        if (unfakable !== undefined) expect(without).toEqual(unfakable[file] ?? []);
      },
      600_000,
    );

    test('have the expected number', () => {
      expect(made).toBeGreaterThanOrEqual(least);
      expect(missing).toBeLessThan(types * unfakableShare);
    });
  });
}

interface Tally {
  /** Fakes that a check rejects, with the violation. */
  readonly faults: readonly string[];
  /** Types that the emitter reports. */
  readonly without: readonly string[];
  /** Fakes that were made. */
  readonly count: number;
  /** Functions of the package. */
  readonly functions: number;
}

async function fakesOf(file: string): Promise<Tally> {
  const path = join(folder, file);
  const host = overlayHost(dirname(path));
  const { ok, diagnostics } = await generate(
    {
      documents: [relative(dirname(path), path)],
      out: outputFolder,
      lenient: true,
      emitters: ['types', 'validators', 'fakes'],
    },
    host,
  );
  const without = diagnostics.flatMap(({ code, message }) =>
    code === 'unfakable-schema'
      ? [/"fakes" finds no value of "(.*?)"/.exec(message)?.[1] ?? '']
      : [],
  );
  const files = new Map([...host.written()].filter(([name]) => name.endsWith('.ts')));
  const text = files.get('fakes.ts');
  if (!ok || text === undefined) return { faults: [], without, count: 0, functions: 0 };
  const checks = new Map(
    [...files.values()].flatMap((each) =>
      [...each.matchAll(/^export const (\w+): Schema<(\w+)> =/gm)].map(
        ([, name = '', type = '']) => [type, name] as const,
      ),
    ),
  );
  const module = await loadModule(files);
  const faults: string[] = [];
  let count = 0;
  let functions = 0;
  for (const [, name = '', type = ''] of text.matchAll(/^export const (\w+): Fake<(\w+)> =/gm)) {
    const fake = module[name] as Fake<unknown>;
    const check = module[checks.get(type) ?? ''] as Schema<unknown> | undefined;
    if (check === undefined) continue;
    functions += 1;
    const more = Array.from({ length: rounds(20, 2) }, (_, index) => seed + index);
    for (const each of [0, 1, 2, 3, ...more]) {
      const fault = faultOf(fake, check, each);
      count += 1;
      if (fault === undefined) continue;
      faults.push(`${name}({ seed: ${each} }): ${fault}`);
      break;
    }
  }
  return { faults, without, count, functions };
}

function faultOf(fake: Fake<unknown>, check: Schema<unknown>, each: number): string | undefined {
  try {
    const value = fake({ seed: each });
    const [violation] = check.check(value);
    return violation && violationText(violation);
  } catch (error) {
    if (error instanceof FakeError) return error.message;
    throw error;
  }
}
