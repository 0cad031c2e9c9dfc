import type { Content } from '../../model/api.js';
import type { Identifier, OperationPlan, OutcomePlan, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { bodyType } from '../../typescript/body-type.js';
import { endpointRoles, type EndpointRole } from '../../typescript/endpoint-role.js';
import { code, type Code, stringLiteral } from '../../printer/code.js';
import { generic, union } from '../../printer/types.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { exportedAlias, exportedConstant } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { argumentDeclarations, argumentTuple } from './arguments.js';
import type { DescriptorData } from './shared-constants.js';

/** Descriptor type and doc comments of a call's declarations. */
interface CallDeclarationOptions {
  readonly descriptor: Identifier;
  readonly arguments: Code;
  readonly outcome: Code;
}

/** Emits the descriptor of a call, and the types of its arguments and outcomes. */
export function callDeclarations(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
  descriptorData: DescriptorData,
  declarationOptions: CallDeclarationOptions,
): readonly Declaration[] {
  const { descriptor, outcomeType, argumentsType } = operation;
  const name = scope.name(descriptor);
  const type = scope.name(declarationOptions.descriptor);
  return [
    exportedConstant(name, type, dataLiteral(descriptorData)),
    ...argumentDeclarations(plan, scope, operation),
    exportedAlias(scope.name(argumentsType), argumentTuple(plan, scope, operation), {
      docs: [declarationOptions.arguments],
    }),
    exportedAlias(scope.name(outcomeType), outcomeUnion(plan, scope, operation), {
      docs: [declarationOptions.outcome],
    }),
  ];
}

/** Union of all outcomes of a call. */
export function outcomeUnion(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
  acceptedContents: (outcome: OutcomePlan) => readonly Content[] = ({ defaultContents }) =>
    defaultContents,
): Code {
  const { receivesResponse } = endpointRoles(operation.operation);
  const declared = operation.outcomes.map((outcome) =>
    outcomeType(plan, scope, outcome, receivesResponse, acceptedContents(outcome)),
  );
  const rpc = operation.operation.binding;
  const failures = rpc.kind === 'json-rpc' ? [rpcFailure(scope, rpc.errors)] : [];
  return union([...declared, ...failures, scope.name(runtimeNames.types.Unexpected)]);
}

function rpcFailure(scope: FileScope, errors: readonly { readonly code: number }[]): Code {
  const codes = errors.map(({ code: number }) => code`${number}`);
  const failure = scope.name(runtimeNames.types.RpcFailure);
  return codes.length === 0 ? failure : generic(failure, [union(codes)]);
}

function outcomeType(
  plan: Plan,
  scope: FileScope,
  planned: OutcomePlan,
  receivesResponse: EndpointRole,
  contents: readonly Content[],
): Code {
  const { outcome, success, headersType } = planned;
  const { types } = runtimeNames;
  const body = success
    ? bodyType(plan, scope, contents, receivesResponse)
    : bodyType(plan, scope, contents, receivesResponse, 'text');
  const headers = headersType === undefined ? [] : [scope.name(headersType)];
  const content = [statusKey(outcome.when), body, ...headers];
  const failure = (): Code => generic(scope.name(types.Failure), content);
  if (!success) return failure();
  const value = generic(scope.name(types.Success), content);
  // If `default` is the only response, the status decides between success and failure.
  const isOnlyDefault = 'status' in outcome.when && outcome.when.status === 'default';
  return isOnlyDefault ? union([value, failure()]) : value;
}

function statusKey(when: OutcomePlan['outcome']['when']): Code {
  if ('result' in when) return code`200`;
  return typeof when.status === 'number' ? code`${when.status}` : stringLiteral(when.status);
}
