import type { AdditionalPropertiesPart } from '../check.js';
import { not } from '../condition.js';
import type { KeywordPrinter } from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';
import { forEachMember, isNamed } from './members.js';

/** Core 10.3.2.3: members that neither a name nor a pattern has taken. */
export const additionalProperties: KeywordPrinter<AdditionalPropertiesPart> = {
  guard: ({ keyword, names, patterns, target }, subject, frame) =>
    forEachMember(
      subject,
      frame,
      (name) => not(isNamed(name, names, patterns, frame)),
      (member) => guardTarget(target, member, frame, refusalOf(keyword, 'no such member')),
    ),
};
