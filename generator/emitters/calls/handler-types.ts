import type { Content, Operation } from '../../model/api.js';
import { defaultOf } from '../../model/analysis/default-value.js';
import type { Identifier, OperationPlan, OutcomePlan, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { bodyType } from '../../typescript/body-type.js';
import {
  roleDirections,
  endpointRoles,
  type EndpointRole,
} from '../../typescript/endpoint-role.js';
import { code, type Code, identifier, stringLiteral } from '../../printer/code.js';
import { generic, objectType, union } from '../../printer/types.js';
import { exportedInterface, type Member } from '../../printer/declare.js';
import { parameterMembers } from '../../typescript/parameter-members.js';
import { receivedPartHeaders } from '../../typescript/part-headers.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { responseArguments, responseDocs } from './call-declarations.js';

/**
 * Declares the type of a handler's request. `principalsType` is the type of all principals. They
 * are a separate member, so that the common part of all requests is a single type for the compiler.
 */
export function requestInterface(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
  principalsType: Identifier,
): Declaration {
  const { server, operation: apiOperation } = operation;
  const rpc = apiOperation.binding.kind === 'json-rpc';
  const granted = hasPrincipals(operation) ? [grantedPrincipals(plan, scope, operation)] : [];
  const base = rpc
    ? generic(scope.name(runtimeNames.rpcServer.RpcHandlerRequest), [
        rpcParams(scope, operation),
        ...granted,
      ])
    : scope.name(runtimeNames.server.HandlerRequest);
  return exportedInterface(scope.name(server.requestType), {
    docs: [code`Request that the handler of \`${identifier(operation.function.name)}\` receives.`],
    typeParameters: hasPrincipals(operation) ? [principalsParameter(scope, principalsType)] : [],
    extends: [base],
    members: rpc
      ? []
      : [
          ...granted.map((type) => ({ name: code`principals`, type })),
          ...parameterMembersByLocation(plan, scope, apiOperation),
          ...bodyMember(plan, scope, operation),
          ...lastEventId(apiOperation),
        ],
  });
}

function rpcParams(scope: FileScope, { arguments: { input } }: OperationPlan): Code {
  return input.type === undefined ? code`unknown` : scope.name(input.type);
}

/** Type parameter such as `Principals extends PlatformPrincipals = PlatformPrincipals`. */
export function principalsParameter(scope: FileScope, principalsType: Identifier): Code {
  const type = scope.name(principalsType);
  return code`Principals extends ${type} = ${type}`;
}

/**
 * Type of the principals of one operation. Principals that only some of the security alternatives
 * require are optional.
 */
function grantedPrincipals(plan: Plan, scope: FileScope, { operation }: OperationPlan): Code {
  const alternatives = operation.security.map(({ schemes }) => schemes.map(({ key }) => key));
  const schemeKeys = plan.security.map(({ scheme }) => scheme.key);
  const usedKeys = schemeKeys.filter((key) => alternatives.some((keys) => keys.includes(key)));
  const required = usedKeys.filter((key) => alternatives.every((keys) => keys.includes(key)));
  const optional = usedKeys.filter((key) => !required.includes(key));
  if (optional.length === 0) return generic(code`Pick`, [code`Principals`, namesOf(required)]);
  return generic(scope.name(runtimeNames.server.Granted), [
    code`Principals`,
    namesOf(required),
    namesOf(optional),
  ]);
}

function namesOf(keys: readonly string[]): Code {
  return keys.length === 0 ? code`never` : union(keys.map(stringLiteral));
}

const parameterGroups = [
  { locations: ['path'], member: code`path` },
  { locations: ['query', 'querystring'], member: code`query` },
  { locations: ['header'], member: code`headers` },
  { locations: ['cookie'], member: code`cookies` },
] as const;

function parameterMembersByLocation(
  plan: Plan,
  scope: FileScope,
  operation: Operation,
): readonly Member[] {
  const { parameters } = operation;
  const direction = roleDirections[endpointRoles(operation).receivesRequest];
  return parameterGroups.flatMap(({ locations, member }) => {
    const located = parameters.filter(
      ({ in: location, credential }) =>
        locations.some((each) => each === location) && credential === undefined,
    );
    if (located.length === 0) return [];
    const members = located.flatMap((parameter) => {
      // A parameter with a default is present when the handler receives the request.
      const isPresent = parameter.required || defaultOf(plan.api.schemas, parameter) !== undefined;
      return parameterMembers(plan, scope, [parameter], direction).map(({ name, type }) => ({
        label: code`readonly ${name}${isPresent ? code`` : code`?`}`,
        type,
      }));
    });
    return [{ name: member, type: objectType(members) }];
  });
}

function bodyMember(plan: Plan, scope: FileScope, operation: OperationPlan): readonly Member[] {
  const { body, partHeaders } = operation.arguments;
  if (body === undefined) return [];
  const { receivesRequest } = endpointRoles(operation.operation);
  const type = bodyType(plan, scope, body.contents, receivesRequest);
  const isStreamed = body.contents.some(({ streamsParts }) => streamsParts === true);
  return [
    { name: code`body`, type: body.required ? type : union([type, code`undefined`]) },
    // Streamed parts contain their own headers.
    ...receivedPartHeaders(
      plan,
      scope,
      operation.operation,
      isStreamed ? [] : partHeaders,
      roleDirections[receivesRequest],
    ),
  ];
}

/** Member with the id of the last event, from which a client resumes a stream. */
function lastEventId({ outcomes }: Operation): readonly Member[] {
  const contents = outcomes.flatMap((outcome) => outcome.contents);
  if (!contents.some(({ codec }) => codec === 'sse')) return [];
  return [
    {
      name: code`lastEventId`,
      type: union([code`string`, code`undefined`]),
      docs: [code`Id of the last event that the client received. The response continues after it.`],
    },
  ];
}

/**
 * Declares the responses of an operation as its handler sends them. Empty if they have the types that
 * a caller receives.
 */
export function repliesInterface(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): readonly Declaration[] {
  const { repliesType } = operation.server;
  if (repliesType === undefined) return [];
  const { sendsResponse } = endpointRoles(operation.operation);
  return [
    exportedInterface(scope.name(repliesType), {
      docs: [code`Responses of the handler of \`${identifier(operation.function.name)}\`.`],
      members: operation.outcomes.map((outcome) => ({
        name: identifier(outcome.respond),
        type: replyType(plan, scope, outcome, sendsResponse),
        docs: responseDocs(outcome),
      })),
    }),
  ];
}

function replyType(plan: Plan, scope: FileScope, planned: OutcomePlan, role: EndpointRole): Code {
  const { contents } = planned.outcome;
  const body = bodyType(plan, scope, contents, role);
  const args = responseArguments(scope, planned, contents, body, contentTypes(contents));
  return generic(scope.name(runtimeNames.server.Reply), args);
}

/** Media types among which a handler may choose; `undefined` if there is no choice. */
function contentTypes(contents: readonly Content[]): Code | undefined {
  const types = contents.map(({ mediaType }) => mediaType);
  if (types.some((each) => each.includes('*'))) return code`string`;
  return types.length < 2 ? undefined : namesOf(types);
}

/** Type with the responses that a handler may send. */
export function sentResponses(scope: FileScope, operation: OperationPlan): Code {
  return scope.name(operation.server.repliesType ?? operation.responsesType);
}

/** Type of the request of a handler, with its principals if there are any. */
export function requestTypeOf(scope: FileScope, operation: OperationPlan): Code {
  const type = scope.name(operation.server.requestType);
  return generic(type, hasPrincipals(operation) ? [code`Principals`] : []);
}

/** True if the handler of an operation receives principals. */
export function hasPrincipals({ operation }: OperationPlan): boolean {
  return operation.security.some(({ schemes }) => schemes.length > 0);
}
