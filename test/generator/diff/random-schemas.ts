/** A schema of a description. */
export type RandomSchema = boolean | { readonly [keyword: string]: unknown };

/** Makes schemas and changes them. */
export interface RandomSchemas {
  schema(): RandomSchema;
  /** The same schema with one or two random changes, written in another way. */
  edited(schema: RandomSchema): RandomSchema;
}

type Keywords = { readonly [keyword: string]: unknown };

/** Creates a source of random schemas, the same for the same fractions. */
export function createRandomSchemas(random: () => number): RandomSchemas {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const maybe = (share: number): boolean => random() < share;

  const scalars: readonly (() => Keywords)[] = [
    () => ({
      type: 'string',
      ...(maybe(0.4) && { minLength: below(4) }),
      ...(maybe(0.4) && { maxLength: 3 + below(5) }),
    }),
    () => ({
      type: 'string',
      ...(maybe(0.5) && { pattern: pick(['^[a-z]+$', '^[a-z]{2,4}$', '.*', '^a']) }),
    }),
    () => ({ type: 'string', enum: pick([['a', 'b'], ['a', 'b', 'c'], ['c'], ['bb', 'cc']]) }),
    () => ({ type: 'string', format: pick(['date', 'date-time', 'uuid']) }),
    () => ({
      type: pick(['integer', 'number']),
      ...(maybe(0.5) && { minimum: below(5) }),
      ...(maybe(0.5) && { maximum: 5 + below(5) }),
    }),
    () => ({
      type: 'integer',
      ...(maybe(0.4) && { exclusiveMinimum: below(4) }),
      ...(maybe(0.3) && { multipleOf: 1 + below(4) }),
    }),
    () => ({ type: pick(['integer', 'number']), ...(maybe(0.5) && { format: 'int32' }) }),
    () => ({ type: 'boolean' }),
    () => ({ const: pick([1, 'a', true, null]) }),
    () => ({ type: [pick(['string', 'integer', 'boolean']), 'null'] }),
  ];

  function scalar(): Keywords {
    return pick(scalars)();
  }

  function make(depth: number): RandomSchema {
    if (depth <= 0 || maybe(0.3)) return maybe(0.05) ? true : scalar();
    return pick([object, array, union, together, object, condition])(depth);
  }

  function object(depth: number): Keywords {
    const names = ['a', 'b', 'c', 'd'].filter(() => maybe(0.6));
    return {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, make(depth - 1)])),
      ...(maybe(0.6) && { required: names.filter(() => maybe(0.5)) }),
      ...(maybe(0.25) && { additionalProperties: pick([false, true, scalar()]) }),
      ...(maybe(0.15) && { minProperties: below(3) }),
      ...(maybe(0.1) && { patternProperties: { '^x': scalar() } }),
      ...(maybe(0.1) && { propertyNames: { maxLength: 1 + below(3) } }),
      ...(maybe(0.1) && { dependentRequired: { a: ['b'] } }),
      ...(maybe(0.05) && { unevaluatedProperties: false }),
    };
  }

  function array(depth: number): Keywords {
    return {
      type: 'array',
      ...(maybe(0.8) && { items: make(depth - 1) }),
      ...(maybe(0.2) && { prefixItems: [make(depth - 1)] }),
      ...(maybe(0.4) && { minItems: below(3) }),
      ...(maybe(0.4) && { maxItems: 2 + below(4) }),
      ...(maybe(0.1) && { contains: scalar() }),
      ...(maybe(0.1) && { uniqueItems: true }),
    };
  }

  function union(depth: number): Keywords {
    const branches = Array.from({ length: 2 + below(2) }, () => make(depth - 1));
    return { [pick(['anyOf', 'oneOf'])]: branches };
  }

  function together(depth: number): Keywords {
    return { allOf: [object(depth - 1), object(depth - 1)] };
  }

  function condition(depth: number): Keywords {
    return maybe(0.5)
      ? { ...object(depth), not: { required: [pick(['a', 'b'])] } }
      : { ...object(depth), if: { required: ['a'] }, then: { required: ['b'] } };
  }

  /** Changes one thing somewhere in a schema. */
  function change(schema: RandomSchema): RandomSchema {
    if (typeof schema === 'boolean') return maybe(0.5) ? scalar() : schema;
    const keys = Object.keys(schema);
    const key = pick(keys);
    const { [key]: value, ...rest } = schema;
    const withValue = (changed: unknown): RandomSchema => ({ ...schema, [key]: changed });
    switch (key) {
      case 'properties': {
        const members = Object.entries(value as Keywords);
        const member = pick([...members, ['e', undefined] as const]);
        if (member[1] === undefined || maybe(0.2))
          return withValue({ ...(value as Keywords), e: make(1) });
        if (maybe(0.2))
          return withValue(Object.fromEntries(members.filter((each) => each !== member)));
        return withValue({
          ...(value as Keywords),
          [member[0]]: change(member[1] as RandomSchema),
        });
      }
      case 'required':
        return maybe(0.5) ? rest : withValue(['a', 'b', 'c'].filter(() => maybe(0.5)));
      case 'items':
      case 'not':
      case 'if':
      case 'then':
      case 'contains':
      case 'propertyNames':
      case 'additionalProperties':
        return maybe(0.4) && key !== 'if' ? rest : withValue(change(value as RandomSchema));
      case 'anyOf':
      case 'oneOf':
      case 'allOf':
      case 'prefixItems': {
        const list = value as readonly RandomSchema[];
        if (maybe(0.25)) return withValue([...list, make(1)]);
        if (maybe(0.3) && list.length > 1) return withValue(list.slice(1));
        const at = below(list.length);
        return withValue(list.map((each, index) => (index === at ? change(each) : each)));
      }
      case 'type':
        return maybe(0.3) ? scalar() : { ...schema, ...pick(scalars)(), type: value };
      default:
        if (typeof value === 'number')
          return withValue(Math.max(key === 'multipleOf' ? 1 : 0, value + pick([-1, 1, 2])));
        return maybe(0.5) ? rest : { ...schema, ...scalar() };
    }
  }

  /** Another way to write the same schema. */
  function rewritten(schema: RandomSchema): RandomSchema {
    if (typeof schema === 'boolean' || maybe(0.6)) return schema;
    const { type, ...rest } = schema;
    return pick<() => RandomSchema>([
      () => ({ allOf: [schema] }),
      () => Object.fromEntries(Object.entries(schema).reverse()),
      () =>
        Array.isArray(type)
          ? { anyOf: type.map((each: unknown) => ({ ...rest, type: each })) }
          : schema,
      () => ({ anyOf: [schema] }),
    ])();
  }

  return {
    schema: () => make(3),
    edited(schema) {
      let result = schema;
      for (let count = below(3); count > 0; count--) result = change(result);
      return rewritten(result);
    },
  };
}
