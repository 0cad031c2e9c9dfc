import type { Content } from '../../model/api.js';
import { isStream } from '../../model/analysis/stream-forms.js';
import type { OperationPlan, Plan, ServicePlan } from '../../plan/plan.js';
import { acceptedContents } from '../../plan/representations.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { bodyType } from '../../typescript/body-type.js';
import { code, type Code, identifier, propertyName } from '../../printer/code.js';
import { pureCall, assigns, call } from '../../printer/values.js';
import { isSame } from '../../printer/syntax.js';
import { generic, intersection, union } from '../../printer/types.js';
import {
  exportedClass,
  exportedConstant,
  exportedInterface,
  type Member,
} from '../../printer/declare.js';
import { operationDocs, seeFunction, serviceDocs } from '../../typescript/operation-docs.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { itemType } from '../../typescript/items-type.js';
import { typeExpression } from '../../typescript/type-expression.js';
import { callDeclarations, outcomeUnion } from '../calls/call-declarations.js';
import { describeOperation } from '../calls/descriptor.js';
import { capabilitiesOf } from '../calls/capabilities.js';
import { type DescriptorData, extractSharedConstants } from '../calls/shared-constants.js';

/**
 * Emits one file for each service: descriptors, argument and outcome types, standalone functions
 * and the service's class.
 */
export function* emitOperations(plan: Plan): Iterable<SourceFile> {
  for (const service of plan.services) yield emitService(plan, service);
}

function emitService(plan: Plan, service: ServicePlan): SourceFile {
  const scope = createFileScope(plan, service.file);
  // Reserved before any import, because an operation may be called `json` or `bind`.
  for (const operation of service.operations) scope.name(operation.function);
  const { constants, descriptors } = extractSharedConstants(
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
  descriptorData: DescriptorData,
): readonly Declaration[] {
  return [
    ...callDeclarations(plan, scope, operation, descriptorData, {
      descriptor: runtimeNames.types.OperationDescriptor,
      arguments: code`Arguments of ${seeFunction(operation)}.`,
      outcome: code`Union of the outcomes of ${seeFunction(operation)}.`,
    }),
    ...outcomesByMediaType(plan, scope, operation),
    standaloneFunction(plan, scope, operation),
  ];
}

/**
 * Emits the outcomes of an operation for each media type that a call may select. Empty if there is
 * no choice.
 */
function outcomesByMediaType(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): readonly Declaration[] {
  const { accepts } = operation;
  if (accepts === undefined) return [];
  const usual = outcomeUnion(plan, scope, operation);
  const members = accepts.types.map((type): Member => {
    const mediaTypeOutcomes = outcomeUnion(plan, scope, operation, (outcome) =>
      acceptedContents(outcome, operation.operation, type),
    );
    return {
      name: propertyName(type),
      type: isSame(mediaTypeOutcomes, usual)
        ? scope.name(operation.outcomeType)
        : mediaTypeOutcomes,
    };
  });
  return [
    exportedInterface(scope.name(accepts.outcomesType), {
      docs: [
        code`Outcomes of ${seeFunction(operation)}, by the media type that the call requests (\`accept\`).`,
      ],
      members,
    }),
  ];
}

function standaloneFunction(plan: Plan, scope: FileScope, operation: OperationPlan): Declaration {
  const isRpc = operation.operation.binding.kind === 'json-rpc';
  const createFunction = isRpc
    ? runtimeNames.rpc[operation.pagination === undefined ? 'rpcOperation' : 'pagedRpcOperation']
    : runtimeNames.http[httpForms[callFormOf(operation)].make];
  const parts = isRpc ? [] : capabilitiesOf(plan, operation);
  const args = [operation.descriptor, ...parts].map((name) => scope.name(name));
  return exportedConstant(
    scope.name(operation.function),
    functionType(plan, scope, operation),
    pureCall(scope.name(createFunction), args),
    operationDocs(plan, operation),
  );
}

/**
 * Type of the standalone function: `ClientCall<Arguments, Value, Outcome>`, or another call form
 * whose first argument is the client.
 */
function functionType(plan: Plan, scope: FileScope, operation: OperationPlan): Code {
  const { binding } = operation.operation;
  const tuple = scope.name(operation.argumentsType);
  const { ByClient, ClientCall } = runtimeNames.http;
  if (binding.kind === 'json-rpc' || callFormOf(operation) !== 'none')
    return callType(plan, scope, operation, generic(scope.name(ByClient), [tuple]));
  const value = valueType(plan, scope, operation);
  const call = generic(scope.name(ClientCall), [tuple, value, scope.name(operation.outcomeType)]);
  return operation.accepts === undefined
    ? call
    : withMediaTypes(scope, operation, generic(scope.name(ByClient), [tuple]), call);
}

/** Adds the overload with a selected media type, if the operation has several. */
function withMediaTypes(scope: FileScope, operation: OperationPlan, tuple: Code, call: Code): Code {
  const { accepts } = operation;
  if (accepts === undefined) return call;
  const type = scope.name(runtimeNames.types.Negotiated);
  return intersection([generic(type, [tuple, scope.name(accepts.outcomesType)]), call]);
}

/** Runtime functions that create and bind each form of HTTP operation. */
const httpForms = {
  none: { make: 'operation', bind: 'bind' },
  streamed: { make: 'streamedOperation', bind: 'bindStreamed' },
  items: { make: 'itemOperation', bind: 'bindItems' },
  streamedItems: { make: 'streamedItemOperation', bind: 'bindStreamedItems' },
  forward: { make: 'pagedOperation', bind: 'bindPaged' },
  both: { make: 'twoWayPagedOperation', bind: 'bindTwoWayPaged' },
} as const;

function callFormOf(operation: OperationPlan): keyof typeof httpForms {
  const { pagination } = operation;
  if (pagination === undefined) {
    const contents = successContents(operation);
    const isBytes = contents.some(({ codec }) => codec === 'binary' || codec === 'opaque');
    if (contents.some(isStream)) return isBytes ? 'streamedItems' : 'items';
    return isBytes ? 'streamed' : 'none';
  }
  return pagination.pagination.back === undefined ? 'forward' : 'both';
}

/**
 * Type of the service method: `Call<Arguments, Value, Outcome>`, or the form for pages, bytes or
 * items.
 */
function callType(plan: Plan, scope: FileScope, operation: OperationPlan, tuple: Code): Code {
  const value = valueType(plan, scope, operation);
  const outcome = scope.name(operation.outcomeType);
  const rpc = operation.operation.binding.kind === 'json-rpc';
  if (operation.pagination === undefined) {
    const { Call, StreamedCall, ItemCall, StreamedItemCall } = runtimeNames.types;
    const form = callFormOf(operation);
    if (form === 'items' || form === 'streamedItems') {
      const streams = successContents(operation).filter(isStream);
      const item = itemType(plan, scope, streams, 'client-receives');
      const call = scope.name(form === 'items' ? ItemCall : StreamedItemCall);
      const itemCall = generic(call, [tuple, value, item, outcome]);
      return withMediaTypes(scope, operation, tuple, itemCall);
    }
    const plain = form === 'streamed' ? StreamedCall : Call;
    const call = scope.name(rpc ? runtimeNames.rpc.RpcCall : plain);
    return withMediaTypes(scope, operation, tuple, generic(call, [tuple, value, outcome]));
  }
  const item = typeExpression(plan, scope, operation.pagination.item, receive);
  const { PagedCall, TwoWayPagedCall } = runtimeNames.types;
  const plain = callFormOf(operation) === 'both' ? TwoWayPagedCall : PagedCall;
  const call = scope.name(rpc ? runtimeNames.rpc.PagedRpcCall : plain);
  return generic(call, [tuple, value, item, outcome]);
}

const receive = { direction: 'receive', representation: 'value' } as const;

function valueType(plan: Plan, scope: FileScope, operation: OperationPlan): Code {
  const types = operation.outcomes
    .filter(({ success }) => success)
    .map(({ defaultContents }) => bodyType(plan, scope, defaultContents, 'client-receives'));
  return types.length === 0 ? code`undefined` : union(types);
}

function successContents({ outcomes }: OperationPlan): readonly Content[] {
  return outcomes.flatMap(({ success, outcome }) => (success ? outcome.contents : []));
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
    return assigns(
      code`this.${identifier(operation.method)}`,
      call(scope.name(bind), [code`client`, scope.name(operation.function)]),
    );
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
  return runtimeNames.http[httpForms[callFormOf(operation)].bind];
}
