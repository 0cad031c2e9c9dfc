import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareApis } from '../../../generator/diff/compare-apis.js';
import { worst, type Verdict } from '../../../generator/diff/verdict.js';
import { diskHost } from '../../../generator/host/disk.js';
import type { Api } from '../../../generator/model/api.js';
import { rounds, seed } from '../../rounds.js';
import { sharedPath } from '../../shared.js';
import type { Change } from '../../../generator/diff/change.js';
import { withoutUnchanged } from '../../../generator/diff/unchanged.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { createSources } from '../../../generator/load/sources.js';
import type { Json, SchemaId } from '../../../generator/model/schema.js';
import { compileCheck, createValues } from './checks.js';
import { readFile, relationBetween } from './descriptions.js';
import { openApiDiffDifferences, oasdiffDifferences } from './suite-differences.js';

const folder = sharedPath('suites', 'breaking');

type Level = 'ERR' | 'WARN' | 'INFO';

interface OasdiffCase {
  readonly id: string;
  readonly base: string;
  readonly revision: string;
  readonly checks: string;
  readonly levels: Readonly<Record<string, Level | null>>;
}

interface OpenApiDiffCase {
  readonly id: string;
  readonly base: string;
  readonly revision: string;
  readonly verdict: string;
}

describe.skipIf(folder === undefined)('published cases', () => {
  const root = folder ?? '';
  const host = diskHost(root);
  const read = (name: string): readonly (OasdiffCase & OpenApiDiffCase)[] =>
    folder === undefined ? [] : JSON.parse(readFileSync(join(root, name), 'utf8'));

  test('of oasdiff have its levels, or differ for a reason', () => {
    const cases = read('oasdiff.json');
    const found = cases.flatMap((each) => {
      const [got, want] = levelsOf(each);
      return got === want ? [] : [`${each.id.replace('oasdiff/', '')}: ${want}, not ${got}`];
    });
    expect(found.sort()).toEqual(listOf(oasdiffDifferences));
    expect(cases.length).toBe(174);
  }, 120_000);

  test('of openapi-diff have its verdicts, or differ for a reason', () => {
    const cases = read('openapi-diff.json');
    const found = cases.flatMap((each) => {
      const changes = compareApis(readFile(host, each.base), readFile(host, each.revision));
      const clients = worst(changes.map((change) => change.clients));
      const got = levelOf(clients) === 'INFO' ? 'compatible' : 'incompatible';
      const want = wants[each.verdict];
      // The tool says only whether something changed.
      const isFit =
        want === undefined
          ? (clients === undefined) === (each.verdict === 'no-endpoint-changes') ||
            clients === 'cosmetic'
          : got === want;
      return isFit
        ? []
        : [
            `${each.id.replace('openapi-diff/', '')} ${each.base.replace('openapi-diff/', '')} ${each.revision.replace('openapi-diff/', '')}: ${each.verdict}, not ${clients}`,
          ];
    });
    expect(found.sort()).toEqual(listOf(openApiDiffDifferences));
    expect(cases.length).toBe(65);
  }, 120_000);

  test('have the same changes without what is equal in both', () => {
    const pairs = [...read('oasdiff.json'), ...read('openapi-diff.json')];
    let reducedPairs = 0;
    for (const { id, base, revision } of pairs) {
      const [old, next] = [readFile(host, base), readFile(host, revision)];
      const [left, right] = [valueOf(base), valueOf(revision)];
      const reduced = withoutUnchanged(left, right);
      if (reduced === undefined) continue;
      reducedPairs += 1;
      const files = memoryHost(
        {
          [`/${base}.json`]: JSON.stringify(reduced.old),
          [`/${revision}.json`]: JSON.stringify(reduced.next),
        },
        '/',
      );
      const [before, after] = [
        readFile(files, `${base}.json`),
        readFile(files, `${revision}.json`),
      ];
      const some = compareApis(before, after, reduced.isUnchanged);
      expect(some.map(textOf), id).toEqual(compareApis(old, next).map(textOf));
    }
    expect(reducedPairs).toBeGreaterThan(150);
  }, 120_000);

  test('that are compatible accept the values of one another', () => {
    const pairs = [...read('oasdiff.json'), ...read('openapi-diff.json')];
    const wrong: string[] = [];
    let checked = 0;
    for (const { id, base, revision } of pairs) {
      const [old, next] = [readFile(host, base), readFile(host, revision)];
      for (const { way, ids } of sharedSchemas(old, next)) {
        const relation = relationBetween(old, next, ids, way);
        const [from, to] = way === 'request' ? [old, next] : [next, old];
        const [fromId, toId] = way === 'request' ? [ids.old, ids.next] : [ids.next, ids.old];
        const answer = way === 'request' ? relation.oldInNew : relation.newInOld;
        if (answer !== 'yes' || relation.differences === 0) continue;
        checked += 1;
        const make = createValues(from, fromId, way);
        const check = compileCheck(to, toId, way);
        for (let index = 0; index < rounds(1000, 10); index++) {
          const made = make(seed + index);
          if (made === undefined) break;
          if (!check(made.value)) wrong.push(`${id}: ${JSON.stringify(made.value)} in a ${way}`);
        }
      }
    }
    expect([...new Set(wrong)].slice(0, 5)).toEqual([]);
    expect(checked).toBeGreaterThan(60);
  }, 600_000);

  function valueOf(path: string): Json {
    return createSources(host).entry(path).value?.value ?? null;
  }

  /** The worst level for clients, and the published one, in the direction that the published change concerns. */
  function levelsOf({ base, revision, checks, levels }: OasdiffCase): readonly [Level, Level] {
    const ids = Object.keys(levels).filter((id) => levels[id] !== null);
    const way =
      checks === 'all'
        ? undefined
        : ids.every((id) => id.startsWith('response'))
          ? 'response'
          : 'request';
    const restrict = (api: Api): Api =>
      way === undefined || ids.length === 0 ? api : onlyOf(way, api);
    const changes = compareApis(restrict(readFile(host, base)), restrict(readFile(host, revision)));
    const published = Object.values(levels).filter((level) => level !== null);
    const want = published.includes('ERR') ? 'ERR' : published.includes('WARN') ? 'WARN' : 'INFO';
    return [levelOf(worst(changes.map(({ clients }) => clients))), want];
  }
});

function textOf({ rule, message, subject, clients, servers, uses }: Change): string {
  return [rule.id, message, subject, clients, servers, ...uses].join(' | ');
}

/** Schemas of bodies of JSON that both descriptions have, one of each document. */
function sharedSchemas(
  old: Api,
  next: Api,
): readonly {
  readonly way: 'request' | 'response';
  readonly ids: { readonly old: SchemaId; readonly next: SchemaId };
}[] {
  return old.operations.flatMap((operation) => {
    const other = next.operations.find(({ key }) => key === operation.key);
    if (other === undefined) return [];
    const bodies = [
      ['request', operation.request?.contents, other.request?.contents] as const,
      ...operation.outcomes.map(({ when, contents }) => {
        const same = other.outcomes.find(
          (each) => JSON.stringify(each.when) === JSON.stringify(when),
        );
        return ['response', contents, same?.contents] as const;
      }),
    ];
    return bodies.flatMap(([way, left, right]) => {
      const one = left?.find(({ codec }) => codec === 'json')?.schema;
      const two = right?.find(({ codec }) => codec === 'json')?.schema;
      return one === undefined || two === undefined ? [] : [{ way, ids: { old: one, next: two } }];
    });
  });
}

const wants: Readonly<Record<string, string>> = {
  unchanged: 'compatible',
  compatible: 'compatible',
  'changed-compatible': 'compatible',
  incompatible: 'incompatible',
};

function levelOf(verdict: Verdict | undefined): Level {
  if (verdict === 'breaking') return 'ERR';
  return verdict === 'risky' || verdict === 'undecided' ? 'WARN' : 'INFO';
}

/** The description with what travels in one direction. */
function onlyOf(way: 'request' | 'response', api: Api): Api {
  return {
    ...api,
    operations: api.operations.map(({ request, ...operation }) =>
      way === 'response'
        ? { ...operation, parameters: [] }
        : { ...operation, ...(request && { request }), outcomes: [] },
    ),
  };
}

function listOf(differences: readonly { readonly cases: readonly string[] }[]): readonly string[] {
  return differences.flatMap(({ cases }) => cases).sort();
}
