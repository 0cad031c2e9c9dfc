import type { Json } from '../../../generator/model/schema.js';

type Mutable = { [name: string]: Json } | Json[];

/** Makes a random edit somewhere in a document: a text, number or flag changes, or a member is removed, copied, moved or renamed. */
export function editRandomly(document: Json, random: () => number): void {
  const places = placesIn(document);
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)];
  const place = pick(places);
  if (place === undefined) return;
  const { parent, key } = place;
  const value = valueAt(parent, key);
  const action = random();
  if (typeof value === 'string' && action < 0.6) set(parent, key, `${value}x`);
  else if (typeof value === 'number' && action < 0.6) set(parent, key, value + 1);
  else if (typeof value === 'boolean' && action < 0.6) set(parent, key, !value);
  else if (action < 0.7) remove(parent, key);
  else if (action < 0.8) {
    const other = pick(places);
    if (other !== undefined) set(parent, key, structuredClone(valueAt(other.parent, other.key)));
  } else if (!Array.isArray(parent)) {
    const copied = structuredClone(value);
    if (action < 0.9) remove(parent, key);
    parent[`${String(key)}2`] = copied;
  } else parent.reverse();
}

/** Changes the text of a random `description` or `summary`, if there is one. Lines may be added, and the text may be empty. */
export function editProse(document: Json, random: () => number): void {
  const places = placesIn(document).filter(
    ({ parent, key }) =>
      (key === 'description' || key === 'summary') && typeof valueAt(parent, key) === 'string',
  );
  const place = places[Math.floor(random() * places.length)];
  if (place === undefined) return;
  const { parent, key } = place;
  const before = String(valueAt(parent, key));
  const texts = [
    `${before}x`,
    `${before}\n\nMore, */ "quoted" \\ é😀.`,
    before.slice(3),
    '',
    'Short',
  ];
  set(parent, key, texts[Math.floor(random() * texts.length)] ?? '');
}

/**
 * Makes one of the edits that authors make most: a property gets another type, values, or the target of a reference, which may be the schema
 * itself; or a property, a parameter or an operation is added.
 */
export function editCommonly(document: Json, random: () => number): void {
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)];
  const places = placesIn(document);
  const named = (name: string): readonly Mutable[] =>
    places.flatMap(({ parent, key }) => {
      const value = valueAt(parent, key);
      return key === name && typeof value === 'object' && value !== null ? [value as Mutable] : [];
    });
  const references = places.flatMap(({ parent, key }) => {
    const target = valueAt(parent, key);
    return key === '$ref' && typeof target === 'string' ? [target] : [];
  });
  const editProperty = (schema: Json): void => {
    const properties = pick(named('properties'));
    if (properties === undefined) return;
    const name = random() < 0.3 ? 'added' : pick(Object.keys(properties));
    set(properties, name ?? 'added', schema);
  };
  const edits = [
    () => editProperty({ type: 'boolean' }),
    () => editProperty({ type: 'array', items: { type: 'integer', format: 'int64' } }),
    () => editProperty({ type: 'string', enum: ['a', 'b-c', String(random())] }),
    () => editProperty({ $ref: pick(references) ?? '#' }),
    () => {
      const parameters = pick(named('parameters'));
      if (Array.isArray(parameters))
        parameters.push({ name: 'added', in: 'query', schema: { type: 'integer' } });
    },
    () => {
      const [paths] = named('paths');
      const path = paths && pick(Object.keys(paths));
      if (paths === undefined || path === undefined) return;
      const text = JSON.stringify(valueAt(paths, path));
      set(
        paths,
        `${path}/added`,
        JSON.parse(text.replaceAll('"operationId":"', '$&added')) as Json,
      );
    },
  ];
  pick(edits)?.();
}

interface Place {
  readonly parent: Mutable;
  readonly key: string | number;
}

function placesIn(value: Json): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const parent = value as Mutable;
  const keys = Array.isArray(parent) ? [...parent.keys()] : Object.keys(parent);
  return keys.flatMap((key) => [{ parent, key }, ...placesIn(valueAt(parent, key))]);
}

function valueAt(parent: Mutable, key: string | number): Json {
  return (parent as { readonly [name: string | number]: Json })[key] ?? null;
}

function set(parent: Mutable, key: string | number, value: Json): void {
  (parent as { [name: string | number]: Json })[key] = value;
}

function remove(parent: Mutable, key: string | number): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[String(key)];
}
