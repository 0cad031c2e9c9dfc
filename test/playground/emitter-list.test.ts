import { describe, expect, test } from 'vitest';
import { selectedEmitters, toggleEmitter } from '../../docs/playground/emitter-list.js';
import { emitters } from '../../generator/emitters/index.js';

const all = emitters.map(({ name, isOptIn = false, requires = [] }) => ({
  name,
  isOptIn,
  requires,
}));
const config = (list: string): string =>
  `packages:\n  # Pets.\n  - documents: [a.yaml]\n    out: api\n${list}`;
const sorted = (text: string): readonly string[] | undefined => {
  const selected = selectedEmitters(text, all);
  return selected && [...selected].sort();
};

describe('the check boxes of emitters', () => {
  test('show what is selected, with what that requires', () => {
    expect(sorted(config('    emitters: [zod]\n'))).toEqual(['types', 'validators', 'zod']);
    expect(sorted(config('    emitters:\n      - name: types\n'))).toEqual(['types']);
  });

  test('show the emitters that run by default if none is listed', () => {
    expect(sorted(config(''))).toEqual(
      all.flatMap(({ name, isOptIn }) => (isOptIn ? [] : [name])).sort(),
    );
  });

  test.each([
    ['    emitters: [client]\n', 'zod', true, '    emitters: [client, zod]\n'],
    ['    emitters: [client, server]\n', 'server', false, '    emitters: [client, validators]\n'],
    ['    emitters: [server]\n', 'validators', false, '    emitters: [client]\n'],
    [
      '    emitters:\n      - name: docs\n        options: { title: A }\n',
      'client',
      true,
      '    emitters: [{name: docs, options: {title: A}}, client]\n',
    ],
    ['    emitters: [types]\n', 'types', false, '    emitters: [types]\n'],
  ])('change %j by %s (%s) to %j', (list, name, isSelected, want) => {
    const changed = toggleEmitter(config(list), all, { name, isSelected });
    expect(changed).toBe(config(want));
  });

  test.each([
    ['empty', ''],
    ['no YAML', 'packages: ['],
    ['a list', '- 1'],
    ['without packages', 'packages: {}'],
    ['nested 2,500 times', '- '.repeat(2500)],
    ['too long', `packages: [{ documents: [${'a, '.repeat(2000)}] }]`],
  ])('leave a config file that cannot be read: %s', (_what, text) => {
    expect(selectedEmitters(text, all)).toBeUndefined();
    expect(toggleEmitter(text, all, { name: 'zod', isSelected: true })).toBe(text);
  });
});
