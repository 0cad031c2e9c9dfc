import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FakeError, type Fake } from '@tallystick/runtime/fakes';
import type { Schema } from '@tallystick/runtime/validate';
import * as runtime from '@tallystick/runtime/validate';
import { generate } from '../../generator/index.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { createWorkbench, type Workbench } from '../conformance/hostile/type-check.js';
import { evaluate, testedLibraries } from '../conformance/json-schema/libraries.js';
import { randomFrom } from '../rounds.js';
import { sharedPath } from '../shared.js';
import { loadModule } from '../wire/suite/generated.js';
import type { IndexedDocument } from '../../scripts/corpus-table.js';
import { altered } from './altered.js';

const folder = sharedPath('corpus', 'openapi') ?? '';

/**
 * Tests that the schemas of every library accept what the generated checks accept: fakes, and fakes with a change; `least` values or
 * more. The schemas compile.
 */
export function testSchemaLibraries(
  name: string,
  chosen: readonly IndexedDocument[],
  least: number,
): void {
  describe.skipIf(folder === '')('schemas of libraries, of real documents', () => {
    const bench = createWorkbench(name);
    let compared = 0;
    test.each(chosen)(
      '$file: accept the same values as the checks',
      async ({ file }) => {
        const { faults, count } = await compare(file, bench);
        compared += count;
        expect(faults).toEqual([]);
      },
      600_000,
    );

    test('are compared with as many values as expected', () => {
      expect(compared).toBeGreaterThanOrEqual(least);
    });

    test('compile with TypeScript 7', { timeout: 600_000 }, () => {
      expect(bench.check()).toEqual([]);
    });
  });
}

async function compare(
  file: string,
  bench: Workbench,
): Promise<{ readonly faults: readonly string[]; readonly count: number }> {
  const path = join(folder, file);
  const host = overlayHost(dirname(path));
  const emitters = testedLibraries.map((each) => each.name);
  const request = { out: outputFolder, lenient: true };
  const { ok } = await generate(
    {
      documents: [relative(dirname(path), path)],
      ...request,
      emitters: ['types', 'validators', 'fakes', ...emitters],
    },
    host,
  );
  const files = new Map([...host.written()].filter(([each]) => each.endsWith('.ts')));
  const text = files.get('fakes.ts');
  if (!ok || text === undefined) return { faults: [], count: 0 };
  bench.add(file, files);
  const module = await loadModule(
    new Map([...files].filter(([each]) => !emitters.includes(each.replace(/\.ts$/, '')))),
  );
  const checks = typesIn([...files.values()].join('\n'), /^export const (\w+): Schema<(\w+)> =/gm);
  const fakes = typesIn(text, /^export const (\w+): Fake<(\w+)> =/gm);
  const faults: string[] = [];
  let count = 0;
  for (const { library, modules, accepts } of testedLibraries) {
    const source = files.get(`${library.name}.ts`);
    if (source === undefined) continue;
    const exported = evaluate(source, {
      ...modules,
      '@tallystick/runtime/validate': runtime,
      ...Object.fromEntries(specifiersIn(source).map((specifier) => [specifier, module])),
    });
    const schemas = typesIn(
      source,
      /^\/\*\* .* schema of \{@link (\w+)\}\. \*\/\nexport const (\w+)/gm,
      true,
    );
    for (const [type, name] of schemas) {
      const check = module[checks.get(type) ?? ''] as Schema<unknown> | undefined;
      const fake = module[fakes.get(type) ?? ''] as Fake<unknown> | undefined;
      if (check === undefined || fake === undefined) continue;
      for (const value of valuesOf(fake)) {
        count += 1;
        const isValid = check.check(value).length === 0;
        if (accepts(exported[name], value) === isValid) continue;
        faults.push(`${name}: ${isValid ? 'rejects' : 'accepts'} ${JSON.stringify(value)}`);
        break;
      }
    }
  }
  return { faults, count };
}

/** Modules of the package that a file imports. Their exports are those of the whole package, too. */
function specifiersIn(source: string): readonly string[] {
  return [...source.matchAll(/ from '(\.[^']*)'/g)].map(([, specifier = '']) => specifier);
}

/** Names of declarations by the type that they are for. */
function typesIn(text: string, pattern: RegExp, isTypeFirst = false): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(pattern)].map(([, first = '', second = '']) =>
      isTypeFirst ? [first, second] : [second, first],
    ),
  );
}

/** Numbers that the fakes are made from. */
const seeds = [1, 2, 3, 4];

/** Fakes, each as it is and with a change. */
function valuesOf(fake: Fake<unknown>): readonly unknown[] {
  return seeds.flatMap((each) => {
    try {
      const value = fake({ seed: each });
      const random = randomFrom(each);
      return [value, altered(value, random), altered(value, random)];
    } catch (error) {
      if (error instanceof FakeError) return [];
      throw error;
    }
  });
}
