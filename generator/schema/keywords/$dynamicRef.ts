import { type ReferencePart, anything } from '../../checks/check.js';
import { rejectionOf } from '../../checks/reports/violations.js';
import { string } from '../../model/read/schema/schema-builder.js';
import type { Keyword } from '../keyword.js';

/** Core 8.2.3.2. Stored until every schema has been read. */
export const $dynamicRef: Keyword<'$dynamicRef', ReferencePart> = {
  name: '$dynamicRef',
  dialects: { since: '2020-12' },
  vocabulary: 'core',
  group: 'any',
  subschemas: 'dynamic',
  applies: 'in-place',
  read(builder, value) {
    const target = string(builder, value, '$dynamicRef');
    if (target !== undefined)
      builder.reading.refer(builder.id, '$dynamicRef', target, builder.scope, builder.origin);
  },
  targets: ({ target }) => [target],
  lower({ keywords: { $dynamicRef: reference } }, lowering) {
    const target =
      reference === undefined ? anything : lowering.target(lowering.resolve(reference));
    return target.kind === 'anything' ? [] : [{ keyword: '$dynamicRef', target }];
  },
  guard: ({ keyword, target }, instance, context) =>
    context.guardTarget(target, instance, rejectionOf(keyword)),
};
