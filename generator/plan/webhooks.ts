import type { AddressPart, Api, HttpBinding, Operation } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import type { Shape, Shapes } from '../model/shape/shape.js';
import { exportedIdentifier, type ChosenNames } from './chosen-names.js';
import { matchMessages } from './message-conditions.js';
import { chooseNames, type FixedNames, type NameRequest } from './names.js';
import type { OperationPlan, SecurityPlan } from './plan.js';
import { deliverySchemes } from './security.js';
import type { CallbackPart, CallbackPlan, WebhookPlan, WebhooksPlan } from './webhook-plan.js';
import { camelCase, lowerFirst, pascalCase, upperFirst, wordsOf } from './words.js';

/** Files of the sender and the receiver. */
export const webhookFiles: {
  readonly sender: 'webhooks.ts';
  readonly receiver: 'webhook-receiver.ts';
} = { sender: 'webhooks.ts', receiver: 'webhook-receiver.ts' };

/** Webhooks and callbacks, in document order. */
export function webhookOperations(api: Api): readonly Operation[] {
  return api.operations.filter(
    ({ sentBy, binding }) => sentBy === 'server' && binding.kind === 'http',
  );
}

/**
 * Chooses the function names of webhooks and callbacks. The API's own operations have precedence.
 */
export function webhookNames(
  api: Api,
  functions: ChosenNames,
  taken: Set<string>,
  fixed: FixedNames,
): ChosenNames {
  const operations = webhookOperations(api);
  if (operations.length === 0) return new Map();
  return chooseNames(
    operations.map((operation): NameRequest => ({
      key: operation.key,
      candidates: candidatesOf(operation, functions),
    })),
    taken,
    fixed,
  );
}

/**
 * Candidates: the `operationId`, otherwise the name of the webhook or callback, extended in case of
 * conflicts.
 */
function candidatesOf(operation: Operation, functions: ChosenNames): readonly string[] {
  const { id, parent } = operation;
  const { target, method } = operation.binding as HttpBinding;
  const suffix = 'webhook' in target ? 'Webhook' : 'Callback';
  if (id !== undefined) {
    const own = camelCase(wordsOf(id));
    return [own, `${own}${suffix}`];
  }
  if ('webhook' in target) {
    const own = camelCase(wordsOf(target.webhook));
    return [own, `${own}Webhook`, `${method.toLowerCase()}${upperFirst(own)}Webhook`];
  }
  const name = 'callback' in target ? target.callback : '';
  const own = camelCase(wordsOf(name));
  const parentName = parent === undefined ? undefined : functions.get(parent);
  const qualified =
    parentName === undefined ? `${own}Callback` : `${parentName}${pascalCase(wordsOf(name))}`;
  const verb = pascalCase([method.toLowerCase()]);
  const last = pascalCase(lastWords('expression' in target ? target.expression : ''));
  return [
    own,
    qualified,
    `${qualified}${verb}`,
    `${qualified}${last}`,
    `${qualified}${last}${verb}`,
  ];
}

/**
 * Last words of a callback URL, which distinguish callbacks with the same name:
 * `{$request.body#/failedUrl}` becomes failed, url.
 */
function lastWords(expression: string): readonly string[] {
  return wordsOf(expression.split(/[^\p{L}\p{N}_-]+/u).findLast((part) => part !== '') ?? '');
}

/** Requests for the names of the whole package. */
export function webhookRequests(base: string): readonly NameRequest[] {
  const request = (key: string, own: string): NameRequest => ({
    key: `webhook ${key}`,
    candidates: [own, own.replace(base, `${base}Api`), `${own}Of${base}`],
  });
  const small = lowerFirst(base);
  return [
    request('sender', `${base}Webhooks`),
    request('sender options', `${base}WebhooksOptions`),
    request('credentials', `${base}WebhookCredentials`),
    request('receiver', `create${base}WebhookReceiver`),
    request('verifier', `create${base}WebhookVerifier`),
    request('handlers', `${base}WebhookHandlers`),
    request('receiver options', `${base}WebhookReceiverOptions`),
    request('verifiers', `${base}WebhookVerifiers`),
    request('principals', `${base}WebhookPrincipals`),
    request('deliveries', `${base}WebhookDeliveries`),
    {
      key: 'webhook checks',
      candidates: [`${small}WebhookChecks`, `${small}ApiWebhookChecks`, `${small}ChecksOfWebhooks`],
    },
  ];
}

/** Input for planning webhooks. */
export interface WebhooksContext {
  readonly shapes: Shapes;
  /** Planned webhooks and callbacks, in document order. */
  readonly planned: readonly OperationPlan[];
  /** Planned operations of clients, which register callbacks. */
  readonly operations: readonly OperationPlan[];
  readonly security: readonly SecurityPlan[];
  /** Names chosen for {@link webhookRequests}. */
  readonly names: ChosenNames;
}

/** Plans the sender and the receiver. */
export function planWebhooks(context: WebhooksContext): WebhooksPlan {
  const { shapes, planned, names } = context;
  const { sender, receiver } = webhookFiles;
  const security = deliverySchemes(context.security);
  const discriminable = planned.map((operation) => ({ operation, ...payloadOf(operation) }));
  const parents = new Map(context.operations.map((each) => [each.operation.key, each]));
  const matchOrder = matchMessages(discriminable, shapes).map(({ message, match }): WebhookPlan => {
    const { operation, payload } = message;
    const event = payload === undefined ? undefined : eventOf(shapes, payload);
    const callback = callbackOf(operation, parents);
    return {
      operation,
      match,
      ...(event === undefined ? {} : { event }),
      ...(callback === undefined ? {} : { callback }),
    };
  });
  const byOperation = new Map(matchOrder.map((webhook) => [webhook.operation, webhook]));
  return {
    webhooks: planned.flatMap((operation) => byOperation.get(operation) ?? []),
    matchOrder,
    security,
    hostBound: security.some(({ scheme }) => scheme.jwt !== undefined),
    sender: exportedIdentifier(names, 'webhook sender', sender, 'value'),
    senderOptionsType: exportedIdentifier(names, 'webhook sender options', sender, 'type'),
    credentialsType: exportedIdentifier(names, 'webhook credentials', sender, 'type'),
    receiver: exportedIdentifier(names, 'webhook receiver', receiver, 'value'),
    verifier: exportedIdentifier(names, 'webhook verifier', receiver, 'value'),
    handlersType: exportedIdentifier(names, 'webhook handlers', receiver, 'type'),
    receiverOptionsType: exportedIdentifier(names, 'webhook receiver options', receiver, 'type'),
    verifiersType: exportedIdentifier(names, 'webhook verifiers', receiver, 'type'),
    principalsType: exportedIdentifier(names, 'webhook principals', receiver, 'type'),
    deliveriesType: exportedIdentifier(names, 'webhook deliveries', receiver, 'type'),
    checks: exportedIdentifier(names, 'webhook checks', 'validators.ts', 'value'),
  };
}

/** JSON payload of a webhook, by which it can be recognised. */
function payloadOf({ operation }: OperationPlan): { readonly payload?: SchemaId } {
  const [content, ...others] = operation.request?.contents ?? [];
  return content?.codec !== 'json' || content.schema === undefined || others.length > 0
    ? {}
    : { payload: content.schema };
}

/** Discriminator property of a union payload. */
function eventOf(shapes: Shapes, id: SchemaId): string | undefined {
  const use = { direction: 'receive', representation: 'value' } as const;
  let shape: Shape = shapes.of(id, use);
  for (const seen = new Set([id]); shape.kind === 'reference' && !seen.has(shape.target);) {
    seen.add(shape.target);
    shape = shapes.of(shape.target, use);
  }
  return shape.kind === 'union' ? shape.discriminator : undefined;
}

function callbackOf(
  { operation }: OperationPlan,
  parents: ReadonlyMap<string, OperationPlan>,
): CallbackPlan | undefined {
  const { target } = operation.binding as HttpBinding;
  if (!('expression' in target) || target.address === undefined) return undefined;
  const parent = operation.parent === undefined ? undefined : parents.get(operation.parent);
  if (parent === undefined || parent.operation.binding.kind !== 'http') return undefined;
  const { address } = target;
  return {
    address,
    parent,
    request: partsOf(address, requestMember).map((member) => ({
      member,
      declared: isDeclared(parent.operation, member),
    })),
    response: partsOf(address, responseMember).map((member): CallbackPart<typeof member> => ({
      member,
      declared: member !== 'headers',
    })),
  };
}

function partsOf<Member>(
  address: readonly AddressPart[],
  memberOf: (part: Exclude<AddressPart, string>) => Member | undefined,
): readonly Member[] {
  const members = address.flatMap((part): readonly Member[] => {
    const member = typeof part === 'string' ? undefined : memberOf(part);
    return member === undefined ? [] : [member];
  });
  return [...new Set(members)];
}

function requestMember(
  part: Exclude<AddressPart, string>,
): CallbackPlan['request'][number]['member'] | undefined {
  if (part.of === 'url' || part.of === 'method') return 'wire';
  if (part.of !== 'request') return undefined;
  return part.in === 'header' ? 'headers' : part.in;
}

function responseMember(
  part: Exclude<AddressPart, string>,
): CallbackPlan['response'][number]['member'] | undefined {
  if (part.of === 'statusCode') return 'status';
  if (part.of !== 'response') return undefined;
  return part.in === 'body' ? 'body' : 'headers';
}

/** True if a handler's request has this member. */
function isDeclared(
  { parameters, request }: Operation,
  member: CallbackPlan['request'][number]['member'],
): boolean {
  const declares = (location: string): boolean =>
    parameters.some((each) => each.in === location && each.credential === undefined);
  switch (member) {
    case 'wire':
      return true;
    case 'body':
      return request !== undefined;
    case 'headers':
      return declares('header');
    case 'path':
    case 'query':
      return declares(member);
  }
}
