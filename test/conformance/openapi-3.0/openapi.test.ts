import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileDescribed, directions, type Described, type Direction } from './described.js';

/** A group of the official suite's form, whose schema stands in a description among `components`. */
interface Group extends Described {
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
    /** Direction of the value; both by default. */
    readonly direction?: Direction;
  }[];
}

describe.each([
  ['openapi-3.0', '3.0.4'],
  ['openapi-3.0', '3.0.3'],
  ['openapi-3.1', '3.1.1'],
  ['openapi-3.2', '3.2.0'],
])('Schema Object: suite %s in OpenAPI %s', (folder, version) => {
  const path = `test/conformance/${folder}`;
  const files = readdirSync(path).filter((name) => name.endsWith('.json'));
  test.each(files)('passes %s', (file) => {
    const groups = JSON.parse(readFileSync(`${path}/${file}`, 'utf8')) as readonly Group[];
    const failures = groups.flatMap((group) => failuresOf(group, version));
    expect(failures).toEqual([]);
    expect(groups.length).toBeGreaterThan(0);
  });
});

function failuresOf(group: Group, version: string): readonly string[] {
  const checks = compileDescribed(group, version);
  return group.tests.flatMap(({ description, data, valid, direction = 'both' }) => {
    const check = checks[directions.indexOf(direction)];
    const where = `${group.description}: ${description}`;
    const violations = check?.check(data) ?? [];
    return [
      ...(check?.is(data) === valid ? [] : [`${where}: the guard says ${!valid}`]),
      ...((violations.length === 0) === valid
        ? []
        : [`${where}: the report says ${violations.length} violations`]),
    ];
  });
}
