import { named, times } from './shapes-that-grow.js';

const reference = (index: number): object => ({ $ref: `#/components/schemas/A${index}` });
const object = (properties: object): object => ({ type: 'object', properties });
const integer = { type: 'integer' };

type Operation = (schema: object) => object;
type Schemas = (count: number) => Readonly<Record<string, object>>;

const form = (schema: object, encoding: object = {}): object => ({
  requestBody: { content: { 'application/x-www-form-urlencoded': { schema, encoding } } },
});
const deep = { style: 'deepObject', explode: true };

/** Serialization of `A0`: as members in brackets, or as those of a form. */
const operations: Readonly<Record<string, Operation>> = {
  'in a parameter': (schema) => ({ parameters: [{ name: 'f', in: 'query', ...deep, schema }] }),
  'in a required parameter': (schema) => ({
    parameters: [{ name: 'f', in: 'query', required: true, ...deep, schema }],
  }),
  'in a property of a form': (schema) => form(object({ f: schema }), { f: deep }),
  'in a form': (schema) => form(schema),
};

/** Schemas that lead back to themselves, or on to the next ones by several ways. */
const schemas: Readonly<Record<string, Schemas>> = {
  'each with all others': (count) => {
    const size = Math.ceil(Math.sqrt(count * 10));
    return named(size, 'A', () => object(named(size, 'p', reference)));
  },
  'each with an untyped property': (count) =>
    named(count, 'A', (index) =>
      object({ x: reference((index + 1) % count), y: reference((index + 2) % count), free: {} }),
    ),
  'chains with an untyped property': (count) => ({
    ...named(count, 'A', (index) => object({ x: reference(index + 1), y: reference(index + 1) })),
    [`A${count}`]: object({ free: {} }),
  }),
  'with alternatives': (count) =>
    named(count, 'A', (index) => ({
      oneOf: [
        object({ x: reference((index + 1) % count) }),
        object({ y: reference((index + 2) % count) }),
        object({ z: reference((index + 1) % count) }),
      ],
    })),
  'with recursive alternatives': (count) => ({
    A0: {
      oneOf: [
        { type: 'string' },
        ...times(count, (index) =>
          object({ [`p${index}`]: reference(0), q: { oneOf: [reference(0), integer] } }),
        ),
      ],
    },
  }),
  'alternatives of the next two': (count) => ({
    ...named(count, 'A', (index) => ({ oneOf: [reference(index + 1), reference(index + 2)] })),
    [`A${count}`]: object({ x: integer }),
    [`A${count + 1}`]: { oneOf: [object({ y: integer }), { type: 'string' }] },
  }),
};

function documentOf(schemas: object, operation: object): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Growth', version: '1.0.0' },
    paths: {
      '/a': {
        post: { operationId: 'a', responses: { '204': { description: 'Done.' } }, ...operation },
      },
    },
    components: { schemas },
  };
}

export const formDocuments: Readonly<
  Record<string, { readonly document: (count: number) => object }>
> = Object.fromEntries(
  Object.entries(schemas).flatMap(([name, of]) =>
    Object.entries(operations).map(([where, operation]) => [
      `${where}, schemas ${name}`,
      { document: (count: number) => documentOf(of(count), operation(reference(0))) },
    ]),
  ),
);

/** A text after which it has to be remembered at which levels there was another one: as many types as sets of levels. */
export const typesThatMultiply: Schemas = (count) => ({
  ...named(count, 'A', (index) => object({ x: reference(index + 1), y: reference(index + 1) })),
  A0: { anyOf: [object({ x: reference(0), y: reference(0) }), object({ x: reference(1) })] },
  [`A${count}`]: object({ z: integer }),
});

/** A document with one parameter of style `deepObject`. */
export function deepParameter(schemas: object): object {
  return documentOf(schemas, operations['in a parameter']?.(reference(0)) ?? {});
}
