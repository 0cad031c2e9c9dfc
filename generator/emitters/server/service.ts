import type { EmitContext } from '../emitter.js';
import type { Plan, ServicePlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, identifier, join } from '../../printer/code.js';
import { generic, readonlyArray } from '../../printer/types.js';
import { exportedConstant, exportedInterface } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import { operationSummary } from '../../typescript/operation-docs.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import {
  hasPrincipals,
  principalsParameter,
  repliesInterface,
  requestInterface,
  requestTypeOf,
  sentResponses,
} from '../calls/handler-types.js';
import { serverOf } from './plan.js';

/**
 * Emits one file for each service: types of its handlers' requests and responses, and its routes.
 */
export function* emitServerServices(
  plan: Plan,
  emitAlone: EmitContext['emitAlone'],
): Iterable<SourceFile> {
  for (const service of plan.services)
    yield* emitAlone(service.serverFile, () => emitService(plan, service));
}

function emitService(plan: Plan, service: ServicePlan): SourceFile {
  const scope = createFileScope(plan, service.serverFile);
  return scope.finish([
    ...service.operations.flatMap((operation) => [
      requestInterface(plan, scope, operation, serverOf(plan).principalsType),
      ...repliesInterface(plan, scope, operation),
    ]),
    handlersInterface(plan, scope, service),
    routes(scope, service),
  ]);
}

function handlersInterface(plan: Plan, scope: FileScope, service: ServicePlan): Declaration {
  return exportedInterface(scope.name(service.handlersType), {
    docs: [code`Handlers of the operations of \`${identifier(service.property)}\`.`],
    typeParameters: service.operations.some(hasPrincipals)
      ? [principalsParameter(scope, serverOf(plan).principalsType)]
      : [],
    members: service.operations.map((operation) => {
      const isRpc = operation.operation.binding.kind === 'json-rpc';
      const { Handler } = isRpc ? runtimeNames.rpcServer : runtimeNames.server;
      return {
        name: identifier(operation.function.name),
        type: generic(scope.name(Handler), [
          requestTypeOf(scope, operation),
          sentResponses(scope, operation),
        ]),
        docs: operationSummary(operation),
      };
    }),
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
