import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diskHost } from '../../generator/host/disk.js';
import { createSources } from '../../generator/load/sources.js';
import { addInheritanceUnions } from '../../generator/model/analysis/inheritance-unions.js';
import { readApi } from '../../generator/model/read/read-api.js';
import { createShapes } from '../../generator/model/shape/create-shapes.js';
import { packageNames } from '../../generator/plan/names/name-lock.js';
import { globals, reserved } from '../../generator/plan/names/names.js';
import { createNameTargets } from '../../generator/plan/names/name-targets.js';
import type { Plan } from '../../generator/plan/plan.js';
import { planPackage } from '../../generator/emitters/plan-package.js';
import { sharedPath } from '../shared.js';
import { grown, random, reordered, unrelated, type Tree } from '../generator/plan/variants.js';

const folder = sharedPath('corpus', 'openapi') ?? '';
interface Named {
  readonly plan: Plan;
  /** Every name of an operation or a schema, by name target and kind of name. */
  readonly names: ReadonlyMap<string, string>;
}

/** The names of a document of the corpus, or of what is made of its entry. */
function namesOf(file: string, change?: (described: Tree) => object): Named {
  const path = join(folder, file);
  const disk = diskHost(dirname(path));
  const entry = createSources(disk).entry(basename(path)).value;
  const text = change && JSON.stringify(change(entry?.value as Tree));
  const changed = {
    ...disk,
    read: (at: string) =>
      at === path && text !== undefined ? new TextEncoder().encode(text) : disk.read(at),
  };
  const sources = createSources(changed);
  const source = sources.entry(basename(path)).value;
  const described = source && readApi(sources, source).value;
  if (described === undefined) throw new Error('the document can be read');
  const api = addInheritanceUnions(described);
  const { value: plan } = planPackage(api, createShapes(api.schemas), {
    kind: 'package',
    name: '@acme/shop',
    runtimeRange: '*',
  });
  if (plan === undefined) throw new Error('there is a plan');
  const { operations, schemas } = packageNames(plan, createNameTargets(api));
  const names = [...operations, ...schemas].flatMap(([place, { name, all }]) => [
    [place, name] as const,
    ...all.map((part) => [`${place} ${part.part}`, part.name] as const),
  ]);
  return { plan, names: new Map(names) };
}

/** Repeated items of a list, optionally ignoring case. */
function repeated(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}

/** Tests that the names of documents are those of a person, and stay when unrelated things are added or removed. */
export function testNames(files: readonly string[]): void {
  describe.skipIf(folder === '').each(files.length === 0 ? ['every document'] : files)(
    'names of %s',
    (file) => {
      let own: Named | undefined;
      beforeAll(() => {
        own = namesOf(file);
      });
      afterAll(() => {
        own = undefined;
      });

      test('are unique', () => {
        const { plan, names } = own ?? namesOf(file);
        const exported = [...names].flatMap(([place, name]) =>
          place.endsWith(' method') ? [] : name,
        );
        expect(repeated(exported)).toEqual([]);
        expect(exported.filter((name) => reserved.has(name) || globals.has(name))).toEqual([]);
        expect(
          exported.filter((name) => !/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name)),
        ).toEqual([]);
        // Names that only a digest could distinguish.
        expect(exported.filter((name) => /[0-9A-F][0-9a-f]{7}_*$/.test(name))).toEqual([]);
        const { services } = plan;
        const paths = services.flatMap((service) => [service.file, service.serverFile]);
        expect(repeated(paths.map((path) => path.toLowerCase()))).toEqual([]);
        expect(repeated(services.map(({ property }) => property))).toEqual([]);
        for (const { operations } of services)
          expect(repeated(operations.map(({ method }) => method))).toEqual([]);
      });

      test('stay the same if unrelated parts are added or reordered', () => {
        const { names } = own ?? namesOf(file);
        const { names: after } = namesOf(file, (described) =>
          reordered(grown(described, ...unrelated), random(names.size)),
        );
        expect(after.size).toBeGreaterThan(names.size);
        // A callback that several operations refer to is that of whichever comes first.
        const settled = [...names].filter(([place]) => !place.startsWith('callback '));
        expect(settled.filter(([place, name]) => after.get(place) !== name)).toEqual([]);
      });
    },
  );
}
