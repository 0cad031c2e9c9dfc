import type { AddressPart, Api, HttpBinding, Operation } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import type { Shape, Shapes } from '../../model/shape/shape.js';
import { webhookChecksFile } from '../../plan/check-files.js';
import { exportedIdentifier } from '../../plan/names/name-scope.js';
import { matchMessages } from '../../plan/message-conditions.js';
import { deliveryFiles, webhookOperations } from '../../plan/deliveries.js';
import type { NameRequest } from '../../plan/names/names.js';
import type { OperationPlan, Plan } from '../../plan/plan.js';
import { deliverySchemes } from '../../plan/security.js';
import type { CallbackPart, CallbackPlan, WebhookPlan, WebhooksPlan } from './plan.js';
import { lowerFirst } from '../../plan/names/words.js';

/** Requests for the names of the whole package. */
export function webhookRequests(api: Api, base: string): readonly NameRequest[] {
  if (webhookOperations(api).length === 0) return [];
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

/** Plans the sender and the receiver. */
export function planWebhooks(plan: Plan): WebhooksPlan {
  const { shapes, deliveries: planned, packageNames: names } = plan;
  const { sender, receiver } = deliveryFiles;
  const security = deliverySchemes(plan.security);
  const discriminable = planned.map((operation) => ({ operation, ...payloadOf(operation) }));
  const parents = new Map(plan.operations.map((each) => [each.operation.key, each]));
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
    checks: exportedIdentifier(
      names,
      'webhook checks',
      webhookChecksFile(plan.splitsChecks, plan.package.checkExtension),
      'value',
    ),
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
