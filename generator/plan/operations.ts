import type { Reporter } from '../core/diagnostic.js';
import type { JsonRpcParams, Operation, Outcome, Pagination } from '../model/api.js';
import { sourceOf, tokensOf } from '../core/origin.js';
import { formatPointer, parsePointer } from '../core/pointer.js';
import type { SchemaId, SchemaTable } from '../model/schema.js';
import type { Shapes, Use } from '../model/shape.js';
import { argumentsShape, planArguments, type ArgumentsShape } from './arguments.js';
import { exported, nameOf, type ChosenNames } from './exported.js';
import type { LinksOf } from './links.js';
import type { Wish } from './names.js';
import { isSuccess, respondName } from './outcomes.js';
import type {
  ArgumentsPlan,
  Identifier,
  IdentifierName,
  OperationPlan,
  OutcomePlan,
  PaginationPlan,
} from './plan.js';
import { memberSchema } from './pointer-schema.js';
import { acceptedTypes, usualContents } from './representations.js';
import { pascalCase, upperFirst, wordsOf } from './words.js';

/** The names that one operation needs beside its function's, as wishes under `<part> <operation key>`. */
export function operationWishes(
  operation: Operation,
  own: IdentifierName,
  schemas: SchemaTable,
): readonly Wish[] {
  const type = upperFirst(own);
  const wish = (part: string, ...candidates: readonly string[]): Wish => ({
    key: `${part} ${operation.key}`,
    candidates,
  });
  const shape = argumentsShape(operation, schemas);
  const rpc = operation.binding.kind === 'json-rpc' ? operation.binding.params : undefined;
  return [
    wish('descriptor', `${own}Descriptor`, `${own}OperationDescriptor`),
    wish('arguments', `${type}Arguments`, `${type}CallArguments`),
    wish('outcome', `${type}Outcome`, `${type}CallOutcome`),
    ...(acceptedTypes(operation) === undefined
      ? []
      : [wish('outcomes', `${type}Outcomes`, `${type}CallOutcomes`)]),
    wish('request', `${type}HandlerRequest`, `${type}ServerRequest`),
    wish('respond', `${type}Respond`, `${type}HandlerRespond`),
    wish('answer', `${type}Answer`, `${type}HandlerAnswer`),
    ...(shape.query.length > 0 ? [wish('query', `${type}Query`, `${type}QueryParameters`)] : []),
    ...(shape.headers.length > 0
      ? [wish('headers', `${type}Headers`, `${type}HeaderParameters`)]
      : []),
    ...(shape.cookies.length > 0
      ? [wish('cookies', `${type}Cookies`, `${type}CookieParameters`)]
      : []),
    ...(shape.kind === 'parts' ? [wish('input', `${type}Input`, `${type}CallInput`)] : []),
    ...(rpc !== undefined && rpc.members.length > 0
      ? [wish('params', `${type}Params`, `${type}MethodParams`)]
      : []),
    ...(shape.ownOptions ? [wish('options', `${type}Options`, `${type}CallOptions`)] : []),
  ];
}

/** The names of response headers' types: one for each response that is written, wherever it is used. */
export function headersWishes(
  operations: readonly Operation[],
  functions: ChosenNames,
): readonly Wish[] {
  const wishes = new Map<string, Wish>();
  for (const operation of operations) {
    for (const outcome of operation.outcomes) {
      if (outcome.headers.length === 0) continue;
      const { key, component } = headersKey(outcome, operation);
      const respond = upperFirst(respondName(outcome.when));
      const own = `${upperFirst(nameOf(functions, operation.key))}${respond}`;
      const shared = component === undefined ? [] : [pascalCase(wordsOf(component))];
      const candidates = [...shared, own].flatMap((name) => [
        `${name}Headers`,
        `${name}ResponseHeaders`,
      ]);
      wishes.set(key, { key, candidates });
    }
  }
  return [...wishes.values()];
}

/** Responses that a path item holds belong to their operation; any other place is a component. */
function headersKey(
  outcome: Outcome,
  operation: Operation,
): { readonly key: string; readonly component?: string } {
  const tokens = tokensOf(outcome.origin);
  const component =
    tokens.includes('responses') && tokens[0] !== 'components' ? undefined : tokens.at(-1);
  if (component === undefined || /^\d+$/u.test(component)) {
    return { key: `${respondName(outcome.when)} headers ${operation.key}` };
  }
  return { key: `headers ${sourceOf(outcome.origin).uri}#${formatPointer(tokens)}`, component };
}

/** What planning one operation takes. */
export interface OperationContext {
  readonly operation: Operation;
  readonly files: { readonly client: string; readonly server: string };
  readonly name: IdentifierName;
  readonly method: IdentifierName;
  /** Names of the operation's parts, as wished for by `operationWishes`. */
  readonly parts: ChosenNames;
  readonly linksOf: LinksOf;
  readonly shapes: Shapes;
  /** Whether two schemas have one content. */
  readonly isSame: (left: SchemaId, right: SchemaId) => boolean;
  readonly typeOf: (id: SchemaId, use: Use) => Identifier | undefined;
  readonly reporter: Reporter;
}

/** Everything TypeScript will say about one operation. */
export function planOperation(context: OperationContext): OperationPlan {
  const { operation, files, name, method, parts } = context;
  const part = (key: string, from: string, kind: 'type' | 'value'): Identifier =>
    exported(parts, `${key} ${operation.key}`, from, kind);
  const shape = argumentsShape(operation, context.shapes.schemas);
  const pagination = operation.pagination && planPagination(operation.pagination, context);
  const links = context.linksOf(operation);
  const accepts = acceptedTypes(operation);
  return {
    operation,
    id: operation.id ?? operation.key.replace(/^operation:/u, ''),
    function: { name, from: files.client, typeOnly: false },
    method,
    descriptor: part('descriptor', files.client, 'value'),
    arguments: planOperationArguments(shape, context, part),
    argumentsType: part('arguments', files.client, 'type'),
    outcomeType: part('outcome', files.client, 'type'),
    ...(accepts === undefined
      ? {}
      : { accepts: { types: accepts, outcomesType: part('outcomes', files.client, 'type') } }),
    outcomes: operation.outcomes.map((outcome) => planOutcome(outcome, context)),
    ...(pagination === undefined ? {} : { pagination }),
    ...(links.length === 0 ? {} : { links }),
    server: {
      requestType: part('request', files.server, 'type'),
      respondType: part('respond', files.server, 'type'),
      answerType: part('answer', files.server, 'type'),
    },
  };
}

type Part = (key: string, from: string, kind: 'type' | 'value') => Identifier;

function planOperationArguments(
  shape: ArgumentsShape,
  context: OperationContext,
  part: Part,
): ArgumentsPlan {
  const { operation, files } = context;
  const { binding } = operation;
  const rpc = binding.kind === 'json-rpc' ? binding.params : undefined;
  const rpcParams = rpc && rpcForm(rpc, context.shapes);
  const input = (): Identifier | undefined => {
    if (shape.kind === 'parts') return part('input', files.client, 'type');
    if (rpc === undefined || rpcParams === undefined) return undefined;
    const [only] = rpc.members;
    const named =
      rpcParams === 'single' && only !== undefined
        ? context.typeOf(only.schema, { direction: 'send', representation: 'value' })
        : undefined;
    return named ?? part('params', 'types.ts', 'type');
  };
  const type = input();
  return planArguments(
    operation,
    shape,
    {
      ...(shape.query.length > 0 ? { query: part('query', files.client, 'type') } : {}),
      ...(shape.headers.length > 0 ? { headers: part('headers', files.client, 'type') } : {}),
      ...(shape.cookies.length > 0 ? { cookies: part('cookies', files.client, 'type') } : {}),
      ...(type === undefined ? {} : { input: type }),
      ...(shape.ownOptions ? { options: part('options', files.client, 'type') } : {}),
    },
    rpcParams,
  );
}

/** One positional object is the input itself; anything else makes an input of which the params are members. */
export function rpcForm(params: JsonRpcParams, shapes: Shapes): 'single' | 'members' | undefined {
  const [only, ...others] = params.members;
  if (only === undefined) return undefined;
  if (params.kind === 'by-name' || others.length > 0) return 'members';
  let shape = shapes.of(only.schema, { direction: 'send', representation: 'value' });
  for (let steps = 0; shape.kind === 'reference' && steps < 32; steps += 1) {
    shape = shapes.of(shape.target, { direction: 'send', representation: 'value' });
  }
  return shape.kind === 'object' || shape.kind === 'intersection' || shape.kind === 'union'
    ? 'single'
    : 'members';
}

function planOutcome(
  outcome: Outcome,
  { operation, parts, isSame }: OperationContext,
): OutcomePlan {
  const respond = respondName(outcome.when);
  return {
    outcome,
    respond,
    success: isSuccess(outcome, operation),
    usual: usualContents(outcome, operation, isSame),
    ...(outcome.headers.length === 0
      ? {}
      : { headersType: exported(parts, headersKey(outcome, operation).key, 'types.ts', 'type') }),
  };
}

function planPagination(
  pagination: Pagination,
  context: OperationContext,
): PaginationPlan | undefined {
  const { operation, shapes, reporter } = context;
  const success = operation.outcomes.find((outcome) => isSuccess(outcome, operation));
  const body =
    success?.contents.find(({ codec, schema }) => codec === 'json' && schema !== undefined)
      ?.schema ?? (operation.binding.kind === 'json-rpc' ? operation.binding.result : undefined);
  const path = parsePointer(pagination.items);
  const items =
    body === undefined || path === undefined ? undefined : memberSchema(shapes, body, path);
  const item = items === undefined ? undefined : memberSchema(shapes, items, ['-']);
  if (item !== undefined) return { pagination, item };
  reporter.error(
    'pagination-items',
    pagination.origin,
    `"${pagination.items}" is no array of the response of "${operation.id ?? operation.key}"`,
    { hint: 'name the array of items as a JSON Pointer into the response body' },
  );
  return undefined;
}
