import { type AdditionalPropertiesPart, anything } from '../../checks/check.js';
import { not } from '../../checks/statements/condition.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';
import { forEachMember, guardUndeclared, isNamed } from '../print/members.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.3.2.3: properties that match neither a declared name nor a pattern. */
export const additionalProperties: Keyword<'additionalProperties', AdditionalPropertiesPart> = {
  name: 'additionalProperties',
  dialects: everyDialect,
  vocabulary: 'applicator',
  group: 'object',
  subschemas: 'one',
  applies: 'child',
  describesParts: true,
  read: readSchema('additionalProperties'),
  targets: ({ target }) => [target],
  loops: true,
  lower({ keywords }, lowering) {
    const { properties = [], patternProperties = [], additionalProperties: id } = keywords;
    const target = id === undefined ? anything : lowering.target(id);
    if (target.kind === 'anything') return [];
    const names = properties.map(([name]) => name);
    const patterns = patternProperties.map(([pattern]) => pattern);
    return [{ keyword: 'additionalProperties', names, patterns, target }];
  },
  guard: ({ keyword, names, patterns, target }, instance, context) =>
    forEachMember(
      instance,
      context,
      (name) => not(isNamed(name, names, patterns, instance, context)),
      (member) => guardUndeclared(keyword, target, names, member, context),
    ),
};
