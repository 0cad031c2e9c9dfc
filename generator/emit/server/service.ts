import type { Content, JsonRpcBinding, Operation, Outcome } from '../../model/api.js';
import { defaultOf } from '../../model/default-value.js';
import type { Identifier, OperationPlan, OutcomePlan, Plan, ServicePlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { bodyType } from '../body-type.js';
import { directions, partiesOf, type Party } from '../party.js';
import { code, type Code, identifier, join, stringLiteral } from '../code.js';
import {
  exportedAlias,
  exportedConstant,
  exportedInterface,
  type Member,
  type Method,
  type Parameter as ParameterDeclaration,
} from '../declare.js';
import { docblock } from '../docblock.js';
import { createFileScope } from '../file-scope.js';
import { operationDocs } from '../operation-docs.js';
import { parameterMembers } from '../parameter-members.js';
import { receivedPartHeaders } from '../part-headers.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';

/** One file for each service: what its handlers receive and may answer, and its routes. */
export function* emitServerServices(plan: Plan): Iterable<SourceFile> {
  for (const service of plan.services) yield emitService(plan, service);
}

function emitService(plan: Plan, service: ServicePlan): SourceFile {
  const scope = createFileScope(plan, service.serverFile);
  return scope.finish([
    ...service.operations.flatMap((operation) => [
      requestInterface(plan, scope, operation, plan.server.principalsType),
      answerUnion(plan, scope, operation),
      respondInterface(plan, scope, operation),
    ]),
    handlersInterface(plan, scope, service),
    routes(scope, service),
  ]);
}

/**
 * What a handler receives. `principalsType` names all that the verifiers may have found. They are a member of their own, so that what every
 * request has is one type for a compiler, and not one for each operation.
 */
export function requestInterface(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
  principalsType: Identifier,
): Declaration {
  const { server, operation: described } = operation;
  const rpc = described.binding.kind === 'json-rpc';
  const granted = grantedPrincipals(plan, scope, operation);
  const base = rpc
    ? code`${scope.name(runtimeNames.rpcServer.RpcHandlerRequest)}<${rpcParams(scope, operation)}, ${granted}>`
    : scope.name(runtimeNames.server.HandlerRequest);
  return exportedInterface(scope.name(server.requestType), {
    docs: [code`What the handler of \`${identifier(operation.function.name)}\` receives.`],
    typeParameters: [principalsParameter(scope, principalsType)],
    extends: [base],
    members: rpc
      ? []
      : [
          { name: code`principals`, type: granted },
          ...locations(plan, scope, described),
          ...bodyMember(plan, scope, operation),
          ...lastEventId(described),
        ],
  });
}

function rpcParams(scope: FileScope, { arguments: { input } }: OperationPlan): Code {
  return input.type === undefined ? code`unknown` : scope.name(input.type);
}

/** `Principals extends PlatformPrincipals = PlatformPrincipals` */
export function principalsParameter(scope: FileScope, principalsType: Identifier): Code {
  const type = scope.name(principalsType);
  return code`Principals extends ${type} = ${type}`;
}

/** What the verifiers of one operation's schemes return; optional where only some alternatives ask for it. */
function grantedPrincipals(plan: Plan, scope: FileScope, { operation }: OperationPlan): Code {
  const alternatives = operation.security.map(({ schemes }) => schemes.map(({ key }) => key));
  const asked = plan.security.map(({ scheme }) => scheme.key);
  const used = asked.filter((key) => alternatives.some((keys) => keys.includes(key)));
  const always = used.filter((key) => alternatives.every((keys) => keys.includes(key)));
  const sometimes = used.filter((key) => !always.includes(key));
  if (sometimes.length === 0) return code`Pick<Principals, ${union(always)}>`;
  return code`${scope.name(runtimeNames.server.Granted)}<Principals, ${union(always)}, ${union(sometimes)}>`;
}

function union(keys: readonly string[]): Code {
  return keys.length === 0 ? code`never` : join(keys.map(stringLiteral), ' | ');
}

const places = [
  { places: ['path'], member: code`path` },
  { places: ['query', 'querystring'], member: code`query` },
  { places: ['header'], member: code`headers` },
  { places: ['cookie'], member: code`cookies` },
] as const;

function locations(plan: Plan, scope: FileScope, operation: Operation): readonly Member[] {
  const { parameters } = operation;
  const direction = directions[partiesOf(operation).takes];
  return places.flatMap(({ places, member }) => {
    const here = parameters.filter(
      ({ in: where, credential }) =>
        places.some((place) => place === where) && credential === undefined,
    );
    if (here.length === 0) return [];
    const members = here.flatMap((parameter) => {
      // What was not sent has its default by the time a handler sees it.
      const isThere = parameter.required || defaultOf(plan.api.schemas, parameter) !== undefined;
      return parameterMembers(plan, scope, [parameter], direction).map(
        ({ name, type }) => code`readonly ${name}${isThere ? code`` : code`?`}: ${type}`,
      );
    });
    return [{ name: member, type: code`{ ${join(members, '; ')} }` }];
  });
}

function bodyMember(plan: Plan, scope: FileScope, operation: OperationPlan): readonly Member[] {
  const { body, partHeaders } = operation.arguments;
  if (body === undefined) return [];
  const { takes } = partiesOf(operation.operation);
  const type = bodyType(plan, scope, body.contents, takes);
  const isStreamed = body.contents.some(({ streamsParts }) => streamsParts === true);
  return [
    { name: code`body`, type: body.required ? type : code`${type} | undefined` },
    // Parts that come one by one bring theirs along.
    ...receivedPartHeaders(
      plan,
      scope,
      operation.operation,
      isStreamed ? [] : partHeaders,
      directions[takes],
    ),
  ];
}

/** What a caller goes on from who has lost a stream of events. */
function lastEventId({ outcomes }: Operation): readonly Member[] {
  const contents = outcomes.flatMap((outcome) => outcome.contents);
  if (!contents.some(({ codec }) => codec === 'sse')) return [];
  return [
    {
      name: code`lastEventId`,
      type: code`string | undefined`,
      docs: [code`Id of the last event that the caller knows, where it goes on from there.`],
    },
  ];
}

/** Every answer that an operation declares. */
export function answerUnion(plan: Plan, scope: FileScope, operation: OperationPlan): Declaration {
  const { binding } = operation.operation;
  const { answers: party } = partiesOf(operation.operation);
  const answers = operation.outcomes.map((outcome) => answerType(plan, scope, outcome, party));
  const errors = binding.kind === 'json-rpc' ? [rpcErrorAnswer(scope, binding)] : [];
  const all = [...answers, ...errors];
  return exportedAlias(
    scope.name(operation.server.answerType),
    all.length === 0 ? code`never` : join(all, ' | '),
    { docs: [code`Every answer that \`${identifier(operation.function.name)}\` declares.`] },
  );
}

function rpcErrorAnswer(scope: FileScope, { errors }: JsonRpcBinding): Code {
  const answer = scope.name(runtimeNames.rpcServer.RpcErrorAnswer);
  const codes = errors.map(({ code: number }) => code`${number}`);
  return codes.length === 0 ? answer : code`${answer}<${join(codes, ' | ')}>`;
}

function answerType(
  plan: Plan,
  scope: FileScope,
  { outcome, headersType }: OutcomePlan,
  party: Party,
): Code {
  const body = bodyType(plan, scope, outcome.contents, party);
  const headers = headersType === undefined ? code`` : code`, ${scope.name(headersType)}`;
  return code`${scope.name(runtimeNames.server.Answer)}<${statusType(outcome)}, ${body}${headers}>`;
}

function statusType({ when }: OutcomePlan['outcome']): Code {
  if ('result' in when) return code`200`;
  return typeof when.status === 'number' ? code`${when.status}` : stringLiteral(when.status);
}

/** What makes those answers. */
export function respondInterface(
  plan: Plan,
  scope: FileScope,
  operation: OperationPlan,
): Declaration {
  const { binding } = operation.operation;
  const { answers } = partiesOf(operation.operation);
  const errors = binding.kind === 'json-rpc' ? [rpcErrorMethod(scope, binding)] : [];
  return exportedInterface(scope.name(operation.server.respondType), {
    docs: [code`Makes the answers of \`${identifier(operation.function.name)}\`.`],
    methods: [
      ...operation.outcomes.map((outcome) => respondMethod(plan, scope, outcome, answers)),
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
    docs: [code`Takes the code of an error, or its name.`],
    parameters: [
      { name: code`error`, type: names.length === 0 ? code`number` : join(names, ' | ') },
      { name: code`message`, type: code`string` },
      { name: code`data`, type: code`unknown`, optional: true },
    ],
    returnType: rpcErrorAnswer(scope, binding),
  };
}

function respondMethod(plan: Plan, scope: FileScope, planned: OutcomePlan, party: Party): Method {
  const { outcome, respond } = planned;
  return {
    name: identifier(respond),
    parameters: [
      ...statusParameter(scope, outcome),
      ...answerParameters(plan, scope, planned, party),
    ],
    returnType: answerType(plan, scope, planned, party),
    docs: outcome.description.trim() === '' ? [] : docblock({ description: outcome.description }),
  };
}

/** Outcomes that stand for several statuses take the one that is meant. */
function statusParameter(scope: FileScope, { when }: Outcome): readonly ParameterDeclaration[] {
  if ('result' in when || typeof when.status === 'number') return [];
  const type =
    when.status === 'default'
      ? code`number`
      : code`${scope.name(runtimeNames.server.StatusOf)}<${stringLiteral(when.status)}>`;
  return [{ name: code`status`, type }];
}

function answerParameters(
  plan: Plan,
  scope: FileScope,
  { outcome, headersType }: OutcomePlan,
  party: Party,
): readonly ParameterDeclaration[] {
  const { contents, headers } = outcome;
  const body = { name: code`body`, type: bodyType(plan, scope, contents, party) };
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

/** Which of several types an answer is in; without a word it is the one that the caller likes best. */
function contentTypeParameter(contents: readonly Content[]): readonly ParameterDeclaration[] {
  const types = contents.map(({ mediaType }) => mediaType);
  if (types.length < 2 && !types.some((each) => each.includes('*'))) return [];
  const type = types.some((each) => each.includes('*')) ? code`string` : union(types);
  return [{ name: code`contentType`, type, optional: true }];
}

function handlersInterface(plan: Plan, scope: FileScope, service: ServicePlan): Declaration {
  const awaitable = scope.name(runtimeNames.server.Awaitable);
  return exportedInterface(scope.name(service.handlersType), {
    docs: [code`What a server writes for the operations of \`${identifier(service.property)}\`.`],
    typeParameters: [principalsParameter(scope, plan.server.principalsType)],
    methods: service.operations.map((operation) => ({
      name: identifier(operation.function.name),
      docs: operationDocs(plan, operation),
      parameters: [
        {
          name: code`request`,
          type: code`${scope.name(operation.server.requestType)}<Principals>`,
        },
        { name: code`respond`, type: scope.name(operation.server.respondType) },
      ],
      returnType: code`${awaitable}<${scope.name(operation.server.answerType)}>`,
    })),
  });
}

/** Descriptors beside the names of their handlers; the checks come in by operation id where the server is made. */
function routes(scope: FileScope, service: ServicePlan): Declaration {
  const type = scope.name(runtimeNames.server.ServerOperation);
  const entries = service.operations.map(
    (operation) =>
      code`  { descriptor: ${scope.name(operation.descriptor)}, handler: '${identifier(operation.function.name)}' },`,
  );
  return exportedConstant(
    scope.name(service.routes),
    code`readonly ${type}[]`,
    code`[\n${join(entries, '\n')}\n]`,
  );
}
