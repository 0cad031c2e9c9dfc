import type { Parameter } from '../../model/api.js';
import type { Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import { commonOptions } from '../../plan/arguments.js';
import { bodyType } from '../../typescript/body-type.js';
import { roleDirections, endpointRoles } from '../../typescript/endpoint-role.js';
import { code, type Code, commentLines, identifier, join, type Text } from '../../printer/code.js';
import type { FunctionParameter, TupleItem } from '../../printer/syntax.js';
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
  return tupleType(argumentItems(plan, scope, operation));
}

/**
 * Parameters of a call as a function: the arguments, each with a comment that describes it. Editors
 * show the comments while a call is written.
 */
export function callParameters(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): readonly FunctionParameter[] {
  const { path, input } = operation.arguments;
  const queryAt = path.length + (input.kind === 'body' ? 1 : 0);
  return argumentItems(plan, scope, operation).map((item, index) => {
    const parameter = path[index]?.parameter;
    if (parameter !== undefined) return { ...item, docs: commentOf(parameter.description?.text) };
    return index === queryAt ? { ...item, docs: queryComment(operation) } : item;
  });
}

/** Comment with the descriptions of the query parameters that one argument contains. */
function queryComment({ arguments: { query, input } }: OperationPlan): Text | undefined {
  const prefix = input.kind === 'query' ? code`` : code`query.`;
  const lines = query.flatMap(({ name, description }) => {
    const text = firstParagraph(description?.text);
    return text === undefined
      ? []
      : [code`\`${prefix}${join(commentLines(name), '')}\`: ${join(commentLines(text), '')}`];
  });
  const [only] = lines;
  if (only === undefined) return undefined;
  if (lines.length === 1) return code`/** ${only} */`;
  const items = lines.map((line) => code` * - ${line}`);
  return code`/**\n${join(items, '\n')}\n */`;
}

function commentOf(description: string | undefined): Text | undefined {
  const text = firstParagraph(description);
  return text === undefined ? undefined : code`/** ${join(commentLines(text), '')} */`;
}

/** First paragraph of a description on one line. */
function firstParagraph(description: string | undefined): string | undefined {
  const [first = ''] = (description ?? '').trim().split(/\n\s*\n/u);
  const text = first.replace(/\s+/gu, ' ').trim();
  return text === '' ? undefined : text;
}

function argumentItems(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): readonly TupleItem[] {
  const { path, input, options } = operation.arguments;
  const positional = path.map(({ name, parameter }) => {
    const [member] = callerParameters(plan, scope, [parameter], 'send');
    return { label: identifier(name), type: member?.type ?? code`string` };
  });
  const last = { label: code`options?`, type: scope.name(options) };
  if (input.kind === 'none') return [...positional, last];
  const label = inputLabel(operation);
  const type = inputType(plan, scope, operation);
  const entry = { label: input.required ? label : code`${label}?`, type };
  return [...positional, entry, last];
}

/** Name of the argument that is the input of a call. */
export function inputLabel({ arguments: { input }, operation }: OperationPlan): Text {
  if (operation.binding.kind === 'json-rpc') return code`params`;
  return { none: code``, body: code`body`, query: code`query`, parts: code`input` }[input.kind];
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
    ...(options.from === operation.callType.from ? [optionsInterface(plan, scope, operation)] : []),
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
