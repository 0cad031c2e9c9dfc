import type { Api, HttpBinding, Operation } from '../model/api.js';
import type { ChosenNames } from './names/name-scope.js';
import { chooseNames, type FixedNames, type NameRequest } from './names/names.js';
import { camelCase, pascalCase, upperFirst, wordsOf } from './names/words.js';

/** Files of the sender and the receiver. */
export const deliveryFiles: {
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
      candidates: candidatesOf(operation, functions).filter((name) => !senderMembers.has(name)),
    })),
    taken,
    fixed,
  );
}

/** Members of the class that sends deliveries, which its methods must not redefine. */
const senderMembers: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'delivers',
  'resume',
  'then',
  'toJSON',
]);

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
