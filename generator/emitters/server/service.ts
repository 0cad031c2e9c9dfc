import type { Plan, ServicePlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, identifier, join } from '../../printer/code.js';
import { generic, readonlyArray } from '../../printer/types.js';
import { exportedConstant, exportedInterface } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import { operationDocs } from '../../typescript/operation-docs.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import {
  answerUnion,
  principalsParameter,
  requestInterface,
  respondInterface,
} from '../calls/handler-types.js';
import { serverOf } from './plan.js';

/**
 * Emits one file for each service: types of its handlers' requests and responses, and its routes.
 */
export function* emitServerServices(plan: Plan): Iterable<SourceFile> {
  for (const service of plan.services) yield emitService(plan, service);
}

function emitService(plan: Plan, service: ServicePlan): SourceFile {
  const scope = createFileScope(plan, service.serverFile);
  return scope.finish([
    ...service.operations.flatMap((operation) => [
      requestInterface(plan, scope, operation, serverOf(plan).principalsType),
      answerUnion(plan, scope, operation),
      respondInterface(plan, scope, operation),
    ]),
    handlersInterface(plan, scope, service),
    routes(scope, service),
  ]);
}

function handlersInterface(plan: Plan, scope: FileScope, service: ServicePlan): Declaration {
  const awaitable = scope.name(runtimeNames.server.Awaitable);
  return exportedInterface(scope.name(service.handlersType), {
    docs: [code`Handlers of the operations of \`${identifier(service.property)}\`.`],
    typeParameters: [principalsParameter(scope, serverOf(plan).principalsType)],
    methods: service.operations.map((operation) => ({
      name: identifier(operation.function.name),
      docs: operationDocs(plan, operation),
      parameters: [
        {
          name: code`request`,
          type: generic(scope.name(operation.server.requestType), [code`Principals`]),
        },
        { name: code`respond`, type: scope.name(operation.server.respondType) },
      ],
      returnType: generic(awaitable, [scope.name(operation.server.answerType)]),
    })),
  });
}

/**
 * Declares the routes of a service: descriptors with the names of their handlers. The server
 * factory adds the checks by operation id.
 */
function routes(scope: FileScope, service: ServicePlan): Declaration {
  const type = scope.name(runtimeNames.server.ServerOperation);
  const entries = service.operations.map(
    (operation) =>
      code`  { descriptor: ${scope.name(operation.descriptor)}, handler: '${identifier(operation.function.name)}' },`,
  );
  return exportedConstant(
    scope.name(service.routes),
    readonlyArray(type),
    code`[\n${join(entries, '\n')}\n]`,
  );
}
