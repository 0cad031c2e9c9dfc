import { describe, expect, test } from 'vitest';
import { sharedPath } from '../../shared.js';
import { compileAll } from './compile.js';
import { metaSchemas } from '../../../generator/load/meta-schemas/meta-schemas.js';
import { drafts, readGroups, readRemotes } from './suite.js';

const root = sharedPath('suites', 'json-schema');

describe.skipIf(root === undefined)('JSON Schema suite', () => {
  const path = root ?? '';
  const registry =
    root === undefined ? new Map() : new Map([...metaSchemas(), ...readRemotes(path)]);
  test.each(drafts)('passes every required test of draft $dialect', ({ dialect, folder }) => {
    const groups = readGroups(path, folder);
    const compiled = compileAll(groups.map(({ schema }) => ({ schema, dialect, registry })));
    const failures = groups.flatMap(({ file, description, tests }, index) =>
      tests.flatMap((item) => {
        const check = compiled[index];
        if (check === undefined) return [`${file}: ${description}: is not compiled`];
        const where = `${file}: ${description}: ${item.description}`;
        const found: string[] = [];
        if (check.is(item.data) !== item.valid)
          found.push(`${where}: is ${item.valid ? 'valid' : 'invalid'}`);
        if ((check.check(item.data).length === 0) !== item.valid)
          found.push(`${where}: has ${item.valid ? 'no' : 'a'} violation`);
        return found;
      }),
    );
    expect(failures).toEqual([]);
  });
});
