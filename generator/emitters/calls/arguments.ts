import type { Parameter } from '../../model/api.js';
import type { Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import { commonOptions } from '../../plan/arguments.js';
import { bodyType } from '../../typescript/body-type.js';
import { roleDirections, endpointRoles } from '../../typescript/endpoint-role.js';
import { code, type Code, identifier } from '../../printer/code.js';
import { generic, intersection, tupleType } from '../../printer/types.js';
import { exportedInterface, type Member } from '../../printer/declare.js';
import { seeFunction } from '../../typescript/operation-docs.js';
import { callerParameters } from '../../typescript/parameter-members.js';
import { partHeadersMember } from '../../typescript/part-headers.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';

/**
 * Labelled tuple of a call's arguments: path parameters, the input if there is one, the options.
 */
export function argumentTuple(plan: Plan, scope: FileScope, operation: OperationPlan): Code {
  const { path, input, options } = operation.arguments;
  const positional = path.map(({ name, parameter }) => {
    const [member] = callerParameters(plan, scope, [parameter], 'send');
    return { label: identifier(name), type: member?.type ?? code`string` };
  });
  const last = { label: code`options?`, type: scope.name(options) };
  if (input.kind === 'none') return tupleType([...positional, last]);
  const rpc = operation.operation.binding.kind === 'json-rpc';
  const label = rpc
    ? code`params`
    : { body: code`body`, query: code`query`, parts: code`input` }[input.kind];
  const type = inputType(plan, scope, operation);
  const entry = { label: input.required ? label : code`${label}?`, type };
  return tupleType([...positional, entry, last]);
}

function inputType(plan: Plan, scope: FileScope, operation: OperationPlan): Code {
  const { input, body } = operation.arguments;
  const { sendsRequest } = endpointRoles(operation.operation);
  if (input.type !== undefined) return scope.name(input.type);
  return bodyType(plan, scope, body?.contents ?? [], sendsRequest);
}

/**
 * Declares the types of an operation's query, headers, cookies, input and options, as far as they
 * exist.
 */
export function argumentDeclarations(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): readonly Declaration[] {
  const { query, headers, cookies, queryType, headersType, cookiesType, input, options } =
    operation.arguments;
  const direction = roleDirections[endpointRoles(operation.operation).sendsRequest];
  const declarationOf = (
    type: Identifier | undefined,
    title: Code,
    parameters: readonly Parameter[],
  ): readonly Declaration[] =>
    type === undefined || parameters.length === 0
      ? []
      : [
          exportedInterface(scope.name(type), {
            docs: [code`${title} of ${seeFunction(operation)}.`],
            members: callerParameters(plan, scope, parameters, direction),
          }),
        ];
  const parts =
    input.kind === 'parts' && input.type !== undefined
      ? [
          exportedInterface(scope.name(input.type), {
            docs: [code`Input of ${seeFunction(operation)}.`],
            members: partMembers(plan, scope, operation),
          }),
        ]
      : [];
  return [
    ...declarationOf(queryType, code`Query parameters`, query),
    ...declarationOf(headersType, code`Header parameters`, headers),
    ...declarationOf(cookiesType, code`Cookie parameters`, cookies),
    ...parts,
    ...(options.from === operation.argumentsType.from
      ? [optionsInterface(plan, scope, operation)]
      : []),
  ];
}

function partMembers(plan: Plan, scope: FileScope, operation: OperationPlan): readonly Member[] {
  const { body } = operation.arguments;
  const bodyMember: readonly Member[] =
    body === undefined
      ? []
      : [
          {
            name: code`body`,
            type: bodyType(
              plan,
              scope,
              body.contents,
              endpointRoles(operation.operation).sendsRequest,
            ),
            optional: !body.required,
          },
        ];
  return [...bodyMember, ...locations(plan, scope, operation)];
}

/**
 * Members `query`, `headers`, `cookies` and `partHeaders`, as far as the operation has them. A
 * member is required if one of its properties is.
 */
function locations(plan: Plan, scope: FileScope, operation: OperationPlan): readonly Member[] {
  const { query, headers, cookies, queryType, headersType, cookiesType, partHeaders } =
    operation.arguments;
  const member = (
    name: Code,
    type: Identifier | undefined,
    parameters: readonly Parameter[],
  ): readonly Member[] =>
    type === undefined || parameters.length === 0
      ? []
      : [{ name, type: scope.name(type), optional: !parameters.some(({ required }) => required) }];
  return [
    ...member(code`query`, queryType, query),
    ...member(code`headers`, headersType, headers),
    ...member(code`cookies`, cookiesType, cookies),
    ...partHeadersMember(plan, scope, operation.operation, partHeaders),
  ];
}

const unknownRecord = generic(code`Record`, [code`string`, code`unknown`]);

/**
 * Declares call options that include the operation's optional parameters, because its input is only
 * the body or the query.
 */
function optionsInterface(plan: Plan, scope: FileScope, operation: OperationPlan): Declaration {
  const { input, headersType, headers } = operation.arguments;
  const base = scope.name(commonOptions(operation.operation));
  const typed = headersType !== undefined && headers.length > 0;
  const inherited = typed
    ? generic(base, [
        intersection([scope.name(headersType), generic(code`Readonly`, [unknownRecord])]),
      ])
    : base;
  const members = locations(plan, scope, operation).filter(
    ({ name }) => name !== code`headers` && !(input.kind === 'query' && name === code`query`),
  );
  return exportedInterface(scope.name(operation.arguments.options), {
    docs: [code`Options of ${seeFunction(operation)}.`],
    extends: [inherited],
    members,
  });
}
