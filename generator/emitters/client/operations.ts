import type { EmitContext } from '../emitter.js';
import type { Content } from '../../model/api.js';
import { isStream } from '../../model/analysis/stream-forms.js';
import type { Identifier, OperationPlan, OutcomePlan, Plan, ServicePlan } from '../../plan/plan.js';
import { acceptedContents } from '../../plan/representations.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { bodyType } from '../../typescript/body-type.js';
import { code, type Code, identifier, type Name, propertyName } from '../../printer/code.js';
import { assigns, call, pureCall } from '../../printer/values.js';
import { functionType as functionOf, generic, intersection, union } from '../../printer/types.js';
import {
  exportedClass,
  exportedConstant,
  exportedInterface,
  type Member,
} from '../../printer/declare.js';
import {
  operationDocs,
  operationSummary,
  seeFunction,
  serviceDocs,
} from '../../typescript/operation-docs.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { itemType } from '../../typescript/items-type.js';
import { typeExpression } from '../../typescript/type-expression.js';
import { callParameters } from '../calls/arguments.js';
import { callDeclarations, outcomeUnion } from '../calls/call-declarations.js';
import { codecGroups } from '../calls/codec-groups.js';
import { describeOperation } from '../calls/descriptor.js';
import { type DescriptorData, extractSharedConstants } from '../calls/shared-constants.js';

/**
 * Emits one file for each service: descriptors, argument and response types, standalone functions
 * and the service's class.
 */
export function* emitOperations(
  plan: Plan,
  emitAlone: EmitContext['emitAlone'],
): Iterable<SourceFile> {
  for (const service of plan.services)
    yield* emitAlone(service.file, () => emitService(plan, service));
}

function emitService(plan: Plan, service: ServicePlan): SourceFile {
  const scope = createFileScope(plan, service.file);
  // Reserved before any import, because an operation may be called `json` or `bind`.
  for (const operation of service.operations) scope.name(operation.function);
  const { constants, descriptors } = extractSharedConstants(
    scope,
    service.operations.map((operation) => describeOperation(plan, scope, operation)),
  );
  const { constants: groups, groupOf } = codecGroups(plan, scope, service.operations);
  const operations = service.operations.flatMap((operation, index) =>
    emitOperation(plan, scope, operation, descriptors[index] ?? {}, groupOf(operation)),
  );
  return scope.finish([...groups, ...constants, ...operations, serviceClass(plan, scope, service)]);
}

function emitOperation(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
  descriptorData: DescriptorData,
  codecs: Name | undefined,
): readonly Declaration[] {
  return [
    ...callDeclarations(plan, scope, operation, descriptorData, {
      descriptor: runtimeNames.types.OperationDescriptor,
      callType: functionOf(
        callParameters(plan, scope, operation),
        resultType(plan, scope, operation),
      ),
      callDocs: code`Call of ${seeFunction(operation)}.`,
    }),
    ...outcomesByMediaType(plan, scope, operation),
    standaloneFunction(plan, scope, operation, codecs),
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
  const members = accepts.types.map((type): Member => {
    const accepted = (outcome: OutcomePlan): readonly Content[] =>
      acceptedContents(outcome, operation.operation, type);
    const isUsual = operation.outcomes.every((outcome) => {
      const contents = accepted(outcome);
      return (
        contents.length === outcome.defaultContents.length &&
        contents.every((content, index) => content === outcome.defaultContents[index])
      );
    });
    return {
      name: propertyName(type),
      type: isUsual
        ? generic(scope.name(runtimeNames.types.OutcomeOf), [scope.name(operation.responsesType)])
        : outcomeUnion(plan, scope, operation, accepted),
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

/** Result of the call as a function: a promise, or a list that can be read page by page. */
function resultType(plan: Plan, scope: FileScope, operation: OperationPlan): Code {
  const value = valueType(plan, scope, operation);
  if (operation.pagination === undefined) return generic(code`Promise`, [value]);
  const item = typeExpression(plan, scope, operation.pagination.item, receive);
  const { Paged, TwoWayPaged } = runtimeNames.types;
  const isTwoWay = operation.pagination.pagination.back !== undefined;
  return generic(scope.name(isTwoWay ? TwoWayPaged : Paged), [value, item]);
}

function standaloneFunction(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
  codecs: Name | undefined,
): Declaration {
  const args = [scope.name(operation.descriptor), ...(codecs === undefined ? [] : [codecs])];
  return exportedConstant(
    scope.name(operation.function),
    functionType(plan, scope, operation),
    pureCall(scope.name(operationFunction(operation)), args),
    operationDocs(plan, operation),
  );
}

/**
 * Type of the standalone function: `Operation<Call, Responses>`, or another call form whose first
 * argument is the client.
 */
function functionType(plan: Plan, scope: FileScope, operation: OperationPlan): Code {
  const run = scope.name(operation.callType);
  const { Operation, WithClient } = runtimeNames.http;
  const form = callFormOf(operation);
  if (form === 'plain')
    return withMediaTypes(
      scope,
      operation,
      () => generic(scope.name(WithClient), [run]),
      generic(scope.name(Operation), [run, scope.name(operation.responsesType)]),
    );
  return callType(plan, scope, operation, generic(scope.name(WithClient), [run]));
}

/** Adds the overload with a selected media type, if the operation has several. */
function withMediaTypes(
  scope: FileScope,
  operation: OperationPlan,
  run: () => Code,
  call: Code,
): Code {
  const { accepts } = operation;
  if (accepts === undefined) return call;
  const type = scope.name(runtimeNames.types.Negotiated);
  return intersection([generic(type, [run(), scope.name(accepts.outcomesType)]), call]);
}

/** Form of a call: what it has in addition to the members of every call. */
type CallForm = 'plain' | 'streamed' | 'items' | 'streamedItems' | 'rpc';

function callFormOf(operation: OperationPlan): CallForm {
  if (operation.operation.binding.kind === 'json-rpc') return 'rpc';
  if (operation.pagination !== undefined) return 'plain';
  const contents = successContents(operation);
  const isBytes = contents.some(({ codec }) => codec === 'binary' || codec === 'opaque');
  if (contents.some(isStream)) return isBytes ? 'streamedItems' : 'items';
  return isBytes ? 'streamed' : 'plain';
}

/** Function of the runtime that creates an operation. */
function operationFunction(operation: OperationPlan): Identifier {
  const { http, rpc } = runtimeNames;
  const isPaged = operation.pagination !== undefined;
  switch (callFormOf(operation)) {
    case 'plain':
      return isPaged ? http.pagedOperation : http.operation;
    case 'streamed':
      return http.streamedOperation;
    case 'items':
      return http.itemOperation;
    case 'streamedItems':
      return http.streamedItemOperation;
    case 'rpc':
      return isPaged ? rpc.pagedRpcOperation : rpc.rpcOperation;
  }
}

/**
 * Type of the service method: `Call<Run, Responses>`, or the form for bytes, items or JSON-RPC.
 */
function callType(plan: Plan, scope: FileScope, operation: OperationPlan, run: Code): Code {
  const responses = scope.name(operation.responsesType);
  const { Call, StreamedCall, ItemCall, StreamedItemCall } = runtimeNames.types;
  const typeOf = (): Code => {
    const form = callFormOf(operation);
    switch (form) {
      case 'plain':
        return generic(scope.name(Call), [run, responses]);
      case 'streamed':
        return generic(scope.name(StreamedCall), [run, responses]);
      case 'rpc':
        return generic(scope.name(runtimeNames.rpc.RpcCall), [run, responses]);
      case 'items':
      case 'streamedItems': {
        const streams = successContents(operation).filter(isStream);
        const item = itemType(plan, scope, streams, 'client-receives');
        const type = scope.name(form === 'items' ? ItemCall : StreamedItemCall);
        return generic(type, [run, item, responses]);
      }
    }
  };
  return withMediaTypes(scope, operation, () => run, typeOf());
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
    type: callType(plan, scope, operation, scope.name(operation.callType)),
    docs: operationSummary(operation, code`See ${seeFunction(operation)}.`),
  }));
  const statements = service.operations.map((operation) =>
    assigns(
      code`this.${identifier(operation.method)}`,
      call(scope.name(runtimeNames.http.bind), [code`client`, scope.name(operation.function)]),
    ),
  );
  return exportedClass(scope.name(service.className), {
    docs: serviceDocs(service),
    fields,
    constructorParameters: [{ name: code`client`, type: client }],
    constructorStatements: statements,
  });
}
