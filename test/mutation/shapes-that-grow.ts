/** Schemas of a document by name. The operation sends and receives the first, `A0`. */
export type Schemas = Readonly<Record<string, unknown>>;

/** A document of which one part is `count` times as long or as deep as need be. */
export type Growing = (count: number) => object;

const text = { type: 'string' };
const reference = (level: number): object => ({ $ref: `#/components/schemas/A${level}` });
const object = (properties: object): object => ({ type: 'object', properties });
/** As many as this. */
export const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));
/** As many as this, by name. */
export const named = <T>(
  count: number,
  prefix: string,
  of: (index: number) => T,
): Record<string, T> =>
  Object.fromEntries(times(count, (index) => [`${prefix}${index}`, of(index)]));

/** A document whose operation receives and returns the schema `A0`. */
function describe(schemas: Schemas): object {
  const content = { 'application/json': { schema: reference(0) } };
  return documentOf(schemas, {
    requestBody: { content },
    responses: { '200': { description: 'A.', content } },
  });
}

function documentOf(schemas: Schemas, operation: object): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Growth', version: '1.0.0' },
    paths: { '/a': { post: { operationId: 'postA', responses: {}, ...operation } } },
    components: { schemas },
  };
}

/** Schemas of which each is made of the next one. */
function levels(of: (level: number, next: object) => object, last: object = object({ x: text })) {
  return (count: number): object =>
    describe({
      ...named(count, 'A', (level) => of(level, reference(level + 1))),
      [`A${count}`]: last,
    });
}

/** One schema with many parts. */
function wide(of: (count: number) => object) {
  return (count: number): object => describe({ A0: of(count), A1: object({ y: text }) });
}

/** A parameter or a body of an operation, whose schema leads back to itself by many members. */
function recursive(operation: (schema: object) => object) {
  return (count: number): object =>
    documentOf(
      { A0: object(named(count, 'p', () => reference(0))) },
      { responses: { '204': { description: 'Done.' } }, ...operation(reference(0)) },
    );
}

const own = (level: number): object => ({ [`p${level}`]: text });

/** Levels: looked at by every way that leads to them, 40 of them would never end. */
export const deepShapes: Readonly<Record<string, Growing>> = {
  'a repeated reference in allOf': levels((level, next) => ({
    allOf: [next, next],
    properties: own(level),
  })),
  'a repeated reference in allOf with unevaluatedProperties': levels((level, next) => ({
    allOf: [next, next],
    properties: own(level),
    unevaluatedProperties: false,
  })),
  'two branches with the same reference and an invalid example': levels(
    (_, next) => ({ anyOf: [next, { allOf: [next] }], example: 5 }),
    text,
  ),
  'two branches that extend the same schema': levels((level, next) => ({
    oneOf: [next, { allOf: [next], properties: own(level), required: [`p${level}`] }],
  })),
  'two branches with constraints on the same schema': levels((level, next) => ({
    anyOf: [
      { allOf: [next], required: [`q${level}`] },
      { allOf: [next], properties: own(level) },
    ],
  })),
  'oneOf at every level': levels((level, next) => ({
    allOf: [next, { oneOf: [object(own(level)), object({ [`q${level}`]: text })] }],
  })),
  'conditions on the same schema': levels((level, next) => ({
    if: next,
    then: { properties: own(level) },
    else: { not: next },
  })),
  'properties that depend on each other': levels((_, next) => ({
    type: 'object',
    dependentSchemas: { a: next, b: next },
  })),
  'two properties': levels((_, next) => object({ a: next, b: { allOf: [next] } })),
  'additional properties': levels((_, next) => ({
    type: 'object',
    patternProperties: { '^a': next, '^b': next },
    propertyNames: { not: next },
    additionalProperties: next,
  })),
  'tuples of tuples': levels((_, next) => ({
    type: 'array',
    prefixItems: [next, text, { type: 'integer' }],
    items: false,
  })),
  'tuples of lists': levels((_, next) => ({
    type: 'array',
    prefixItems: [next, next],
    items: next,
    contains: next,
  })),
  discriminators: levels(
    (level, next) => ({
      oneOf: [next, { ...object({ k: { const: `v${level}` } }), required: ['k'] }],
      discriminator: { propertyName: 'k' },
    }),
    { ...object({ k: { const: 'last' } }), required: ['k'] },
  ),
};

const pair = { type: 'array', prefixItems: [text, text] };

/** Levels whose first one asks for the properties evaluated by all others. */
const unevaluated = (
  keyword: 'unevaluatedProperties' | 'unevaluatedItems',
  of: (level: number, next: object) => object,
  last?: object,
): Growing =>
  levels((level, next) => ({ ...of(level, next), ...(level === 0 && { [keyword]: false }) }), last);

/** Schemas within one another, with nothing to refer to. */
const nested =
  (of: (level: number, next: object) => object, last: object = object({ x: text })): Growing =>
  (count) =>
    describe({
      A0: times(count, (index) => count - 1 - index).reduce((next, level) => of(level, next), last),
    });

/** Levels below a keyword that asks which of the branches around it are valid. */
export const evaluatedShapes: Readonly<Record<string, Growing>> = {
  'conditions with unevaluatedProperties': unevaluated('unevaluatedProperties', (_, next) => ({
    if: next,
    then: next,
    else: next,
  })),
  'conditions on a property': unevaluated('unevaluatedProperties', (level, next) => ({
    if: { properties: { [`p${level}`]: { const: level } }, required: [`p${level}`] },
    then: next,
    else: next,
  })),
  'conditions in else': nested((level, next) => ({
    if: { properties: { [`p${level}`]: { const: level } }, required: [`p${level}`] },
    then: object(own(level)),
    else: next,
    unevaluatedProperties: false,
  })),
  'conditions in if': nested((level, next) => ({
    if: next,
    then: object(own(level)),
    else: object({ [`q${level}`]: text }),
    ...(level === 0 && { unevaluatedProperties: false }),
  })),
  'two branches with more properties each': unevaluated('unevaluatedProperties', (level, next) => ({
    anyOf: [next, { allOf: [next], properties: own(level) }],
  })),
  'two branches at every level': levels((level, next) => ({
    anyOf: [next, { allOf: [next], properties: own(level) }],
    unevaluatedProperties: false,
  })),
  'properties that depend on more properties': unevaluated(
    'unevaluatedProperties',
    (level, next) => ({
      dependentSchemas: { [`a${level}`]: next, [`b${level}`]: next },
      properties: own(level),
    }),
  ),
  'allOf at every level': levels((level, next) => ({
    allOf: [next],
    properties: own(level),
    unevaluatedProperties: text,
  })),
  'branches with tuples': unevaluated(
    'unevaluatedItems',
    (level, next) => ({
      anyOf: [next, { allOf: [next], minItems: level, contains: { const: level } }],
    }),
    pair,
  ),
  'conditions on tuples': unevaluated(
    'unevaluatedItems',
    (level, next) => ({
      if: { minItems: level },
      then: next,
      else: { allOf: [next], contains: text },
    }),
    pair,
  ),
};

/** Width: much of the same beside one another. */
export const wideShapes: Readonly<Record<string, Growing>> = {
  properties: wide((count) => ({
    ...object(named(count, 'p', (index) => (index % 2 === 0 ? text : reference(1)))),
    required: times(count, (index) => `p${index}`),
    additionalProperties: false,
  })),
  'properties by pattern': wide((count) => ({
    ...object({ q: text }),
    patternProperties: named(count, '^a', () => text),
    unevaluatedProperties: false,
  })),
  items: wide((count) => ({
    type: 'array',
    prefixItems: times(count, () => reference(1)),
    items: false,
  })),
  values: wide((count) => ({ enum: times(count, (index) => `value ${index}`) })),
  'objects in enum': wide((count) => ({ enum: times(count, (index) => ({ a: index })) })),
  branches: wide((count) => ({ oneOf: times(count, (index) => object(own(index))) })),
  'branches with all following schemas': (count) =>
    describe(
      named(Math.ceil(Math.sqrt(count * 20)), 'A', (index) => {
        const size = Math.ceil(Math.sqrt(count * 20));
        const later = times(size - index - 1, (at) => reference(index + 1 + at));
        return { oneOf: [...later, object(own(index))] };
      }),
    ),
  'branches discriminated by a constant': wide((count) => ({
    oneOf: times(count, (index) => ({ ...object({ k: { const: index } }), required: ['k'] })),
  })),
  parts: wide((count) => ({ allOf: times(count, (index) => object(own(index))) })),
  dependencies: wide((count) => ({
    ...object({ a: text }),
    dependentRequired: named(count, 'p', () => ['a']),
  })),
  'oneOf beside oneOf': wide((count) => ({
    allOf: times(count, (part) => ({
      oneOf: times(10, (branch) => object({ [`k${part}_${branch}`]: text })),
    })),
  })),
  'oneOf beside oneOf, discriminated by constants': wide((count) => ({
    allOf: times(count, (part) => ({
      oneOf: times(10, (branch) => ({
        ...object({ [`k${part}`]: { const: branch } }),
        required: [`k${part}`],
      })),
    })),
  })),
  'unions beside unions, by reference': (count) =>
    describe({
      A0: { allOf: times(count, (part) => reference(part + 1)) },
      ...Object.fromEntries(
        times(count, (part) => [
          `A${part + 1}`,
          { oneOf: times(10, (branch) => object({ [`k${part}_${branch}`]: text })) },
        ]),
      ),
    }),
  'enums beside enums': wide((count) => ({
    allOf: times(4, (part) => ({ enum: times(count * 10, (index) => index + part) })),
  })),
};

/** Positions: schemas that lead back to themselves by many members, where texts are parsed by what is known of them. */
export const positions: Readonly<Record<string, Growing>> = {
  'a JSON parameter': recursive((schema) => ({
    parameters: [{ name: 'f', in: 'query', content: { 'application/json': { schema } } }],
  })),
  'a deepObject parameter': recursive((schema) => ({
    parameters: [{ name: 'f', in: 'query', style: 'deepObject', explode: true, schema }],
  })),
  'a form': recursive((schema) => ({
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
  })),
  'a multipart body': recursive((schema) => ({
    requestBody: { content: { 'multipart/form-data': { schema } } },
  })),
  headers: recursive((schema) => ({
    parameters: [{ name: 'X-F', in: 'header', schema }],
    responses: { '204': { description: 'Done.', headers: { 'X-H': { schema } } } },
  })),
};
