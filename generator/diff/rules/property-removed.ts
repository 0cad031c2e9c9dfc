import type { PropertyRule } from './property-rules.js';

/** A property that only the old description lists. */
export const propertyRemoved: PropertyRule = {
  id: 'property-removed',
  when: 'A property was removed from an object.',
  advice:
    'It breaks whoever sends it if other properties are forbidden now. Otherwise it is risky for callers, because the server ignores what they send, and for programs that receive it, because it may never arrive again. A property that always arrived before is reported by `property-optional` as well. Mark a property as deprecated before you remove it.',
  compare({ name, old, next }, context) {
    if (!old.isListed || next.isListed || old.isAbsent) return;
    const isAccepted = !next.isForbidden;
    context.report({
      rule: propertyRemoved,
      message: `the property "${name}" was removed`,
      relation: {
        oldInNew: isAccepted ? 'yes' : 'no',
        newInOld: next.isForeign && isAccepted ? 'unknown' : 'yes',
      },
      old: old.place,
      next: next.place,
      verdicts: {
        ...(isAccepted && context.way === 'request' && { sender: 'risky' }),
        ...(context.way !== 'request' && !next.isForeign && { receiver: 'risky' }),
      },
    });
  },
};
