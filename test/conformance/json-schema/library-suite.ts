import { describe, expect, test } from 'vitest';
import { metaSchemas } from '../../../generator/load/meta-schemas/meta-schemas.js';
import type { DialectId } from '../../../generator/model/schema.js';
import { sharedPath } from '../../shared.js';
import { compileSchemas, testedLibraries } from './libraries.js';
import { drafts, readGroups, readRemotes } from './suite.js';

const root = sharedPath('suites', 'json-schema');

/** Tests the schemas of every library with some drafts of the suite of JSON Schema. */
export function testSuite(dialects: readonly DialectId[]): void {
  const chosen = drafts.filter(({ dialect }) => dialects.includes(dialect));
  describe.skipIf(root === undefined)('JSON Schema suite with schemas of libraries', () => {
    const path = root ?? '';
    const registry =
      root === undefined ? new Map() : new Map([...metaSchemas(), ...readRemotes(path)]);
    describe.each(testedLibraries)('of $name', (tested) => {
      test.each(chosen)(
        'passes every test of draft $dialect',
        { timeout: 120_000 },
        ({ dialect, folder }) => {
          const groups = readGroups(path, folder);
          const compiled = compileSchemas(
            tested,
            groups.map(({ schema }) => ({ schema, dialect, registry })),
          );
          const failures = groups.flatMap(({ file, description, tests }, index) =>
            tests.flatMap((item) => {
              const where = `${tested.name}: ${file}: ${description}: ${item.description}`;
              const accepted = compiled[index]?.accepts(item.data);
              return accepted === item.valid
                ? []
                : [`${where}: is ${item.valid ? 'valid' : 'invalid'}`];
            }),
          );
          expect(failures).toEqual([]);
        },
      );
    });
  });
}
