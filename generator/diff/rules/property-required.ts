import type { PropertyRule } from './property-rules.js';

/** A property that must be sent now. */
export const propertyRequired: PropertyRule = {
  id: 'property-required',
  when: 'A property must be sent that was optional or did not exist.',
  advice:
    'It breaks whoever sends the object without it. Make it optional, and say what its absence means. In requests, `readOnly` properties are not required, and in responses, `writeOnly` ones are not.',
  compare({ name, old, next }, context) {
    if (old.isRequired || !next.isRequired) return;
    context.report({
      rule: propertyRequired,
      message: old.isListed
        ? `the property "${name}" is required now`
        : `the property "${name}" is new and required`,
      relation: { oldInNew: 'no', newInOld: 'yes' },
      old: old.place,
      next: next.place,
    });
  },
};

/** A property that may be absent now. */
export const propertyOptional: PropertyRule = {
  id: 'property-optional',
  when: 'A property may be absent that was always present.',
  advice: 'It breaks programs that receive the object and rely on the property.',
  compare({ name, old, next }, context) {
    if (!old.isRequired || next.isRequired) return;
    context.report({
      rule: propertyOptional,
      message: next.isListed
        ? `the property "${name}" is no longer required`
        : `the property "${name}" was required and is gone`,
      relation: { oldInNew: 'yes', newInOld: 'no' },
      old: old.place,
      next: next.place,
    });
  },
};
