import type { FakeMaker } from './maker.js';
import type { Place } from './place.js';
import { resolved, type FakeSchema, type FakeSubschema, type FakeType } from './schema.js';

/** Schemas that one value has to satisfy, with a branch selected of each union. */
export interface Conjunction {
  readonly schemas: readonly FakeSchema[];
  /** Types that all schemas allow. */
  readonly types: readonly FakeType[];
  /** The place for what is within the value. */
  readonly place: Place;
  /** Number of ways to select branches. */
  readonly ways: number;
  /** True if a value of the schemas is certainly valid. */
  readonly isPlain: boolean;
}

const allTypes: readonly FakeType[] = [
  'string',
  'object',
  'array',
  'integer',
  'number',
  'boolean',
  'null',
];

/** Follows references and selects branches. Returns `undefined` if no value can satisfy the schemas. */
export function conjunctionOf(
  maker: FakeMaker,
  subschemas: readonly FakeSubschema[],
  start: Place,
): Conjunction | undefined {
  const schemas = new Set<FakeSchema>();
  const pending = [...subschemas];
  let place = start;
  let ways = 1;
  let isPlain = subschemas.length === 1;
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const schema = resolved(maker.table, next);
    if (schema === false) return undefined;
    if (schema === true || schemas.has(schema)) continue;
    schemas.add(schema);
    if (hasMore(schema)) isPlain = false;
    if (schema.$ref !== undefined) pending.push(schema.$ref);
    pending.push(...(schema.allOf ?? []));
    for (const branches of [schema.oneOf, schema.anyOf]) {
      if (branches === undefined) continue;
      const order = branchOrder(maker, branches, place);
      const index = order[place.isMinimal ? place.turn % order.length : place.branch(order.length)];
      const branch = index === undefined ? undefined : branches[index];
      if (branch === undefined || index === undefined) return undefined;
      ways *= order.length;
      place = place.after(order.length);
      pending.push(branch);
      const tags = schema.tags?.values[index] ?? [];
      if (
        schema.tags !== undefined &&
        tags.length > 0 &&
        branches === (schema.oneOf ?? schema.anyOf)
      )
        pending.push(tagged(schema.tags.property, tags));
    }
    if (schema.if !== undefined) {
      const isTrue = place.branch(2) === 0;
      ways *= 2;
      place = place.after(2);
      const then = isTrue ? schema.then : schema.else;
      if (isTrue) pending.push(schema.if);
      if (then !== undefined) pending.push(then);
    }
  }
  let types = allTypes;
  for (const { type } of schemas) if (type !== undefined) types = commonTypes(types, type);
  if (types.length === 0) return undefined;
  return { schemas: [...schemas], types, place, ways, isPlain };
}

/** Indexes of the branches in the order in which turns select them. Deep inside a fake, the smallest ones come first. */
function branchOrder(
  maker: FakeMaker,
  branches: readonly FakeSubschema[],
  place: Place,
): readonly number[] {
  const heights = branches.map((branch) => maker.heights(branch));
  const finite = branches.map((_, index) => index).filter((index) => heights[index] !== Infinity);
  if (!maker.isShort(place)) return finite;
  return finite.sort((left, right) => (heights[left] ?? 0) - (heights[right] ?? 0));
}

/** Objects whose property has one of these values. */
function tagged(property: string, values: readonly unknown[]): FakeSchema {
  return { required: [property], properties: { [property]: { enum: values } } };
}

/** True for keywords whose effect on a value has to be verified. */
function hasMore(schema: FakeSchema): boolean {
  return (
    (schema.$ref === undefined &&
      (schema.allOf !== undefined ||
        schema.anyOf !== undefined ||
        schema.oneOf !== undefined ||
        schema.not !== undefined ||
        schema.if !== undefined ||
        schema.patternProperties !== undefined ||
        schema.propertyNames !== undefined ||
        schema.minProperties !== undefined ||
        schema.maxProperties !== undefined ||
        schema.dependentRequired !== undefined ||
        schema.dependentSchemas !== undefined ||
        schema.unevaluatedProperties !== undefined ||
        schema.unevaluatedItems !== undefined ||
        schema.contains !== undefined ||
        schema.uniqueItems !== undefined ||
        schema.enum !== undefined ||
        schema.codec !== undefined ||
        schema.form !== undefined)) ||
    (schema.$ref !== undefined && Object.keys(schema).length > 1)
  );
}

function commonTypes(types: readonly FakeType[], others: readonly FakeType[]): readonly FakeType[] {
  const isIn = (type: FakeType, list: readonly FakeType[]): boolean =>
    list.includes(type) || (type === 'integer' && list.includes('number'));
  const common = types.filter((type) => isIn(type, others));
  // `number` includes `integer`, which stays alone if the other list has it alone.
  return common.includes('number') && common.includes('integer')
    ? common.filter((type) => type !== 'integer')
    : common;
}
