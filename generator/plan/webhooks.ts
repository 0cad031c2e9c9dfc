import type { AddressPart, Api, HttpBinding, Operation } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import type { Shape, Shapes } from '../model/shape.js';
import { exported, type ChosenNames } from './exported.js';
import { matchMessages } from './message-match.js';
import { chooseNames, type FixedNames, type Wish } from './names.js';
import type { OperationPlan, SecurityPlan } from './plan.js';
import { deliverySchemes } from './security.js';
import type { CallbackPart, CallbackPlan, WebhookPlan, WebhooksPlan } from './webhook-plan.js';
import { camelCase, lowerFirst, pascalCase, upperFirst, wordsOf } from './words.js';

/** Files of the two halves. */
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

/** Names of the functions of webhooks and callbacks, by their keys. Those of the API's own operations come first. */
export function webhookNames(
  api: Api,
  functions: ChosenNames,
  taken: Set<string>,
  fixed: FixedNames,
): ChosenNames {
  const operations = webhookOperations(api);
  if (operations.length === 0) return new Map();
  return chooseNames(
    operations.map((operation): Wish => ({
      key: operation.key,
      candidates: candidatesOf(operation, functions),
    })),
    taken,
    fixed,
  );
}

/** The `operationId`; else the webhook's or the callback's own name, which says more where others have it too. */
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
  const setter = parent === undefined ? undefined : functions.get(parent);
  const qualified =
    setter === undefined ? `${own}Callback` : `${setter}${pascalCase(wordsOf(name))}`;
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

/** What a callback's address ends with, which tells it from others of one name: `{$request.body#/failedUrl}` is failed, url. */
function lastWords(expression: string): readonly string[] {
  return wordsOf(expression.split(/[^\p{L}\p{N}_-]+/u).findLast((part) => part !== '') ?? '');
}

/** Names that belong to the whole package, by what they are. */
export function webhookWishes(base: string): readonly Wish[] {
  const wish = (key: string, own: string): Wish => ({
    key: `webhook ${key}`,
    candidates: [own, own.replace(base, `${base}Api`), `${own}Of${base}`],
  });
  const small = lowerFirst(base);
  return [
    wish('sender', `${base}Webhooks`),
    wish('sender options', `${base}WebhooksOptions`),
    wish('credentials', `${base}WebhookCredentials`),
    wish('receiver', `create${base}WebhookReceiver`),
    wish('verifier', `create${base}WebhookVerifier`),
    wish('handlers', `${base}WebhookHandlers`),
    wish('receiver options', `${base}WebhookReceiverOptions`),
    wish('verifiers', `${base}WebhookVerifiers`),
    wish('principals', `${base}WebhookPrincipals`),
    wish('deliveries', `${base}WebhookDeliveries`),
    {
      key: 'webhook checks',
      candidates: [`${small}WebhookChecks`, `${small}ApiWebhookChecks`, `${small}ChecksOfWebhooks`],
    },
  ];
}

/** What the plan of webhooks is made of. */
export interface WebhooksContext {
  readonly shapes: Shapes;
  /** Planned webhooks and callbacks, in document order. */
  readonly planned: readonly OperationPlan[];
  /** Planned operations of clients, which set callbacks up. */
  readonly operations: readonly OperationPlan[];
  readonly security: readonly SecurityPlan[];
  /** What {@link webhookWishes} got. */
  readonly names: ChosenNames;
}

/** The two halves of what the server sends. */
export function planWebhooks(context: WebhooksContext): WebhooksPlan {
  const { shapes, planned, names } = context;
  const { sender, receiver } = webhookFiles;
  const security = deliverySchemes(context.security);
  const carriers = planned.map((operation) => ({ operation, ...payloadOf(operation) }));
  const parents = new Map(context.operations.map((each) => [each.operation.key, each]));
  const tried = matchMessages(carriers, shapes).map(({ message, match }): WebhookPlan => {
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
  const byOperation = new Map(tried.map((webhook) => [webhook.operation, webhook]));
  return {
    webhooks: planned.flatMap((operation) => byOperation.get(operation) ?? []),
    tried,
    security,
    hostBound: security.some(({ scheme }) => scheme.jwt !== undefined),
    sender: exported(names, 'webhook sender', sender, 'value'),
    senderOptionsType: exported(names, 'webhook sender options', sender, 'type'),
    credentialsType: exported(names, 'webhook credentials', sender, 'type'),
    receiver: exported(names, 'webhook receiver', receiver, 'value'),
    verifier: exported(names, 'webhook verifier', receiver, 'value'),
    handlersType: exported(names, 'webhook handlers', receiver, 'type'),
    receiverOptionsType: exported(names, 'webhook receiver options', receiver, 'type'),
    verifiersType: exported(names, 'webhook verifiers', receiver, 'type'),
    principalsType: exported(names, 'webhook principals', receiver, 'type'),
    deliveriesType: exported(names, 'webhook deliveries', receiver, 'type'),
    checks: exported(names, 'webhook checks', 'validators.ts', 'value'),
  };
}

/** The schema of a JSON body, by which webhooks can be told apart. */
function payloadOf({ operation }: OperationPlan): { readonly payload?: SchemaId } {
  const [content, ...others] = operation.request?.contents ?? [];
  return content?.codec !== 'json' || content.schema === undefined || others.length > 0
    ? {}
    : { payload: content.schema };
}

/** The member that tells the branches of a body apart. */
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

/** Whether what a handler receives has this member. */
function isDeclared(
  { parameters, request }: Operation,
  member: CallbackPlan['request'][number]['member'],
): boolean {
  const has = (place: string): boolean =>
    parameters.some((each) => each.in === place && each.credential === undefined);
  switch (member) {
    case 'wire':
      return true;
    case 'body':
      return request !== undefined;
    case 'headers':
      return has('header');
    case 'path':
    case 'query':
      return has(member);
  }
}
