import type { Api, Content, Operation, Outcome, Parameter } from '../../model/api.js';
import type { SchemaId, SchemaTable } from '../../model/schema.js';
import { isStream, streamForms } from '../../model/analysis/stream-forms.js';
import type { ChosenNames } from '../names/name-scope.js';
import { isSuccess, respondName } from '../outcomes.js';
import type { ContextSchema } from '../names/schema-names.js';
import { pointerNames } from '../names/inline-schema-names.js';
import type { Root } from './schema-walk.js';
import { camelCase, pascalCase, upperFirst, wordsOf } from '../names/words.js';

/** Schemas used by operations, computed once for each operation. */
export interface InlineSchemas {
  /** Schemas of an operation, with name candidates for their roles. */
  contexts(operation: Operation): readonly ContextSchema[];
  /** Schemas of everything that an operation sends and receives, with the direction. */
  roots(operation: Operation): readonly Root[];
}

/** Creates the lookup for operations, whose functions are named by `functions`. */
export function createInlineSchemas(table: SchemaTable, functions: ChosenNames): InlineSchemas {
  const contexts = new Map<Operation, readonly ContextSchema[]>();
  const roots = new Map<Operation, readonly Root[]>();
  return {
    contexts: (operation) =>
      cached(contexts, operation, () =>
        contextSchemas(table, operation, ownerName(operation, functions)),
      ),
    roots: (operation) => cached(roots, operation, () => operationRoots(table, operation)),
  };
}

/** Prefix for names that derive from an operation: the name of its function in PascalCase. */
export function ownerName(operation: Operation, functions: ChosenNames): string {
  const known = functions.get(operation.key);
  if (known !== undefined) return upperFirst(known);
  return upperFirst(camelCase(wordsOf(operation.id ?? operation.key.replace(/^operation:/u, ''))));
}

/** Schemas of other files that the user selected, named after their locations. */
export function externalSchemas({ elsewhere = [] }: Api): readonly ContextSchema[] {
  return elsewhere.flatMap(({ id }) =>
    id === undefined ? [] : [{ id, candidates: pointerNames(id), alwaysNamed: true as const }],
  );
}

function cached<Value>(
  known: Map<Operation, Value>,
  operation: Operation,
  find: () => Value,
): Value {
  const cached = known.get(operation);
  if (cached !== undefined) return cached;
  const value = find();
  known.set(operation, value);
  return value;
}

/** Collects the schemas of an operation. `name` is the operation's name in PascalCase. */
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
        const eventName = event === undefined ? 'Item' : pascalCase(wordsOf(event));
        add(schema, ...suffixes.map((suffix) => `${kind}${suffix}${eventName}`));
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

/** Main successful response: the lowest 2XX status, or `default`. */
function mainSuccess(operation: Operation): Outcome | undefined {
  const successes = operation.outcomes.filter((outcome) => isSuccess(outcome, operation));
  const rank = ({ when }: Outcome): number =>
    'status' in when && typeof when.status === 'number' ? when.status : 999;
  return successes.reduce<Outcome | undefined>(
    (best, outcome) => (best === undefined || rank(outcome) < rank(best) ? outcome : best),
    undefined,
  );
}

/** Headers of the parts of an operation's forms, with the names of the properties. */
function headersOfParts({ request }: Operation): readonly (readonly [string, Parameter])[] {
  return (request?.contents ?? []).flatMap(({ parts = [] }) =>
    parts.flatMap(({ name, headers }) => headers.map((header) => [name, header] as const)),
  );
}

/** Schemas of everything that an operation sends and receives. */
function operationRoots(table: SchemaTable, operation: Operation): readonly Root[] {
  const roots: Root[] = [];
  const add = (direction: Root['direction'], id: SchemaId | undefined): void => {
    if (id !== undefined) roots.push({ id, direction });
  };
  // The directions are reversed for webhooks and callbacks, which the server sends.
  const requestDirection = operation.sentBy === 'client' ? 'send' : 'receive';
  const responseDirection = operation.sentBy === 'client' ? 'receive' : 'send';
  for (const parameter of operation.parameters) {
    add(requestDirection, parameter.schema);
    if (parameter.wire.kind === 'content') add(requestDirection, parameter.wire.content.schema);
  }
  const addContent = (direction: Root['direction'], content: Content): void => {
    if (!isStream(content)) add(direction, content.schema);
    else for (const { schema } of streamForms(table, content)) add(direction, schema);
  };
  for (const content of operation.request?.contents ?? []) addContent(requestDirection, content);
  for (const [, header] of headersOfParts(operation)) add(requestDirection, header.schema);
  for (const outcome of operation.outcomes) {
    for (const header of outcome.headers) add(responseDirection, header.schema);
    for (const content of outcome.contents) addContent(responseDirection, content);
  }
  if (operation.binding.kind === 'json-rpc') {
    for (const member of operation.binding.params.members) add(requestDirection, member.schema);
    add(responseDirection, operation.binding.result);
    for (const error of operation.binding.errors) add(responseDirection, error.data);
  }
  return roots;
}
