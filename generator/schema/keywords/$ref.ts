import { type ReferencePart, anything } from '../../checks/check.js';
import { rejectionOf } from '../../checks/reports/violations.js';
import { string } from '../../model/read/schema/schema-builder.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword } from '../keyword.js';

/** Core 8.2.3.1. Stored until every schema has been read. */
export const $ref: Keyword<'$ref', ReferencePart> = {
  name: '$ref',
  dialects: everyDialect,
  vocabulary: 'core',
  group: 'any',
  subschemas: 'one',
  applies: 'in-place',
  read(builder, value) {
    const target = string(builder, value, '$ref');
    if (target !== undefined)
      builder.reading.refer(builder.id, '$ref', target, builder.scope, builder.origin);
  },
  targets: ({ target }) => [target],
  lower({ keywords: { $ref: id } }, lowering) {
    const target = id === undefined ? anything : lowering.target(id);
    return target.kind === 'anything' ? [] : [{ keyword: '$ref', target }];
  },
  guard: ({ keyword, target }, instance, context) =>
    context.guardTarget(target, instance, rejectionOf(keyword)),
};
