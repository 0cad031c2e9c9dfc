import { describe, expect, it } from 'vitest';
import { enumMemberNames, type EnumValue } from '../../../generator/plan/names/enum-names.js';
import { isIdentifier } from '../../../generator/plan/names/names.js';

function namesOf(
  values: readonly EnumValue[],
  given: Readonly<Record<string, string>> = {},
): readonly string[] {
  const names = enumMemberNames(values, (value) =>
    Object.hasOwn(given, String(value)) ? given[String(value)] : undefined,
  );
  return values.map((value) => names.get(value) ?? '');
}

describe('names of enum members', () => {
  it.each<[values: readonly EnumValue[], want: readonly string[]]>([
    [
      ['open', 'sent-out', 'in_progress', 'USD', 'IN_PROGRESS'],
      ['Open', 'SentOut', 'InProgress', 'USD', 'IN_PROGRESS'],
    ],
    [
      [0, 1, -1, 1.5, -2.5, 1e21, 1e-7],
      ['Value0', 'Value1', 'Minus1', 'Value1Point5', 'Minus2Point5', 'Value1e21', 'Value1eMinus7'],
    ],
    [
      [1n, -9_007_199_254_740_993n, true, false],
      ['Value1', 'Minus9007199254740993', 'True', 'False'],
    ],
    [
      ['', ' ', '2fa', 'größe', 'default', 'new'],
      ['Empty', 'Value', 'Value2fa', 'Größe', 'Default', 'New'],
    ],
    [
      ['asc', 'ASC', 'desc'],
      ['Asc', 'ASC', 'Desc'],
    ],
    [
      ['+1', '-1'],
      ['Plus1', 'Dash1'],
    ],
    [
      ['NaN', 'constructor', '__proto__'],
      ['NaN77729065', 'Constructor', 'Proto'],
    ],
  ])('are derived from values: %#', (values, want) => {
    expect(namesOf(values)).toEqual(want);
  });

  it.each<[given: Readonly<Record<string, string>>, want: readonly string[]]>([
    [{ a: 'FIRST', b: 'second' }, ['FIRST', 'second']],
    [{ a: 'First one', b: '2nd' }, ['FirstOne', 'Value2nd']],
    [{ a: 'Same', b: 'Same' }, ['A', 'B']],
    [{ a: 'B' }, ['B', 'b']],
    [{ a: "'; process.exit(); '", b: '*/' }, ['ProcessExit', 'Value']],
  ])('are given by extensions: %j', (given, want) => {
    expect(namesOf(['a', 'b'], given)).toEqual(want);
  });

  it('are unique identifiers that do not depend on the order of values', () => {
    const values = [
      'a b',
      'a_b',
      'aB',
      'AB',
      'a-b',
      'ab',
      '>=',
      '<=',
      '==',
      '\u202e',
      '😀',
      1,
      '1',
    ];
    const names = namesOf(values);
    expect(names.filter((name) => !isIdentifier(name))).toEqual([]);
    expect(new Set(names).size).toBe(values.length);
    expect(namesOf(values.toReversed()).toReversed()).toEqual(names);
  });
});
