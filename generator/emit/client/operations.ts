import type { Content } from '../../model/api.js';
import { isStream } from '../../model/stream-forms.js';
import type { Identifier, OperationPlan, OutcomePlan, Plan, ServicePlan } from '../../plan/plan.js';
import { takenContents } from '../../plan/representations.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { bodyType } from '../body-type.js';
import { partiesOf, type Party } from '../party.js';
import { code, type Code, identifier, join, propertyName, stringLiteral } from '../code.js';
import { dataLiteral } from '../data-literal.js';
import {
  exportedAlias,
  exportedClass,
  exportedConstant,
  exportedInterface,
  type Member,
} from '../declare.js';
import { operationDocs, seeFunction, serviceDocs } from '../operation-docs.js';
import { createFileScope } from '../file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';
import { itemType } from '../items-type.js';
import { typeOf } from '../type-of.js';
import { argumentDeclarations, argumentTuple } from './arguments.js';
import { describeOperation } from './descriptor.js';
import { partsOf } from './parts.js';
import { type Described, shareData } from './shared-data.js';

/** One file for each service: descriptors, argument and outcome types, standalone functions, the service's class. */
export function* emitOperations(plan: Plan): Iterable<SourceFile> {
  for (const service of plan.services) yield emitService(plan, service);
}

function emitService(plan: Plan, service: ServicePlan): SourceFile {
  const scope = createFileScope(plan, service.file);
  // First of all, since an import must make way for them: an operation may be called `json` or `bind`.
  for (const operation of service.operations) scope.name(operation.function);
  const { constants, descriptors } = shareData(
    scope,
    service.operations.map((operation) => describeOperation(plan, scope, operation)),
  );
  const operations = service.operations.flatMap((operation, index) =>
    emitOperation(plan, scope, operation, descriptors[index] ?? {}),
  );
  return scope.finish([...constants, ...operations, serviceClass(plan, scope, service)]);
}

function emitOperation(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
  described: Described,
): readonly Declaration[] {
  return [
    ...callDeclarations(plan, scope, operation, described, {
      descriptor: runtimeNames.types.OperationDescriptor,
      arguments: code`Arguments of ${seeFunction(operation)}.`,
      outcome: code`Every way in which ${seeFunction(operation)} can end.`,
    }),
    ...outcomesByType(plan, scope, operation),
    standaloneFunction(plan, scope, operation),
  ];
}

/** What is said of the declarations of a call: the type of its descriptor, and words. */
interface CallWords {
  readonly descriptor: Identifier;
  readonly arguments: Code;
  readonly outcome: Code;
}

/** The descriptor of a call, the types of its arguments, and that of its outcomes. */
export function callDeclarations(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
  described: Described,
  words: CallWords,
): readonly Declaration[] {
  const { descriptor, outcomeType, argumentsType } = operation;
  const name = scope.name(descriptor);
  const type = scope.name(words.descriptor);
  const before = `export const ${name}: ${type} = `.length;
  return [
    exportedConstant(name, type, dataLiteral(described, before)),
    ...argumentDeclarations(plan, scope, operation),
    exportedAlias(scope.name(argumentsType), argumentTuple(plan, scope, operation), {
      docs: [words.arguments],
    }),
    exportedAlias(scope.name(outcomeType), outcomeUnion(plan, scope, operation), {
      docs: [words.outcome],
    }),
  ];
}

/** The outcomes of an operation by the media type that a call asks for, where it may ask for one of several. */
function outcomesByType(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): readonly Declaration[] {
  const { accepts } = operation;
  if (accepts === undefined) return [];
  const usual = outcomeUnion(plan, scope, operation);
  const members = accepts.types.map((type): Member => {
    const union = outcomeUnion(plan, scope, operation, (outcome) =>
      takenContents(outcome, operation.operation, type),
    );
    return {
      name: propertyName(type),
      type: union === usual ? scope.name(operation.outcomeType) : union,
    };
  });
  return [
    exportedInterface(scope.name(accepts.outcomesType), {
      docs: [
        code`Every way in which ${seeFunction(operation)} can end, by the media type that it is asked for (\`accept\`).`,
      ],
      members,
    }),
  ];
}

function standaloneFunction(plan: Plan, scope: FileScope, operation: OperationPlan): Declaration {
  const isRpc = operation.operation.binding.kind === 'json-rpc';
  const make = isRpc
    ? runtimeNames.rpc[operation.pagination === undefined ? 'rpcOperation' : 'pagedRpcOperation']
    : runtimeNames.http[httpForms[formOf(operation)].make];
  const parts = isRpc ? [] : partsOf(plan, operation);
  const given = [operation.descriptor, ...parts].map((name) => scope.name(name));
  return exportedConstant(
    scope.name(operation.function),
    functionType(plan, scope, operation),
    code`/* @__PURE__ */ ${scope.name(make)}(${join(given, ', ')})`,
    operationDocs(plan, operation),
  );
}

/** `ClientCall<Arguments, Value, Outcome>`, or the type of another form of call whose first argument is the client. */
function functionType(plan: Plan, scope: FileScope, operation: OperationPlan): Code {
  const { binding } = operation.operation;
  const tuple = scope.name(operation.argumentsType);
  const { ByClient, ClientCall } = runtimeNames.http;
  if (binding.kind === 'json-rpc' || formOf(operation) !== 'none')
    return callType(plan, scope, operation, code`${scope.name(ByClient)}<${tuple}>`);
  const value = valueType(plan, scope, operation);
  const call = code`${scope.name(ClientCall)}<${tuple}, ${value}, ${scope.name(operation.outcomeType)}>`;
  return operation.accepts === undefined
    ? call
    : negotiated(scope, operation, code`${scope.name(ByClient)}<${tuple}>`, call);
}

/** A form of call, and what it takes beside that where its answer comes in several media types. */
function negotiated(scope: FileScope, operation: OperationPlan, tuple: Code, call: Code): Code {
  const { accepts } = operation;
  if (accepts === undefined) return call;
  const type = scope.name(runtimeNames.types.Negotiated);
  return code`${type}<${tuple}, ${scope.name(accepts.outcomesType)}> & ${call}`;
}

/** What an operation over HTTP is made with and bound with. */
const httpForms = {
  none: { make: 'operation', bind: 'bind' },
  streamed: { make: 'streamedOperation', bind: 'bindStreamed' },
  items: { make: 'itemOperation', bind: 'bindItems' },
  streamedItems: { make: 'streamedItemOperation', bind: 'bindStreamedItems' },
  forward: { make: 'pagedOperation', bind: 'bindPaged' },
  both: { make: 'twoWayPagedOperation', bind: 'bindTwoWayPaged' },
} as const;

function formOf(operation: OperationPlan): keyof typeof httpForms {
  const { pagination } = operation;
  if (pagination === undefined) {
    const contents = successContents(operation);
    const isBytes = contents.some(({ codec }) => codec === 'binary' || codec === 'opaque');
    if (contents.some(isStream)) return isBytes ? 'streamedItems' : 'items';
    return isBytes ? 'streamed' : 'none';
  }
  return pagination.pagination.back === undefined ? 'forward' : 'both';
}

/** `Call<Arguments, Value, Outcome>`, or one of its paged forms. */
function callType(plan: Plan, scope: FileScope, operation: OperationPlan, tuple: Code): Code {
  const value = valueType(plan, scope, operation);
  const outcome = scope.name(operation.outcomeType);
  const rpc = operation.operation.binding.kind === 'json-rpc';
  if (operation.pagination === undefined) {
    const { Call, StreamedCall, ItemCall, StreamedItemCall } = runtimeNames.types;
    const form = formOf(operation);
    if (form === 'items' || form === 'streamedItems') {
      const streams = successContents(operation).filter(isStream);
      const item = itemType(plan, scope, streams, 'client-receives');
      const call = scope.name(form === 'items' ? ItemCall : StreamedItemCall);
      const whole = code`${call}<${tuple}, ${value}, ${item}, ${outcome}>`;
      return negotiated(scope, operation, tuple, whole);
    }
    const plain = form === 'streamed' ? StreamedCall : Call;
    const call = scope.name(rpc ? runtimeNames.rpc.RpcCall : plain);
    return negotiated(scope, operation, tuple, code`${call}<${tuple}, ${value}, ${outcome}>`);
  }
  const item = typeOf(plan, scope, operation.pagination.item, receive);
  const { PagedCall, TwoWayPagedCall } = runtimeNames.types;
  const plain = formOf(operation) === 'both' ? TwoWayPagedCall : PagedCall;
  const call = scope.name(rpc ? runtimeNames.rpc.PagedRpcCall : plain);
  return code`${call}<${tuple}, ${value}, ${item}, ${outcome}>`;
}

const receive = { direction: 'receive', representation: 'value' } as const;

function valueType(plan: Plan, scope: FileScope, operation: OperationPlan): Code {
  const types = operation.outcomes
    .filter(({ success }) => success)
    .map(({ usual }) => bodyType(plan, scope, usual, 'client-receives'));
  return types.length === 0 ? code`undefined` : join([...new Set(types)], ' | ');
}

function successContents({ outcomes }: OperationPlan): readonly Content[] {
  return outcomes.flatMap(({ success, outcome }) => (success ? outcome.contents : []));
}

/** Every way in which a call can end, as a union. */
function outcomeUnion(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
  takes: (outcome: OutcomePlan) => readonly Content[] = ({ usual }) => usual,
): Code {
  const { hears } = partiesOf(operation.operation);
  const declared = operation.outcomes.map((outcome) =>
    outcomeType(plan, scope, outcome, hears, takes(outcome)),
  );
  const rpc = operation.operation.binding;
  const failures = rpc.kind === 'json-rpc' ? [rpcFailure(scope, rpc.errors)] : [];
  return join([...declared, ...failures, scope.name(runtimeNames.types.Unexpected)], ' | ');
}

function rpcFailure(scope: FileScope, errors: readonly { readonly code: number }[]): Code {
  const codes = errors.map(({ code: number }) => code`${number}`);
  const failure = scope.name(runtimeNames.types.RpcFailure);
  return codes.length === 0 ? failure : code`${failure}<${join(codes, ' | ')}>`;
}

function outcomeType(
  plan: Plan,
  scope: FileScope,
  planned: OutcomePlan,
  hears: Party,
  contents: readonly Content[],
): Code {
  const { outcome, success, headersType } = planned;
  const { types } = runtimeNames;
  const body = success
    ? bodyType(plan, scope, contents, hears)
    : bodyType(plan, scope, contents, hears, 'text');
  const headers = headersType === undefined ? code`` : code`, ${scope.name(headersType)}`;
  const content = code`<${statusKey(outcome.when)}, ${body}${headers}>`;
  const failure = (): Code => code`${scope.name(types.Failure)}${content}`;
  if (!success) return failure();
  const value = code`${scope.name(types.Success)}${content}`;
  // A `default` that stands alone is success and failure alike; the status decides.
  const alone = 'status' in outcome.when && outcome.when.status === 'default';
  return alone ? join([value, failure()], ' | ') : value;
}

function statusKey(when: OutcomePlan['outcome']['when']): Code {
  if ('result' in when) return code`200`;
  return typeof when.status === 'number' ? code`${when.status}` : stringLiteral(when.status);
}

function serviceClass(plan: Plan, scope: FileScope, service: ServicePlan): Declaration {
  const client = scope.name(runtimeNames.http.Client);
  const fields = service.operations.map((operation): Member => ({
    name: identifier(operation.method),
    type: callType(plan, scope, operation, scope.name(operation.argumentsType)),
    docs: operationDocs(plan, operation),
  }));
  const statements = service.operations.map((operation) => {
    const bind = bindFunction(operation);
    return code`this.${identifier(operation.method)} = ${scope.name(bind)}(client, ${scope.name(operation.function)});`;
  });
  return exportedClass(scope.name(service.className), {
    docs: serviceDocs(service),
    fields,
    constructorParameters: [{ name: code`client`, type: client }],
    constructorStatements: statements,
  });
}

function bindFunction(operation: OperationPlan): (typeof runtimeNames.http)['bind'] {
  if (operation.operation.binding.kind === 'json-rpc')
    return runtimeNames.rpc[operation.pagination === undefined ? 'bindRpc' : 'bindPagedRpc'];
  return runtimeNames.http[httpForms[formOf(operation)].bind];
}
