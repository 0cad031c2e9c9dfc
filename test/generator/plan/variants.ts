/** A description, or a part of one. */
export type Tree = { [name: string]: unknown };

/** Numbers between 0 and 1, the same in every run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The same object with its members in another order. */
function shuffled(object: unknown, next: () => number): object {
  const entries = Object.entries(object ?? {}).map((entry) => [next(), entry] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, entry]) => entry));
}

/** The description with members reordered wherever order means nothing. */
export function reordered(described: Tree, next: () => number): object {
  const components = described['components'] as Tree | undefined;
  const paths = Object.entries(described['paths'] ?? {}).map(([path, item]) => [
    path,
    shuffled(item, next),
  ]);
  return shuffled(
    {
      ...described,
      paths: shuffled(Object.fromEntries(paths), next),
      components: shuffled(
        { ...components, schemas: shuffled(components?.['schemas'], next) },
        next,
      ),
    },
    next,
  );
}

/** An object. */
export const zebra: object = { type: 'object', properties: { stripes: { type: 'integer' } } };
/** Responses of an operation. */
export const answer: object = { '200': { description: 'Fine.' } };

/** The description with additional schemas, operations and a tag. */
export function grown(described: Tree, schemas: object, paths: object): Tree {
  const components = described['components'] as Tree | undefined;
  return {
    ...described,
    paths: { ...paths, ...(described['paths'] as object) },
    components: {
      ...components,
      schemas: { ...schemas, ...(components?.['schemas'] as object | undefined) },
    },
  };
}

/** Schemas and paths that have to do with nothing in any description. */
export const unrelated: readonly [schemas: object, paths: object] = [
  { ZebraHerd: zebra, 'zebra-herd-list': { type: 'array', items: zebra } },
  {
    '/zebra-herds': { get: { responses: answer } },
    '/zebra-herds/{zebraId}': {
      post: {
        operationId: 'paintZebra',
        tags: ['Zebras'],
        parameters: [{ name: 'zebraId', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: zebra } } },
        responses: answer,
      },
    },
  },
];
