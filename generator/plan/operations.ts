import { defineError, type DiagnosticType, type Reporter } from '../core/diagnostic.js';
import type { JsonRpcParams, Operation, Outcome, Pagination } from '../model/api.js';
import { sourceOf, tokensOf } from '../core/origin.js';
import { formatPointer, parsePointer } from '../core/pointer.js';
import type { SchemaId, SchemaTable } from '../model/schema.js';
import type { Shapes, Use } from '../model/shape/shape.js';
import { argumentLayout, planArguments, type ArgumentLayout } from './arguments.js';
import { exportedIdentifier, nameOf, type ChosenNames } from './names/name-scope.js';
import type { LinksOf } from './links.js';
import type { NameRequest } from './names/names.js';
import { isSuccess, respondName, sendsOtherBodies } from './outcomes.js';
import type {
  ArgumentsPlan,
  Identifier,
  IdentifierName,
  OperationPlan,
  OutcomePlan,
  PaginationPlan,
} from './plan.js';
import { memberSchema } from './schemas/pointer-schema.js';
import { acceptedTypes, contentsByDefault } from './representations.js';
import { pascalCase, upperFirst, wordsOf } from './names/words.js';

/** Pagination whose items are not an array of the response. */
export const paginationItems: DiagnosticType<{ default: { pointer: string; operation: string } }> =
  defineError('pagination-items', {
    default: ({ pointer, operation }) =>
      `"${pointer}" is not an array in the response of "${operation}"`,
  });

/** Requests for the type and constant names of an operation, with keys `<part> <operation key>`. */
export function operationTypeNames(
  operation: Operation,
  operationName: IdentifierName,
  schemas: SchemaTable,
): readonly NameRequest[] {
  const type = upperFirst(operationName);
  const request = (part: string, ...candidates: readonly string[]): NameRequest => ({
    key: `${part} ${operation.key}`,
    candidates,
  });
  const layout = argumentLayout(operation, schemas);
  const rpc = operation.binding.kind === 'json-rpc' ? operation.binding.params : undefined;
  return [
    request('descriptor', `${operationName}Descriptor`, `${operationName}OperationDescriptor`),
    operation.sentBy === 'client'
      ? request('call', `${type}Call`, `${type}OperationCall`)
      : request('arguments', `${type}Arguments`, `${type}CallArguments`),
    request('responses', `${type}Responses`, `${type}CallResponses`),
    ...(acceptedTypes(operation) === undefined
      ? []
      : [request('outcomes', `${type}Outcomes`, `${type}CallOutcomes`)]),
    request('request', `${type}HandlerRequest`, `${type}ServerRequest`),
    ...(sendsOtherBodies(operation)
      ? [request('replies', `${type}Replies`, `${type}HandlerReplies`)]
      : []),
    ...(layout.query.length > 0
      ? [request('query', `${type}Query`, `${type}QueryParameters`)]
      : []),
    ...(layout.headers.length > 0
      ? [request('headers', `${type}Headers`, `${type}HeaderParameters`)]
      : []),
    ...(layout.cookies.length > 0
      ? [request('cookies', `${type}Cookies`, `${type}CookieParameters`)]
      : []),
    ...(layout.kind === 'parts' ? [request('input', `${type}Input`, `${type}CallInput`)] : []),
    ...(rpc !== undefined && rpc.members.length > 0
      ? [request('params', `${type}Params`, `${type}MethodParams`)]
      : []),
    ...(layout.hasOptionsType ? [request('options', `${type}Options`, `${type}CallOptions`)] : []),
  ];
}

/**
 * Requests for the types of response headers: one for each response definition, however often it is
 * referenced.
 */
export function headerTypeNames(
  operations: readonly Operation[],
  functions: ChosenNames,
): readonly NameRequest[] {
  const requests = new Map<string, NameRequest>();
  for (const operation of operations) {
    for (const outcome of operation.outcomes) {
      if (outcome.headers.length === 0) continue;
      const { key, component } = headersKey(outcome, operation);
      const respond = upperFirst(respondName(outcome.when));
      const operationName = `${upperFirst(nameOf(functions, operation.key))}${respond}`;
      const shared = component === undefined ? [] : [pascalCase(wordsOf(component))];
      const candidates = [...shared, operationName].flatMap((name) => [
        `${name}Headers`,
        `${name}ResponseHeaders`,
      ]);
      requests.set(key, { key, candidates });
    }
  }
  return [...requests.values()];
}

/**
 * Key of a response's header type. A response written inline belongs to its operation, any other is
 * a component.
 */
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

/** Input for planning one operation. */
export interface OperationContext {
  readonly operation: Operation;
  readonly files: { readonly client: string; readonly server: string };
  readonly name: IdentifierName;
  readonly method: IdentifierName;
  /** Chosen names of the operation's parts, as requested by {@link operationTypeNames}. */
  readonly parts: ChosenNames;
  readonly linksOf: LinksOf;
  readonly shapes: Shapes;
  /** True if two schemas are equivalent. */
  readonly isSame: (left: SchemaId, right: SchemaId) => boolean;
  readonly typeOf: (id: SchemaId, use: Use) => Identifier | undefined;
  readonly reporter: Reporter;
}

/** Plans the names, types and outcomes of one operation. */
export function planOperation(context: OperationContext): OperationPlan {
  const { operation, files, name, method, parts } = context;
  const part = (key: string, from: string, kind: 'type' | 'value'): Identifier =>
    exportedIdentifier(parts, `${key} ${operation.key}`, from, kind);
  const layout = argumentLayout(operation, context.shapes.schemas);
  const pagination = operation.pagination && planPagination(operation.pagination, context);
  const links = context.linksOf(operation);
  const accepts = acceptedTypes(operation);
  return {
    operation,
    id: operation.id ?? operation.key.replace(/^operation:/u, ''),
    function: { name, from: files.client, typeOnly: false },
    method,
    descriptor: part('descriptor', files.client, 'value'),
    arguments: planOperationArguments(layout, context, part),
    callType: part(operation.sentBy === 'client' ? 'call' : 'arguments', files.client, 'type'),
    responsesType: part('responses', files.client, 'type'),
    ...(accepts === undefined
      ? {}
      : { accepts: { types: accepts, outcomesType: part('outcomes', files.client, 'type') } }),
    outcomes: operation.outcomes.map((outcome) => planOutcome(outcome, context)),
    ...(pagination === undefined ? {} : { pagination }),
    ...(links.length === 0 ? {} : { links }),
    server: {
      requestType: part('request', files.server, 'type'),
      ...(sendsOtherBodies(operation)
        ? { repliesType: part('replies', files.server, 'type') }
        : {}),
    },
  };
}

type Part = (key: string, from: string, kind: 'type' | 'value') => Identifier;

function planOperationArguments(
  layout: ArgumentLayout,
  context: OperationContext,
  part: Part,
): ArgumentsPlan {
  const { operation, files } = context;
  const { binding } = operation;
  const rpc = binding.kind === 'json-rpc' ? binding.params : undefined;
  const rpcParams = rpc && rpcForm(rpc, context.shapes);
  const input = (): Identifier | undefined => {
    if (layout.kind === 'parts') return part('input', files.client, 'type');
    if (rpc === undefined || rpcParams === undefined) return undefined;
    const [single] = rpc.members;
    const paramType =
      rpcParams === 'single' && single !== undefined
        ? context.typeOf(single.schema, { direction: 'send', representation: 'value' })
        : undefined;
    return paramType ?? part('params', 'types.ts', 'type');
  };
  const type = input();
  return planArguments(
    operation,
    layout,
    {
      ...(layout.query.length > 0 ? { query: part('query', files.client, 'type') } : {}),
      ...(layout.headers.length > 0 ? { headers: part('headers', files.client, 'type') } : {}),
      ...(layout.cookies.length > 0 ? { cookies: part('cookies', files.client, 'type') } : {}),
      ...(type === undefined ? {} : { input: type }),
      ...(layout.hasOptionsType ? { options: part('options', files.client, 'type') } : {}),
    },
    rpcParams,
  );
}

/**
 * A single positional object is itself the input. In all other cases, the params become properties
 * of an input object.
 */
export function rpcForm(params: JsonRpcParams, shapes: Shapes): 'single' | 'members' | undefined {
  const [single, ...others] = params.members;
  if (single === undefined) return undefined;
  if (params.kind === 'by-name' || others.length > 0) return 'members';
  let layout = shapes.of(single.schema, { direction: 'send', representation: 'value' });
  for (let steps = 0; layout.kind === 'reference' && steps < 32; steps += 1) {
    layout = shapes.of(layout.target, { direction: 'send', representation: 'value' });
  }
  return layout.kind === 'object' || layout.kind === 'intersection' || layout.kind === 'union'
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
    defaultContents: contentsByDefault(outcome, operation, isSame),
    ...(outcome.headers.length === 0
      ? {}
      : {
          headersType: exportedIdentifier(
            parts,
            headersKey(outcome, operation).key,
            'types.ts',
            'type',
          ),
        }),
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
  reporter.report(
    paginationItems.default({
      pointer: pagination.items,
      operation: operation.id ?? operation.key,
    }),
    pagination.origin,
    { hint: 'write the JSON Pointer to the array of items in the response body' },
  );
  return undefined;
}
