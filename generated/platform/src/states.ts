import type { UserOperationStatus, WebhookStatus } from './types.js';

/** Which `UserOperationStatus` may follow which. A state that nothing follows is final. */
export const userOperationStatusTransitions: {
  readonly [State in UserOperationStatus]: readonly UserOperationStatus[];
} = {
  pending: ['signed'],
  signed: ['broadcast'],
  broadcast: ['complete', 'failed'],
  complete: [],
  failed: [],
};

/** Whether `to` may follow `from`. Staying is a step like any other: only where {@link userOperationStatusTransitions} lists it. */
export function canUserOperationStatusTransition(
  from: UserOperationStatus,
  to: UserOperationStatus,
): boolean {
  return (
    Object.hasOwn(userOperationStatusTransitions, from) &&
    (userOperationStatusTransitions[from] ?? []).includes(to)
  );
}

/** Which `WebhookStatus` may follow which. A state that nothing follows is final. */
export const webhookStatusTransitions: {
  readonly [State in WebhookStatus]: readonly WebhookStatus[];
} = {
  active: ['active', 'inactive'],
  inactive: ['active', 'inactive'],
};

/** Whether `to` may follow `from`. Staying is a step like any other: only where {@link webhookStatusTransitions} lists it. */
export function canWebhookStatusTransition(from: WebhookStatus, to: WebhookStatus): boolean {
  return (
    Object.hasOwn(webhookStatusTransitions, from) &&
    (webhookStatusTransitions[from] ?? []).includes(to)
  );
}
