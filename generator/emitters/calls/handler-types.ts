import type { Content, JsonRpcBinding, Operation, Outcome } from '../../model/api.js';
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
import {
  exportedAlias,
  exportedInterface,
  type Member,
  type Method,
  type Parameter as ParameterDeclaration,
} from '../../printer/declare.js';
import { docblock } from '../../typescript/docblock.js';
import { parameterMembers } from '../../typescript/parameter-members.js';
import { receivedPartHeaders } from '../../typescript/part-headers.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';

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
  const granted = grantedPrincipals(plan, scope, operation);
  const base = rpc
    ? generic(scope.name(runtimeNames.rpcServer.RpcHandlerRequest), [
        rpcParams(scope, operation),
        granted,
      ])
    : scope.name(runtimeNames.server.HandlerRequest);
  return exportedInterface(scope.name(server.requestType), {
    docs: [code`Request that the handler of \`${identifier(operation.function.name)}\` receives.`],
    typeParameters: [principalsParameter(scope, principalsType)],
    extends: [base],
    members: rpc
      ? []
      : [
          { name: code`principals`, type: granted },
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

/** Declares the union of the responses of an operation. */
export function answerUnion(plan: Plan, scope: FileScope, operation: OperationPlan): Declaration {
  const { binding } = operation.operation;
  const { sendsResponse: role } = endpointRoles(operation.operation);
  const sendsResponse = operation.outcomes.map((outcome) => answerType(plan, scope, outcome, role));
  const errors = binding.kind === 'json-rpc' ? [rpcErrorAnswer(scope, binding)] : [];
  const all = [...sendsResponse, ...errors];
  return exportedAlias(
    scope.name(operation.server.answerType),
    all.length === 0 ? code`never` : union(all),
    { docs: [code`Union of the responses of \`${identifier(operation.function.name)}\`.`] },
  );
}

function rpcErrorAnswer(scope: FileScope, { errors }: JsonRpcBinding): Code {
  const answer = scope.name(runtimeNames.rpcServer.RpcErrorAnswer);
  const codes = errors.map(({ code: number }) => code`${number}`);
  return codes.length === 0 ? answer : generic(answer, [union(codes)]);
}

function answerType(
  plan: Plan,
  scope: FileScope,
  { outcome, headersType }: OutcomePlan,
  role: EndpointRole,
): Code {
  const body = bodyType(plan, scope, outcome.contents, role);
  const headers = headersType === undefined ? [] : [scope.name(headersType)];
  return generic(scope.name(runtimeNames.server.Answer), [statusType(outcome), body, ...headers]);
}

function statusType({ when }: OutcomePlan['outcome']): Code {
  if ('result' in when) return code`200`;
  return typeof when.status === 'number' ? code`${when.status}` : stringLiteral(when.status);
}

/** Declares the functions that create the responses. */
export function respondInterface(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): Declaration {
  const { binding } = operation.operation;
  const { sendsResponse } = endpointRoles(operation.operation);
  const errors = binding.kind === 'json-rpc' ? [rpcErrorMethod(scope, binding)] : [];
  return exportedInterface(scope.name(operation.server.respondType), {
    docs: [
      code`Functions that create the responses of \`${identifier(operation.function.name)}\`.`,
    ],
    methods: [
      ...operation.outcomes.map((outcome) => respondMethod(plan, scope, outcome, sendsResponse)),
      ...errors,
    ],
  });
}

function rpcErrorMethod(scope: FileScope, binding: JsonRpcBinding): Method {
  const names = binding.errors.flatMap(({ name, code: number }) => [
    code`${number}`,
    stringLiteral(name),
  ]);
  return {
    name: code`error`,
    docs: [code`Creates an error response from the code or the name of an error.`],
    parameters: [
      { name: code`error`, type: names.length === 0 ? code`number` : union(names) },
      { name: code`message`, type: code`string` },
      { name: code`data`, type: code`unknown`, optional: true },
    ],
    returnType: rpcErrorAnswer(scope, binding),
  };
}

function respondMethod(
  plan: Plan,
  scope: FileScope,
  planned: OutcomePlan,
  role: EndpointRole,
): Method {
  const { outcome, respond } = planned;
  return {
    name: identifier(respond),
    parameters: [
      ...statusParameter(scope, outcome),
      ...answerParameters(plan, scope, planned, role),
    ],
    returnType: answerType(plan, scope, planned, role),
    docs: outcome.description.trim() === '' ? [] : docblock({ description: outcome.description }),
  };
}

/** Parameter with the status, for an outcome that covers several statuses. */
function statusParameter(scope: FileScope, { when }: Outcome): readonly ParameterDeclaration[] {
  if ('result' in when || typeof when.status === 'number') return [];
  const type =
    when.status === 'default'
      ? code`number`
      : generic(scope.name(runtimeNames.server.StatusOf), [stringLiteral(when.status)]);
  return [{ name: code`status`, type }];
}

function answerParameters(
  plan: Plan,
  scope: FileScope,
  { outcome, headersType }: OutcomePlan,
  role: EndpointRole,
): readonly ParameterDeclaration[] {
  const { contents, headers } = outcome;
  const body = { name: code`body`, type: bodyType(plan, scope, contents, role) };
  const type = contentTypeParameter(contents);
  const required = headers.some((header) => header.required);
  if (headersType !== undefined)
    return [
      body,
      { name: code`headers`, type: scope.name(headersType), optional: !required },
      ...type,
    ];
  if (type.length === 0) return contents.length === 0 ? [] : [body];
  const none = scope.name(runtimeNames.types.NoHeaders);
  return [body, { name: code`headers`, type: none, optional: true }, ...type];
}

/**
 * Parameter that selects one of several media types. By default, the client's preferred one is
 * sent.
 */
function contentTypeParameter(contents: readonly Content[]): readonly ParameterDeclaration[] {
  const types = contents.map(({ mediaType }) => mediaType);
  if (types.length < 2 && !types.some((each) => each.includes('*'))) return [];
  const type = types.some((each) => each.includes('*')) ? code`string` : namesOf(types);
  return [{ name: code`contentType`, type, optional: true }];
}
