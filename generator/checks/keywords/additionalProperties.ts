import type { AdditionalPropertiesPart } from '../check.js';
import { not } from '../condition.js';
import type { KeywordPrinter } from '../emit-context.js';
import { forEachMember, guardUndeclared, isNamed } from './members.js';

/** Core 10.3.2.3: properties that match neither a declared name nor a pattern. */
export const additionalProperties: KeywordPrinter<AdditionalPropertiesPart> = {
  guard: ({ keyword, names, patterns, target }, instance, context) =>
    forEachMember(
      instance,
      context,
      (name) => not(isNamed(name, names, patterns, instance, context)),
      (member) => guardUndeclared(keyword, target, names, member, context),
    ),
};
