import { ownSchemas } from './matches.js';
import { none, type FakeMaker } from './maker.js';
import type { Conjunction } from './conjunction.js';
import { samplePattern } from './sample-pattern.js';
import { memberOf, type FakeSchema, type FakeSubschema } from './schema.js';
import { word, type DrawOne } from './words.js';

/** An object that satisfies the schemas, or `none`. */
export function fakeObject(maker: FakeMaker, conjunction: Conjunction): unknown {
  const { schemas, place } = conjunction;
  const object = new Map<string, unknown>();
  const required = requiredNames(schemas);
  const most = Math.min(...schemas.map(({ maxProperties = Infinity }) => maxProperties));
  const least = Math.max(0, ...schemas.map(({ minProperties = 0 }) => minProperties));
  const names = new Set([...declaredNames(schemas), ...required]);
  const add = (name: string): boolean => {
    const members = memberSchemas(maker, schemas, name);
    if (members.includes(false) || members.some((each) => maker.isOmitted(each))) return false;
    const value = maker.value(members, place.member(name));
    if (value === none) return false;
    object.set(name, value);
    return true;
  };
  for (const name of names) {
    if (!required.has(name)) continue;
    const members = memberSchemas(maker, schemas, name);
    if (members.some((each) => maker.isOmitted(each))) continue;
    if (!add(name)) return none;
  }
  for (const name of names) {
    if (required.has(name) || object.size >= most) continue;
    const isWanted =
      object.size < least || (!maker.isShort(place) && place.member(name).includes());
    const dependents = schemas.flatMap((schema) => memberOf(schema.dependentRequired, name) ?? []);
    if (!isWanted || object.size + dependents.length >= most) continue;
    if (maker.heights(combined(memberSchemas(maker, schemas, name))) === Infinity) continue;
    if (add(name)) for (const each of dependents) if (!object.has(each)) add(each);
  }
  addOthers(maker, conjunction, object, least, most);
  const value = Object.fromEntries(object);
  return withDependents(maker, conjunction, value);
}

/** Names that the schemas require, with those that required ones require. */
function requiredNames(schemas: readonly FakeSchema[]): ReadonlySet<string> {
  const required = new Set(schemas.flatMap((schema) => schema.required ?? []));
  // The iteration includes names that are added on the way.
  for (const name of required)
    for (const schema of schemas)
      for (const each of memberOf(schema.dependentRequired, name) ?? []) required.add(each);
  return required;
}

function declaredNames(schemas: readonly FakeSchema[]): readonly string[] {
  return schemas.flatMap(({ properties = {} }) => Object.keys(properties));
}

function combined(schemas: readonly FakeSubschema[]): FakeSchema {
  return { allOf: schemas };
}

/** Schemas of a member, from all schemas of the object. */
function memberSchemas(
  maker: FakeMaker,
  schemas: readonly FakeSchema[],
  name: string,
): readonly FakeSubschema[] {
  const found = schemas.flatMap((schema) => ownSchemas(schema, name, maker));
  const isDescribed = schemas.some((schema) => ownSchemas(schema, name, maker).length > 0);
  const rest = isDescribed ? [] : schemas.flatMap((schema) => schema.unevaluatedProperties ?? []);
  return [...new Set([...found, ...rest])];
}

/** Adds members whose names the schemas do not list, if they describe such members or require more. */
function addOthers(
  maker: FakeMaker,
  { schemas, place }: Conjunction,
  object: Map<string, unknown>,
  least: number,
  most: number,
): void {
  const isMap = schemas.some(
    ({ additionalProperties, patternProperties, properties }) =>
      (typeof additionalProperties === 'object' ||
        typeof additionalProperties === 'string' ||
        patternProperties !== undefined) &&
      properties === undefined,
  );
  const wanted = isMap && !maker.isShort(place) ? object.size + 1 + place.index(2, 'members') : 0;
  const count = Math.min(Math.max(least, wanted), most);
  for (let attempt = 0; object.size < count && attempt < count * 4 + 20; attempt += 1) {
    const name = inventedName(maker, schemas, place, attempt);
    if (name === undefined || object.has(name)) continue;
    const members = memberSchemas(maker, schemas, name);
    if (members.includes(false) || maker.heights(combined(members)) === Infinity) continue;
    const value = maker.value(members, place.member(name));
    if (value !== none) object.set(name, value);
  }
}

function inventedName(
  maker: FakeMaker,
  schemas: readonly FakeSchema[],
  place: Conjunction['place'],
  attempt: number,
): string | undefined {
  const names = schemas.flatMap(({ propertyNames }) => propertyNames ?? []);
  const at = place.member('name').item(attempt);
  if (names.length > 0) {
    const name = maker.value([{ type: ['string'] }, ...names], at);
    return typeof name === 'string' ? name : undefined;
  }
  const patterns = schemas.flatMap(({ patternProperties = {} }) => Object.keys(patternProperties));
  const pattern = patterns[attempt % (patterns.length + 1)];
  const one: DrawOne = (values, purpose) =>
    values[at.index(values.length, purpose)] as (typeof values)[number];
  let draws = 0;
  if (pattern !== undefined)
    return samplePattern(pattern, 3, (count) => at.index(count, (draws += 1)));
  return attempt < 12 ? word(one, 'name') : `${word(one, 'name')}${attempt}`;
}

/** The object again with the schemas that its own members bring into force. */
function withDependents(maker: FakeMaker, { schemas, place }: Conjunction, value: object): unknown {
  const more = schemas.flatMap(({ dependentSchemas = {} }) =>
    Object.keys(dependentSchemas).flatMap((name) =>
      Object.hasOwn(value, name) ? (memberOf(dependentSchemas, name) ?? []) : [],
    ),
  );
  if (more.length === 0 || maker.satisfies(more, value)) return value;
  const required = Object.keys(value).filter((name) =>
    schemas.some(({ dependentSchemas }) => memberOf(dependentSchemas, name) !== undefined),
  );
  const plain = schemas.map(({ dependentSchemas: _, ...schema }): FakeSchema => schema);
  return maker.value([...plain, ...more, { type: ['object'], required }], place);
}
