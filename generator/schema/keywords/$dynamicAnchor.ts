import type { Keyword } from '../keyword.js';

/** Core 8.2.2. Read on entering a schema. */
export const $dynamicAnchor: Keyword<'$dynamicAnchor'> = {
  name: '$dynamicAnchor',
  dialects: { since: '2020-12' },
  vocabulary: 'core',
  group: 'none',
};
