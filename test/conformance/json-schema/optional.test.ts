import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../../shared.js';
import { compileAll } from './compile.js';
import { metaSchemas } from '../../../generator/load/meta-schemas/meta-schemas.js';
import { drafts, readGroups, readRemotes } from './suite.js';

const root = sharedPath('suites', 'json-schema');

/** Tests of the suite's optional part that fail in any draft, each with its reason. The list may only shrink. */
const expected = readFileSync(
  join(dirname(fileURLToPath(import.meta.url)), 'expected-failures.txt'),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

describe.skipIf(root === undefined)('optional tests of the JSON Schema suite', () => {
  test('fail only as listed', { timeout: 60_000 }, () => {
    const registry = new Map([...metaSchemas(), ...readRemotes(root ?? '')]);
    const failures = drafts.flatMap(({ dialect, folder }) =>
      [`${folder}/optional`, `${folder}/optional/format`].flatMap((path) => {
        const groups = readGroups(root ?? '', path);
        const asserts = path.endsWith('format');
        const compiled = compileAll(
          groups.map(({ schema }) => ({ schema, dialect, registry })),
          { ...(asserts && { formats: 'assert' as const }), content: 'assert' },
        );
        return groups.flatMap(({ file, description, tests }, index) =>
          tests.flatMap(({ data, valid, description: what }) =>
            compiled[index]?.is(data) === valid
              ? []
              : [`${path.replace(/^.*optional\/?/, '')}/${file}: ${description}: ${what}`],
          ),
        );
      }),
    );
    expect([...new Set(failures)].sort()).toEqual(expected.sort());
  });
});
