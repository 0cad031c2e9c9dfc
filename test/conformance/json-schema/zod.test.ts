import { describe, expect, test } from 'vitest';
import { sharedPath } from '../../shared.js';
import { metaSchemas } from '../../../generator/load/meta-schemas/meta-schemas.js';
import { drafts, readGroups, readRemotes } from './suite.js';
import { compileZod } from './zod.js';

const root = sharedPath('suites', 'json-schema');

describe.skipIf(root === undefined)('JSON Schema suite with Zod schemas', () => {
  const path = root ?? '';
  const registry =
    root === undefined ? new Map() : new Map([...metaSchemas(), ...readRemotes(path)]);
  test.each(drafts)('passes every test of draft $dialect', (draft) => {
    const { dialect, folder } = draft;
    const groups = readGroups(path, folder);
    const compiled = compileZod(groups.map(({ schema }) => ({ schema, dialect, registry })));
    const failures = groups.flatMap(({ file, description, tests }, index) =>
      tests.flatMap((item) => {
        const where = `${file}: ${description}: ${item.description}`;
        const accepted = compiled[index]?.zod.safeParse(item.data).success;
        return accepted === item.valid ? [] : [`${where}: is ${item.valid ? 'valid' : 'invalid'}`];
      }),
    );
    expect(failures).toEqual([]);
  });
});
