import type { Content } from '../../model/api.js';
import type { Identifier, OperationPlan, OutcomePlan, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { bodyType } from '../../typescript/body-type.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { docblock } from '../../typescript/docblock.js';
import { endpointRoles, type EndpointRole } from '../../typescript/endpoint-role.js';
import { seeFunction } from '../../typescript/operation-docs.js';
import { code, type Code, identifier, stringLiteral, type Text } from '../../printer/code.js';
import { generic, union } from '../../printer/types.js';
import {
  exportedAlias,
  exportedConstant,
  exportedInterface,
  type Member,
} from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { argumentDeclarations } from './arguments.js';
import type { DescriptorData } from './shared-constants.js';

/** Descriptor type, and type and doc comment of the arguments of a call. */
interface CallDeclarationOptions {
  readonly descriptor: Identifier;
  readonly callType: Code;
  readonly callDocs: Text;
}

/** Emits the descriptor of a call, and the types of its arguments and responses. */
export function callDeclarations(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
  descriptorData: DescriptorData,
  { descriptor: descriptorType, callType, callDocs }: CallDeclarationOptions,
): readonly Declaration[] {
  const name = scope.name(operation.descriptor);
  const type = scope.name(descriptorType);
  return [
    exportedConstant(name, type, dataLiteral(descriptorData)),
    ...argumentDeclarations(plan, scope, operation),
    exportedAlias(scope.name(operation.callType), callType, { docs: [callDocs] }),
    responsesInterface(plan, scope, operation),
  ];
}

/** Declares the responses of an operation by the names that `respond` has. */
function responsesInterface(plan: Plan, scope: FileScope, operation: OperationPlan): Declaration {
  const { receivesResponse } = endpointRoles(operation.operation);
  return exportedInterface(scope.name(operation.responsesType), {
    docs: [code`Responses of ${seeFunction(operation)}.`],
    members: [
      ...operation.outcomes.map((outcome) => ({
        name: identifier(outcome.respond),
        type: responseType(plan, scope, outcome, receivesResponse, outcome.defaultContents),
        docs: responseDocs(outcome),
      })),
      ...rpcErrors(scope, operation),
    ],
  });
}

/** Doc comment of a response: the wording of the description, unless it says nothing. */
export function responseDocs({ outcome }: OutcomePlan): ReturnType<typeof docblock> {
  const { description } = outcome;
  return /^(?:response|ok)?\.?$/i.test(description.text.trim()) ? [] : docblock({ description });
}

/** Error objects of a JSON-RPC method. Empty for other operations. */
export function rpcErrors(scope: FileScope, { operation }: OperationPlan): readonly Member[] {
  const { binding } = operation;
  if (binding.kind !== 'json-rpc') return [];
  const failure = scope.name(runtimeNames.types.RpcFailure);
  const codes = binding.errors.map(({ code: number }) => code`${number}`);
  const names = binding.errors.map(({ name }) => stringLiteral(name));
  return [
    {
      name: code`error`,
      type: codes.length === 0 ? failure : generic(failure, [union(codes), union(names)]),
      docs: [code`An error object, with a declared or another code.`],
    },
  ];
}

/** Union of all outcomes of a call that accepts some of the contents. */
export function outcomeUnion(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
  acceptedContents: (outcome: OutcomePlan) => readonly Content[],
): Code {
  const { receivesResponse } = endpointRoles(operation.operation);
  const declared = operation.outcomes.map((outcome) =>
    responseType(plan, scope, outcome, receivesResponse, acceptedContents(outcome)),
  );
  return union([...declared, scope.name(runtimeNames.types.Unexpected)]);
}

/** Type of a response as a caller receives it: `Success<200, Pet>`, `Failure<404>`. */
function responseType(
  plan: Plan,
  scope: FileScope,
  planned: OutcomePlan,
  receivesResponse: EndpointRole,
  contents: readonly Content[],
): Code {
  const { outcome, success } = planned;
  const { types } = runtimeNames;
  const body = success
    ? bodyType(plan, scope, contents, receivesResponse)
    : bodyType(plan, scope, contents, receivesResponse, 'text');
  const content = responseArguments(scope, planned, contents, body);
  const failure = (): Code => generic(scope.name(types.Failure), content);
  if (!success) return failure();
  const value = generic(scope.name(types.Success), content);
  // If `default` is the only response, the status decides between success and failure.
  const isOnlyDefault = 'status' in outcome.when && outcome.when.status === 'default';
  return isOnlyDefault ? union([value, failure()]) : value;
}

/** Type arguments of a response: its status, its body and its headers, without defaults at the end. */
export function responseArguments(
  scope: FileScope,
  { outcome, headersType }: OutcomePlan,
  contents: readonly Content[],
  body: Code,
  contentTypes?: Code,
): readonly Code[] {
  const { NoHeaders } = runtimeNames.types;
  const headers =
    headersType === undefined ? contentTypes && scope.name(NoHeaders) : scope.name(headersType);
  const hasBody = contents.length > 0 || headers !== undefined;
  return [
    statusKey(outcome.when),
    ...(hasBody ? [body] : []),
    ...(headers === undefined ? [] : [headers]),
    ...(contentTypes === undefined ? [] : [contentTypes]),
  ];
}

function statusKey(when: OutcomePlan['outcome']['when']): Code {
  if ('result' in when) return code`200`;
  return typeof when.status === 'number' ? code`${when.status}` : stringLiteral(when.status);
}
