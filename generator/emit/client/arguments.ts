import type { Parameter } from '../../model/api.js';
import type { Identifier, OperationPlan, Plan } from '../../plan/plan.js';
import { commonOptions } from '../../plan/arguments.js';
import { bodyType } from '../body-type.js';
import { directions, partiesOf } from '../party.js';
import { code, type Code, identifier, join } from '../code.js';
import { exportedInterface, type Member } from '../declare.js';
import { seeFunction } from '../operation-docs.js';
import { givenParameters } from '../parameter-members.js';
import { partHeadersMember } from '../part-headers.js';
import type { Declaration, FileScope } from '../source-file.js';

/** The labelled tuple of a call's arguments: path parameters, the one input where there is one, the options. */
export function argumentTuple(plan: Plan, scope: FileScope, operation: OperationPlan): Code {
  const { path, input, options } = operation.arguments;
  const positional = path.map(({ name, parameter }) => {
    const [member] = givenParameters(plan, scope, [parameter], 'send');
    return code`${identifier(name)}: ${member?.type ?? code`string`}`;
  });
  const last = code`options?: ${scope.name(options)}`;
  if (input.kind === 'none') return code`[${join([...positional, last], ', ')}]`;
  const rpc = operation.operation.binding.kind === 'json-rpc';
  const label = rpc
    ? code`params`
    : { body: code`body`, query: code`query`, parts: code`input` }[input.kind];
  const type = inputType(plan, scope, operation);
  const entry = code`${label}${input.required ? code`` : code`?`}: ${type}`;
  return code`[${join([...positional, entry, last], ', ')}]`;
}

function inputType(plan: Plan, scope: FileScope, operation: OperationPlan): Code {
  const { input, body } = operation.arguments;
  const { asks } = partiesOf(operation.operation);
  if (input.type !== undefined) return scope.name(input.type);
  return bodyType(plan, scope, body?.contents ?? [], asks);
}

/** The named types of an operation's query, headers, cookies, input and options, as far as it has them. */
export function argumentDeclarations(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): readonly Declaration[] {
  const { query, headers, cookies, queryType, headersType, cookiesType, input, options } =
    operation.arguments;
  const direction = directions[partiesOf(operation.operation).asks];
  const of = (
    type: Identifier | undefined,
    what: Code,
    parameters: readonly Parameter[],
  ): readonly Declaration[] =>
    type === undefined || parameters.length === 0
      ? []
      : [
          exportedInterface(scope.name(type), {
            docs: [code`${what} of ${seeFunction(operation)}.`],
            members: givenParameters(plan, scope, parameters, direction),
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
    ...of(queryType, code`Query parameters`, query),
    ...of(headersType, code`Header parameters`, headers),
    ...of(cookiesType, code`Cookie parameters`, cookies),
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
            type: bodyType(plan, scope, body.contents, partiesOf(operation.operation).asks),
            optional: !body.required,
          },
        ];
  return [...bodyMember, ...locations(plan, scope, operation)];
}

/** `query`, `headers`, `cookies` and `partHeaders`, those that the operation has; required where one of their members is. */
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

/** Call options that also take the operation's optional parameters, because its input is the body or the query alone. */
function optionsInterface(plan: Plan, scope: FileScope, operation: OperationPlan): Declaration {
  const { input, headersType, headers } = operation.arguments;
  const base = scope.name(commonOptions(operation.operation));
  const typed = headersType !== undefined && headers.length > 0;
  const inherited = typed
    ? code`${base}<${scope.name(headersType)} & Readonly<Record<string, unknown>>>`
    : base;
  const own = locations(plan, scope, operation).filter(
    ({ name }) => name !== code`headers` && !(input.kind === 'query' && name === code`query`),
  );
  return exportedInterface(scope.name(operation.arguments.options), {
    docs: [code`Options of ${seeFunction(operation)}.`],
    extends: [inherited],
    members: own,
  });
}
