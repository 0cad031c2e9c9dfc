import type { SchemaRule } from '../schemas/finding.js';

/** An alternative of a union. */
export const unionBranch: SchemaRule = {
  id: 'union-branch',
  when: 'An alternative of `anyOf` or `oneOf` was added or removed, and no other alternative accepts its values.',
  advice:
    'An alternative that is missing breaks whoever sends it, and a new one breaks programs that receive it and know only the others.',
};

/** A union whose alternatives cannot be told apart. */
export const ambiguousUnion: SchemaRule = {
  id: 'overlapping-union',
  when: 'A `oneOf` changed whose alternatives may match one value together, or a union has too many alternatives to compare.',
  advice:
    '`oneOf` rejects a value that matches two alternatives, so a new one may exclude values that were valid, which the descriptions alone do not show. Add a discriminator, or use `anyOf`.',
};
