/** A value with one thing in it changed, removed or added. */
export function altered(value: unknown, random: () => number): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return other(random);
  const keys = Object.keys(value);
  const at = Math.floor(random() * (keys.length + 1));
  const key = keys[at];
  if (key === undefined)
    return Array.isArray(value)
      ? [...(value as unknown[]), other(random)]
      : { ...value, more: other(random) };
  const without = random() < 0.2;
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) =>
      index !== at ? [item] : without ? [] : [altered(item, random)],
    );
  const entries = Object.entries(value).flatMap(([name, member]: readonly [string, unknown]) =>
    name !== key ? [[name, member]] : without ? [] : [[name, altered(member, random)]],
  );
  return Object.fromEntries(entries) as unknown;
}

function other(random: () => number): unknown {
  return others[Math.floor(random() * others.length)];
}

const others: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  'text',
  '2024-13-01T00:00:00Z',
  '\u{1f600}'.repeat(40),
  [],
  [1, 1],
  {},
  { more: 1 },
];
