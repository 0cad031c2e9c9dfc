import type { ChangeRule } from '../change.js';

/** A new operation. */
export const operationAdded: ChangeRule = {
  id: 'operation-added',
  when: 'An operation, a webhook or a callback was added.',
  advice:
    'It is compatible for callers. A server has to implement a new operation before callers use it, and a new webhook is risky for subscribers, which may not expect it.',
};

/** An operation that is gone. */
export const operationRemoved: ChangeRule = {
  id: 'operation-removed',
  when: 'An operation, a webhook or a callback was removed.',
  advice:
    'It breaks whoever calls it, even if it was deprecated, and subscribers that wait for a webhook. Removal is announced by a deprecation: release it with a new major version.',
};
