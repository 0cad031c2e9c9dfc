import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import type { WebhookPlan, WebhooksPlan } from './plan.js';
import { code, type Code, identifier, join, stringLiteral } from '../../printer/code.js';
import { generic, readonlyArray } from '../../printer/types.js';
import {
  constant,
  exportedFunction,
  exportedInterface,
  type Member,
  type Parameter,
} from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import { operationDocs } from '../../typescript/operation-docs.js';
import { reExportsOf } from '../../printer/re-exports.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import {
  hasPrincipals,
  principalsParameter,
  repliesInterface,
  requestInterface,
  requestTypeOf,
  sentResponses,
} from '../calls/handler-types.js';
import { clientOf } from '../client/plan.js';
import { verifierInterfaces } from '../calls/verifiers.js';

/**
 * Emits `webhook-receiver.ts`: a receiver of deliveries with a handler for each webhook, and a
 * function that verifies deliveries.
 */
export function emitWebhookReceiver(webhooks: WebhooksPlan, plan: Plan): SourceFile {
  const { receiver, verifiersType, principalsType, security } = webhooks;
  const scope = createFileScope(plan, receiver.from);
  return scope.finish([
    ...verifierInterfaces(scope, verifiersType, principalsType, security),
    ...webhooks.webhooks.flatMap(({ operation }) => [
      requestInterface(plan, scope, operation, principalsType),
      ...repliesInterface(plan, scope, operation),
    ]),
    handlers(plan, scope, webhooks),
    deliveries(scope, webhooks),
    options(plan, scope, webhooks),
    routes(scope, webhooks),
    receiverFunction(plan, scope, webhooks),
    verifierFunction(plan, scope, webhooks),
    ...verifierExports(plan, webhooks),
  ]);
}

function handlers(plan: Plan, scope: FileScope, webhooks: WebhooksPlan): Declaration {
  return exportedInterface(scope.name(webhooks.handlersType), {
    docs: [code`Handlers of webhooks. Each is optional.`],
    typeParameters: usesPrincipals(webhooks)
      ? [principalsParameter(scope, webhooks.principalsType)]
      : [],
    members: webhooks.webhooks.map((webhook): Member => ({
      name: identifier(webhook.operation.function.name),
      type: handlerType(scope, webhook),
      optional: true,
      docs: operationDocs(plan, webhook.operation),
    })),
  });
}

function handlerType(scope: FileScope, { operation, event }: WebhookPlan): Code {
  const { EventHandler, WebhookHandler } = runtimeNames.webhookReceiver;
  const types = [requestTypeOf(scope, operation), sentResponses(scope, operation)];
  return event === undefined || operation.arguments.body?.required !== true
    ? generic(scope.name(WebhookHandler), types)
    : generic(scope.name(EventHandler), [stringLiteral(event), ...types]);
}

function deliveries(scope: FileScope, webhooks: WebhooksPlan): Declaration {
  return exportedInterface(scope.name(webhooks.deliveriesType), {
    docs: [code`Received deliveries, by webhook.`],
    typeParameters: usesPrincipals(webhooks)
      ? [principalsParameter(scope, webhooks.principalsType)]
      : [],
    members: webhooks.webhooks.map(({ operation }) => ({
      name: identifier(operation.function.name),
      type: requestTypeOf(scope, operation),
    })),
  });
}

function options(plan: Plan, scope: FileScope, webhooks: WebhooksPlan): Declaration {
  const variables: readonly Member[] =
    clientOf(plan).variables.length === 0
      ? []
      : [
          {
            name: code`variables`,
            type: scope.name(clientOf(plan).variablesType),
            optional: true,
          },
        ];
  return exportedInterface(scope.name(webhooks.receiverOptionsType), {
    docs: [
      code`Options of {@link ${identifier(webhooks.receiver.name)}} and {@link ${identifier(webhooks.verifier.name)}}.`,
    ],
    typeParameters: [code`Verifiers extends ${scope.name(webhooks.verifiersType)}`],
    extends: [scope.name(runtimeNames.webhookReceiver.WebhookReceiverOptions)],
    members: [
      { name: code`security`, type: code`Verifiers`, optional: webhooks.security.length === 0 },
      ...variables,
    ],
  });
}

const webhooksName = code`webhooks`;

/**
 * Declares descriptors with the names of their handlers, in the order in which deliveries are
 * matched.
 */
function routes(scope: FileScope, webhooks: WebhooksPlan): Declaration {
  const entries = webhooks.matchOrder.map(
    ({ operation }) =>
      code`  { descriptor: ${scope.name(operation.descriptor)}, handler: '${identifier(operation.function.name)}' },`,
  );
  return constant(
    webhooksName,
    readonlyArray(scope.name(runtimeNames.webhookReceiver.ReceivedWebhook)),
    code`[\n${join(entries, '\n')}\n]`,
  );
}

function receiverFunction(plan: Plan, scope: FileScope, webhooks: WebhooksPlan): Declaration {
  const create = scope.name(runtimeNames.webhookReceiver.createWebhookReceiver);
  return exportedFunction(scope.name(webhooks.receiver), {
    docs: [code`Creates a receiver: one function, to be mounted with an adapter like a server.`],
    typeParameters: [code`Verifiers extends ${scope.name(webhooks.verifiersType)}`],
    parameters: [
      {
        name: code`handlers`,
        type: generic(scope.name(webhooks.handlersType), principals(scope, webhooks)),
      },
      optionsParameter(scope, webhooks),
    ],
    returnType: scope.name(runtimeNames.types.HttpHandler),
    statements: [
      code`return ${create}(${scope.name(clientOf(plan).description)}, ${webhooksName}, handlers, ${settings(scope, webhooks)});`,
    ],
  });
}

function verifierFunction(plan: Plan, scope: FileScope, webhooks: WebhooksPlan): Declaration {
  const { createWebhookVerifier, VerifyDelivery } = runtimeNames.webhookReceiver;
  return exportedFunction(scope.name(webhooks.verifier), {
    docs: [
      code`Creates a function that verifies a delivery from its headers and body, without a server. It returns the delivery or the reason for its rejection.`,
    ],
    typeParameters: [code`Verifiers extends ${scope.name(webhooks.verifiersType)}`],
    parameters: [optionsParameter(scope, webhooks)],
    returnType: generic(scope.name(VerifyDelivery), [
      generic(scope.name(webhooks.deliveriesType), principals(scope, webhooks)),
    ]),
    statements: [
      code`return ${scope.name(createWebhookVerifier)}(${scope.name(clientOf(plan).description)}, ${webhooksName}, ${settings(scope, webhooks)});`,
    ],
  });
}

function principals(scope: FileScope, webhooks: WebhooksPlan): readonly Code[] {
  return usesPrincipals(webhooks)
    ? [generic(scope.name(runtimeNames.server.PrincipalsOf), [code`Verifiers`])]
    : [];
}

function usesPrincipals({ webhooks }: WebhooksPlan): boolean {
  return webhooks.some(({ operation }) => hasPrincipals(operation));
}

function optionsParameter(scope: FileScope, webhooks: WebhooksPlan): Parameter {
  return {
    name: code`options`,
    type: generic(scope.name(webhooks.receiverOptionsType), [code`Verifiers`]),
    optional: webhooks.security.length === 0 && !webhooks.hostBound,
  };
}

/** Options of the receiver, with the package's checks and a flag if the host must be known. */
function settings(scope: FileScope, { checks, hostBound }: WebhooksPlan): Code {
  const lines = [
    code`  ...options,`,
    code`  checks: ${scope.name(checks)},`,
    ...(hostBound ? [code`  hostBound: true,`] : []),
  ];
  return code`{\n${join(lines, '\n')}\n}`;
}

function verifierExports(plan: Plan, { security, receiver }: WebhooksPlan): readonly Declaration[] {
  return reExportsOf(
    plan,
    security.flatMap(({ verifier }) => verifier ?? []),
    receiver.from,
  );
}
