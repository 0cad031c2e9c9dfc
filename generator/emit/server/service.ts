import type { Parameter } from '../../model/api.js';
import type { OperationPlan, OutcomePlan, Plan, ServicePlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { bodyType } from '../body-type.js';
import { code, type Code, identifier, join, stringLiteral } from '../code.js';
import { exportedAlias, exportedConstant, exportedInterface, type Member, type Method } from '../declare.js';
import { createFileScope } from '../file-scope.js';
import { operationDocs } from '../operation-docs.js';
import { parameterMembers } from '../parameter-members.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';

/** One file for each service: what its handlers receive and may answer, and its routes. */
export function emitServerServices(plan: Plan): readonly SourceFile[] {
  return plan.services.map((service) => emitService(plan, service));
}

function emitService(plan: Plan, service: ServicePlan): SourceFile {
  const scope = createFileScope(plan, service.serverFile);
  return scope.finish([
    ...service.operations.flatMap((operation) => [
      requestInterface(plan, scope, operation),
      answerUnion(plan, scope, operation),
      respondInterface(plan, scope, operation),
    ]),
    handlersInterface(plan, scope, service),
    routes(scope, service),
  ]);
}

function requestInterface(plan: Plan, scope: FileScope, operation: OperationPlan): Declaration {
  const { server, operation: described } = operation;
  return exportedInterface(scope.name(server.requestType), {
    docs: [code`What the handler of \`${identifier(operation.function.name)}\` receives.`],
    typeParameters: [principalsParameter(plan, scope)],
    extends: [code`${scope.name(runtimeNames.serverTypes.HandlerRequest)}<Principals>`],
    members: [
      ...locations(plan, scope, described.parameters),
      ...bodyMember(plan, scope, operation),
    ],
  });
}

function principalsParameter(plan: Plan, scope: FileScope): Code {
  return code`Principals = ${scope.name(plan.server.principalsType)}`;
}

const places = [
  { place: 'path', member: code`path` },
  { place: 'query', member: code`query` },
  { place: 'header', member: code`headers` },
  { place: 'cookie', member: code`cookies` },
] as const;

function locations(plan: Plan, scope: FileScope, parameters: readonly Parameter[]): readonly Member[] {
  return places.flatMap(({ place, member }) => {
    const here = parameters.filter(({ in: where, credential }) => where === place && credential === undefined);
    if (here.length === 0) return [];
    const members = parameterMembers(plan, scope, here, 'receive').map(
      ({ name, type, optional }) => code`readonly ${name}${optional === true ? code`?` : code``}: ${type}`,
    );
    return [{ name: member, type: code`{ ${join(members, '; ')} }` }];
  });
}

function bodyMember(plan: Plan, scope: FileScope, operation: OperationPlan): readonly Member[] {
  const { body } = operation.arguments;
  if (body === undefined) return [];
  const type = bodyType(plan, scope, body.contents, 'receive');
  return [{ name: code`body`, type: body.required ? type : code`${type} | undefined` }];
}

function answerUnion(plan: Plan, scope: FileScope, operation: OperationPlan): Declaration {
  const answers = operation.outcomes.map((outcome) => answerType(plan, scope, outcome));
  return exportedAlias(
    scope.name(operation.server.answerType),
    answers.length === 0 ? code`never` : join(answers, ' | '),
    { docs: [code`Every answer that \`${identifier(operation.function.name)}\` declares.`] },
  );
}

function answerType(plan: Plan, scope: FileScope, { outcome, headersType }: OutcomePlan): Code {
  const body = bodyType(plan, scope, outcome.contents, 'send');
  const headers = headersType === undefined ? code`` : code`, ${scope.name(headersType)}`;
  return code`${scope.name(runtimeNames.serverTypes.Answer)}<${statusType(outcome)}, ${body}${headers}>`;
}

function statusType({ when }: OutcomePlan['outcome']): Code {
  if ('result' in when) return code`200`;
  return typeof when.status === 'number' ? code`${when.status}` : stringLiteral(when.status);
}

function respondInterface(plan: Plan, scope: FileScope, operation: OperationPlan): Declaration {
  return exportedInterface(scope.name(operation.server.respondType), {
    docs: [code`Makes the answers of \`${identifier(operation.function.name)}\`.`],
    methods: operation.outcomes.map((outcome) => respondMethod(plan, scope, outcome)),
  });
}

function respondMethod(plan: Plan, scope: FileScope, planned: OutcomePlan): Method {
  const { outcome, respond, headersType } = planned;
  const exact = 'result' in outcome.when || typeof outcome.when.status === 'number';
  const required = outcome.headers.some((header) => header.required);
  return {
    name: identifier(respond),
    parameters: [
      ...(exact ? [] : [{ name: code`status`, type: code`number` }]),
      ...(outcome.contents.length === 0
        ? headersType === undefined
          ? []
          : [{ name: code`body`, type: code`undefined` }]
        : [{ name: code`body`, type: bodyType(plan, scope, outcome.contents, 'send') }]),
      ...(headersType === undefined
        ? []
        : [{ name: code`headers`, type: scope.name(headersType), optional: !required }]),
    ],
    returnType: answerType(plan, scope, planned),
  };
}

function handlersInterface(plan: Plan, scope: FileScope, service: ServicePlan): Declaration {
  const awaitable = scope.name(runtimeNames.serverTypes.Awaitable);
  return exportedInterface(scope.name(service.handlersType), {
    docs: [code`What a server writes for the operations of \`${identifier(service.property)}\`.`],
    typeParameters: [principalsParameter(plan, scope)],
    methods: service.operations.map((operation) => ({
      name: identifier(operation.function.name),
      docs: operationDocs(plan, operation),
      parameters: [
        { name: code`request`, type: code`${scope.name(operation.server.requestType)}<Principals>` },
        { name: code`respond`, type: scope.name(operation.server.respondType) },
      ],
      returnType: code`${awaitable}<${scope.name(operation.server.answerType)}>`,
    })),
  });
}

/** Descriptors beside the names of their handlers; the checks come in by operation id where the server is made. */
function routes(scope: FileScope, service: ServicePlan): Declaration {
  const type = scope.name(runtimeNames.serverTypes.ServerOperation);
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
