import type { Plan } from '../../plan/plan.js';
import { clientOf } from './plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { requestSchemes } from '../../plan/security.js';
import {
  code,
  type Code,
  commentLines,
  identifier,
  join,
  propertyName,
  stringLiteral,
} from '../../printer/code.js';
import { call, returns, evaluates, assigns } from '../../printer/values.js';
import { union } from '../../printer/types.js';
import {
  exportedClass,
  exportedFunction,
  exportedInterface,
  type Member,
  type Parameter,
} from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';

/**
 * Emits `client.ts`: options, the class with a service for each tag, and the client without
 * services.
 */
export function emitClient(plan: Plan): SourceFile {
  const client = clientOf(plan);
  const scope = createFileScope(plan, client.className.from);
  return scope.finish([
    ...credentials(plan, scope),
    ...variables(plan, scope),
    options(plan, scope),
    connectFunction(plan, scope),
    clientClass(plan, scope),
  ]);
}

function credentials(plan: Plan, scope: FileScope): readonly Declaration[] {
  if (requestSchemes(plan.security).length === 0) return [];
  return [
    exportedInterface(scope.name(clientOf(plan).credentialsType), {
      docs: [code`Credentials by security scheme. Only those of the operations in use are needed.`],
      members: requestSchemes(plan.security).map(({ scheme }) => ({
        name: propertyName(scheme.key),
        type: scope.name(runtimeNames.types.Credential),
        optional: true,
        docs: docsOf(scheme.description),
      })),
    }),
  ];
}

function variables(plan: Plan, scope: FileScope): readonly Declaration[] {
  if (clientOf(plan).variables.length === 0) return [];
  return [
    exportedInterface(scope.name(clientOf(plan).variablesType), {
      docs: [code`Values that differ between deployments. Each has a default.`],
      members: clientOf(plan).variables.map((variable): Member => {
        const values = (variable.enum ?? []).map(stringLiteral);
        const fallback = code`Default: \`${join(commentLines(variable.default), '\n')}\`.`;
        return {
          name: propertyName(variable.name),
          type: values.length === 0 ? code`string` : union(values),
          optional: true,
          docs: [join([...docsOf(variable.description), fallback], '\n\n')],
        };
      }),
    }),
  ];
}

function options(plan: Plan, scope: FileScope): Declaration {
  const client = clientOf(plan);
  const member = (name: Code, type: Code): Member => ({ name, type, optional: true });
  return exportedInterface(scope.name(client.optionsType), {
    docs: [
      code`Options of {@link ${identifier(client.className.name)}} and {@link ${identifier(client.connect.name)}}.`,
    ],
    extends: [scope.name(runtimeNames.http.ClientOptions)],
    members: [
      ...(requestSchemes(plan.security).length === 0
        ? []
        : [member(code`credentials`, scope.name(client.credentialsType))]),
      ...(client.variables.length === 0
        ? []
        : [member(code`variables`, scope.name(client.variablesType))]),
    ],
  });
}

function connectFunction(plan: Plan, scope: FileScope): Declaration {
  const client = clientOf(plan);
  return exportedFunction(scope.name(client.connect), {
    docs: [
      code`Creates a client for the standalone functions. It refers to no service, so a bundler keeps only the functions in use.`,
    ],
    parameters: [optionsParameter(plan, scope)],
    returnType: scope.name(runtimeNames.http.Client),
    statements: [
      returns(
        call(scope.name(runtimeNames.http.connect), [
          scope.name(client.description),
          code`options`,
        ]),
      ),
    ],
  });
}

function clientClass(plan: Plan, scope: FileScope): Declaration {
  const { services } = plan;
  const client = clientOf(plan);
  const rpc = plan.operations.some(({ operation }) => operation.binding.kind === 'json-rpc');
  return exportedClass(scope.name(client.className), {
    docs: docsOf(plan.api.description?.text ?? plan.api.title),
    extends: scope.name(runtimeNames.http.ConnectedClient),
    fields: [
      ...services.map((service) => ({
        name: identifier(service.property),
        type: scope.name(service.className),
        docs: docsOf(service.description?.text),
      })),
      ...(rpc ? [batchField(scope)] : []),
    ],
    constructorParameters: [optionsParameter(plan, scope)],
    constructorStatements: [
      evaluates(call(code`super`, [scope.name(client.description), code`options`])),
      ...services.map((service) =>
        assigns(
          code`this.${identifier(service.property)}`,
          call(code`new ${scope.name(service.className)}`, [code`this`]),
        ),
      ),
      ...(rpc
        ? [assigns(code`this.batch`, call(scope.name(runtimeNames.rpc.bindBatch), [code`this`]))]
        : []),
    ],
  });
}

function batchField(scope: FileScope): Member {
  return {
    name: code`batch`,
    type: scope.name(runtimeNames.rpc.BoundBatch),
    docs: [code`Sends several prepared calls as one JSON-RPC batch.`],
  };
}

function optionsParameter(plan: Plan, scope: FileScope): Parameter {
  const { optionsType, requiresOptions } = clientOf(plan);
  return { name: code`options`, type: scope.name(optionsType), optional: !requiresOptions };
}

function docsOf(text: string | undefined): readonly Code[] {
  return text === undefined || text.trim() === '' ? [] : [join(commentLines(text.trim()), '\n')];
}
