import { readdirSync, readFileSync } from 'node:fs';
import type { WireRequest } from '@tallystick/runtime';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../shared.js';
import type { WireCase } from './suite/case.js';
import { callWith } from './suite/call.js';
import { generateTopic } from './suite/generated.js';
import { templateCase, type TemplateRow } from './suite/rfc6570.js';
import { suiteServer } from './suite/handlers.js';
import { checkServer } from './suite/server.js';

const folder = sharedPath('suites', 'rfc6570');
const files =
  folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'));

interface Group {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly testcases: readonly (readonly [string, TemplateRow['expected']])[];
}

const rows = files.flatMap((name): readonly TemplateRow[] => {
  const groups = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Record<string, Group>;
  return Object.values(groups).flatMap(({ variables, testcases }) =>
    testcases.map(([template, expected]) => ({ template, expected, variables })),
  );
});
const cases = rows.map((row, index) => ({
  ...row,
  ...templateCase(row, `/r${index}`),
  id: `r${index}`,
}));
const usable = cases.filter((each) => 'targets' in each);
const skipped = cases.flatMap((each) => ('skipped' in each ? [each.skipped] : []));

describe.skipIf(folder === undefined)('URI templates of RFC 6570', async () => {
  const generated = await generateTopic({
    name: 'rfc6570',
    title: 'URI templates',
    openapi: '3.2.0',
    operations: Object.fromEntries(usable.map(({ id, operation }) => [id, operation])),
  });
  const server = suiteServer(generated);

  test.each(usable)(
    'are encoded and decoded: $template as $expected',
    async ({ id, targets, case: wire }) => {
      const sent: WireRequest[] = [];
      const outcome = await callWith(generated, id, wire.call ?? {}, (request) => {
        sent.push(request);
        return Promise.resolve({ status: 204, headers: [], body: undefined });
      });
      expect(outcome).toMatchObject({ kind: 'success' });
      expect(targets).toContain(sent[0]?.target);
      const { query = {} } = wire.call ?? {};
      const there = Object.entries(query).filter(([, value]) => !isNothing(value));
      const stated: WireCase = {
        ...wire,
        name: id,
        operation: id,
        request: `GET ${sent[0]?.target}`,
        received: { ...wire.received, query: Object.fromEntries(there) },
      };
      await checkServer(generated, server, stated);
    },
  );

  test('are skipped only for known reasons', () => {
    const reasons = [...new Set(skipped)].sort();
    expect(reasons).toEqual([
      'a dot within a part of a label, which is encoded',
      'a fragment, which is never sent',
      'a list that is cut at slashes, which OpenAPI has not',
      'a literal query',
      'a mark within a part, which stays encoded',
      'a prefix, which OpenAPI has not',
      'a template that is malformed: paths of OpenAPI have no operators',
      'a variable twice, which OpenAPI refuses',
      'an empty value in a path, which is refused',
      'several variables in one expression, which OpenAPI has not',
      'what would end a segment, which stays encoded',
    ]);
    expect(usable.length).toBeGreaterThan(115);
  });
});

/** What is not there, for RFC 6570 section 2.3 as for us. */
function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
