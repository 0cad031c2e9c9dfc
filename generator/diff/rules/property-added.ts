import type { PropertyRule } from './property-rules.js';

/** A property that only the new description lists. */
export const propertyAdded: PropertyRule = {
  id: 'property-added',
  when: 'A property was added to an object.',
  advice:
    'It is compatible unless the old description forbids other properties (`additionalProperties: false`), because nobody sends properties that a description does not list. A property that must be sent is reported by `property-required` as well.',
  compare({ name, old, next }, context) {
    if (old.isListed || !next.isListed || next.isAbsent) return;
    context.report({
      rule: propertyAdded,
      message: `the property "${name}" was added`,
      relation: {
        oldInNew: old.isForeign && !old.isForbidden ? 'unknown' : 'yes',
        newInOld: old.isForbidden ? 'no' : 'yes',
      },
      old: old.place,
      next: next.place,
    });
  },
};
