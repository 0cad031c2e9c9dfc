import { same } from '../schemas/finding.js';
import type { PropertyRule } from './property-rules.js';

/** A property that travels in another direction than before. */
export const propertyDirection: PropertyRule = {
  id: 'property-direction',
  when: '`readOnly` or `writeOnly` of a property changed, so that it travels in another direction.',
  advice:
    'A property that is not sent any more is risky for programs that send it, because it has no effect, and for programs that receive it, because it is absent.',
  compare({ name, old, next }, context) {
    if (old.isAbsent === next.isAbsent || (!old.isListed && !next.isListed)) return;
    const direction = context.way === 'request' ? 'requests' : 'responses';
    context.report({
      rule: propertyDirection,
      message: next.isAbsent
        ? `the property "${name}" is no longer sent in ${direction}`
        : `the property "${name}" is sent in ${direction} now`,
      relation: same,
      old: old.place,
      next: next.place,
      ...(next.isAbsent && {
        verdicts:
          context.way === 'request' ? { sender: 'risky' as const } : { receiver: 'risky' as const },
      }),
    });
  },
};
