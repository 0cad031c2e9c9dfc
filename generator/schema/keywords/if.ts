import { anything, type IfPart } from '../../checks/check.js';
import type { Keyword } from '../keyword.js';
import { readSchema } from '../read/subschemas.js';

/** Core 10.2.2.1. */
export const ifKeyword: Keyword<'if', IfPart> = {
  name: 'if',
  dialects: { since: '7' },
  vocabulary: 'applicator',
  group: 'any',
  subschemas: 'one',
  applies: 'in-place',
  isTest: true,
  read: readSchema('if'),
  lower({ keywords: { if: condition, then, else: otherwise } }, lowering) {
    if (condition === undefined || (then ?? otherwise) === undefined) return [];
    return [
      {
        keyword: 'if',
        condition: lowering.target(condition),
        then: then === undefined ? anything : lowering.target(then),
        otherwise: otherwise === undefined ? anything : lowering.target(otherwise),
      },
    ];
  },
};
