import { code, literal } from '../../code.js';
import type { ContentPart } from '../check.js';
import { holds, not } from '../condition.js';
import type { ScalarPrinter } from './leaf.js';

/** `contentEncoding` and `contentMediaType` together, where they are asserted (draft 7 section 8). */
export const content: ScalarPrinter<ContentPart> = {
  fails({ mediaType, encoding }, { value }, { printing }) {
    const how = literal({ mediaType, encoding });
    return not(holds(code`${printing.runtime('isContent')}(${value}, ${how})`));
  },
  expected({ mediaType = 'text', encoding }) {
    return encoding === undefined ? mediaType : `${mediaType} in ${encoding}`;
  },
};
