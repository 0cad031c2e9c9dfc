import { diskHost } from '../../../generator/host/disk.js';
import { createSources } from '../../../generator/load/sources.js';
import type { Api, Operation, PathTemplate } from '../../../generator/model/api.js';
import { readApi } from '../../../generator/model/read/read-api.js';
import type { Json } from '../../../generator/model/schema.js';
import { exampleJson } from '../../../generator/typescript/examples/value.js';

/** The definition of an operation in the description, with default examples. */
export interface Described {
  readonly id: string;
  readonly method: string;
  /** The path with the examples of its parameters, and without a query. */
  readonly path: string;
  /** The permission that a key needs; none where no key is. */
  readonly permission: string | undefined;
  readonly success: number;
  /** Every other declared status. */
  readonly failures: readonly number[];
  /** Its responses, by status. */
  readonly answers: ReadonlyMap<number, Json | undefined>;
  /** Its request bodies. */
  readonly bodies: readonly Json[];
  /** Parameters of the query by name, with an example each; those that are required. */
  readonly required: URLSearchParams;
  readonly isPaged: boolean;
}

/** Every operation of the exchange, as its description has it. */
export const described: ReadonlyMap<string, Described> = new Map(
  describeAll('spec/exchange/rest.openapi.yaml').map((found) => [found.id, found]),
);

/** One of them. */
export function describedAs(id: string): Described {
  const found = described.get(id);
  if (found === undefined) throw new Error(`"${id}" is described`);
  return found;
}

function describeAll(path: string): readonly Described[] {
  const sources = createSources(diskHost('.'));
  const entry = sources.entry(path).value;
  const api = entry === undefined ? undefined : readApi(sources, entry).value;
  if (api === undefined) throw new Error(`${path} can be read`);
  return api.operations.map((operation) => describe(api, operation));
}

function describe(api: Api, operation: Operation): Described {
  const { id, binding, outcomes, request, security, parameters } = operation;
  if (id === undefined || binding.kind !== 'http' || !('parts' in binding.target))
    throw new Error('an operation has a name, a method and a path');
  const answers = new Map(
    outcomes.map(({ when, contents }) => {
      if (!('status' in when) || typeof when.status !== 'number')
        throw new Error('an outcome has a status');
      const [content] = contents;
      return [when.status, content && exampleJson({ api }, content)];
    }),
  );
  const [success = 0, ...failures] = answers.keys();
  const required = parameters.filter((each) => each.in === 'query' && each.required);
  return {
    id,
    method: binding.method,
    path: filledIn(binding.target, operation),
    permission: security[0]?.schemes[0]?.scopes[0],
    success,
    failures,
    answers,
    bodies: request?.contents[0]?.examples ?? [],
    required: new URLSearchParams(
      required.map(({ name, examples }): [string, string] => [name, String(examples[0])]),
    ),
    isPaged: operation.pagination !== undefined,
  };
}

function filledIn(target: PathTemplate, { parameters }: Operation): string {
  return target.parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const named = parameters.find((each) => each.in === 'path' && each.name === part.parameter);
      return String(named?.examples[0]);
    })
    .join('');
}
