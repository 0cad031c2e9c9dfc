import type { Api, Content, Operation, Outcome, Parameter } from '../model/api.js';
import type { SchemaId, SchemaTable } from '../model/schema.js';
import { isStream, streamForms } from '../model/stream-forms.js';
import type { ChosenNames } from './exported.js';
import { isSuccess, respondName } from './outcomes.js';
import type { ContextSchema } from './schema-names.js';
import { placeCandidates } from './schema-places.js';
import type { Root } from './schema-walk.js';
import { camelCase, pascalCase, upperFirst, wordsOf } from './words.js';

/** What operations hold, looked up once for each. */
export interface Held {
  /** Schemas that an operation holds, with what they are to it. */
  contexts(operation: Operation): readonly ContextSchema[];
  /** Everything of an operation that travels, with its direction. */
  roots(operation: Operation): readonly Root[];
}

/** Begins to look through operations, which `functions` names. */
export function createHeld(table: SchemaTable, functions: ChosenNames): Held {
  const contexts = new Map<Operation, readonly ContextSchema[]>();
  const roots = new Map<Operation, readonly Root[]>();
  return {
    contexts: (operation) =>
      once(contexts, operation, () =>
        contextSchemas(table, operation, ownerName(operation, functions)),
      ),
    roots: (operation) => once(roots, operation, () => operationRoots(table, operation)),
  };
}

/** What an operation is called where something is called after it: its function's name, in Pascal case. */
export function ownerName(operation: Operation, functions: ChosenNames): string {
  const known = functions.get(operation.key);
  if (known !== undefined) return upperFirst(known);
  return upperFirst(camelCase(wordsOf(operation.id ?? operation.key.replace(/^operation:/u, ''))));
}

/** Schemas of other files that a person asks for, called as those call them. */
export function schemasElsewhere({ elsewhere = [] }: Api): readonly ContextSchema[] {
  return elsewhere.flatMap(({ id }) =>
    id === undefined ? [] : [{ id, candidates: placeCandidates(id), always: true as const }],
  );
}

function once<Value>(known: Map<Operation, Value>, operation: Operation, find: () => Value): Value {
  const before = known.get(operation);
  if (before !== undefined) return before;
  const value = find();
  known.set(operation, value);
  return value;
}

/** Schemas that an operation holds; `name` is the operation's in Pascal case. */
function contextSchemas(
  table: SchemaTable,
  operation: Operation,
  name: string,
): readonly ContextSchema[] {
  const found: ContextSchema[] = [];
  const add = (id: SchemaId | undefined, ...suffixes: readonly string[]): void => {
    if (id !== undefined) found.push({ id, candidates: suffixes.map((suffix) => name + suffix) });
  };
  const addContents = (contents: readonly Content[], ...suffixes: readonly string[]): void => {
    const [main] = contents;
    for (const content of contents) {
      const kind =
        content === main ? '' : pascalCase(wordsOf(content.mediaType.replace(/^.*\//u, '')));
      if (!isStream(content)) {
        add(content.schema, ...suffixes.map((suffix) => `${kind}${suffix}`));
        continue;
      }
      for (const { schema, names: [event] = [] } of streamForms(table, content)) {
        const what = event === undefined ? 'Item' : pascalCase(wordsOf(event));
        add(schema, ...suffixes.map((suffix) => `${kind}${suffix}${what}`));
      }
    }
  };
  addContents(operation.request?.contents ?? [], 'Body', 'RequestBody');
  for (const parameter of operation.parameters) {
    add(
      parameter.schema,
      pascalCase(wordsOf(parameter.name)),
      `${pascalCase(wordsOf(parameter.name))}Parameter`,
    );
  }
  const main = mainSuccess(operation);
  for (const outcome of operation.outcomes) {
    const respond = upperFirst(respondName(outcome.when));
    const suffixes = outcome === main ? ['Response', `${respond}Response`] : [`${respond}Response`];
    addContents(outcome.contents, ...suffixes, `${respond}ResponseBody`);
    for (const header of outcome.headers)
      add(header.schema, `${respond}${pascalCase(wordsOf(header.name))}`);
  }
  for (const [part, header] of headersOfParts(operation))
    add(header.schema, pascalCase([...wordsOf(part), ...wordsOf(header.name)]));
  if (operation.binding.kind === 'json-rpc') {
    const { params, result, errors } = operation.binding;
    for (const member of params.members)
      add(
        member.schema,
        pascalCase(wordsOf(member.name)),
        `${pascalCase(wordsOf(member.name))}Param`,
      );
    add(result, 'Result', 'ResultValue');
    for (const error of errors) add(error.data, `${pascalCase(wordsOf(error.name))}Data`);
  }
  return found;
}

/** The answer that a person means by "the response": the lowest 2XX, or `default` where there is none. */
function mainSuccess(operation: Operation): Outcome | undefined {
  const successes = operation.outcomes.filter((outcome) => isSuccess(outcome, operation));
  const rank = ({ when }: Outcome): number =>
    'status' in when && typeof when.status === 'number' ? when.status : 999;
  return successes.reduce<Outcome | undefined>(
    (best, outcome) => (best === undefined || rank(outcome) < rank(best) ? outcome : best),
    undefined,
  );
}

/** The header lines of the parts of an operation's forms, with the names of their members. */
function headersOfParts({ request }: Operation): readonly (readonly [string, Parameter])[] {
  return (request?.contents ?? []).flatMap(({ parts = [] }) =>
    parts.flatMap(({ name, headers }) => headers.map((header) => [name, header] as const)),
  );
}

/** Everything of an operation that travels. */
function operationRoots(table: SchemaTable, operation: Operation): readonly Root[] {
  const roots: Root[] = [];
  const add = (direction: Root['direction'], id: SchemaId | undefined): void => {
    if (id !== undefined) roots.push({ id, direction });
  };
  // What a server sends to a client by itself travels the other way round.
  const there = operation.sentBy === 'client' ? 'send' : 'receive';
  const back = operation.sentBy === 'client' ? 'receive' : 'send';
  for (const parameter of operation.parameters) {
    add(there, parameter.schema);
    if (parameter.wire.kind === 'content') add(there, parameter.wire.content.schema);
  }
  const addContent = (direction: Root['direction'], content: Content): void => {
    if (!isStream(content)) add(direction, content.schema);
    else for (const { schema } of streamForms(table, content)) add(direction, schema);
  };
  for (const content of operation.request?.contents ?? []) addContent(there, content);
  for (const [, header] of headersOfParts(operation)) add(there, header.schema);
  for (const outcome of operation.outcomes) {
    for (const header of outcome.headers) add(back, header.schema);
    for (const content of outcome.contents) addContent(back, content);
  }
  if (operation.binding.kind === 'json-rpc') {
    for (const member of operation.binding.params.members) add(there, member.schema);
    add(back, operation.binding.result);
    for (const error of operation.binding.errors) add(back, error.data);
  }
  return roots;
}
