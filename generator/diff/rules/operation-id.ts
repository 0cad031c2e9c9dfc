import { childOrigin } from '../../core/origin.js';
import type { ChangeRule } from '../change.js';
import type { OperationRule } from './operation-rule.js';

const rule: ChangeRule = {
  id: 'operation-id',
  when: 'The `operationId` of an operation changed.',
  advice:
    'Requests stay the same, but the generated functions and types get other names, so that programs no longer compile until they are changed. The [name lock](cli.md#names) keeps the names.',
};

/** The name of an operation. */
export const operationId: OperationRule = {
  rules: [rule],
  compare({ old, next }, context) {
    if (old.id === next.id) return;
    const text = (id: string | undefined): string => (id === undefined ? 'nothing' : `"${id}"`);
    context.report(
      rule,
      `"operationId" changed from ${text(old.id)} to ${text(next.id)}`,
      { requester: 'risky', answerer: 'risky' },
      {
        old: childOrigin(old.origin, 'operationId'),
        next: childOrigin(next.origin, 'operationId'),
      },
    );
  },
};
