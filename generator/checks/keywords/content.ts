import { code, literal } from '../../printer/code.js';
import type { ContentPart } from '../check.js';
import { holds, not } from '../condition.js';
import type { ScalarPrinter } from './leaf.js';

/** `contentEncoding` and `contentMediaType`, if asserted (draft 7 section 8). */
export const content: ScalarPrinter<ContentPart> = {
  fails({ mediaType, encoding }, { value }, { file }) {
    const options = literal({ mediaType, encoding });
    return not(holds(code`${file.runtime('isContent')}(${value}, ${options})`));
  },
  expected({ mediaType = 'text', encoding }) {
    return encoding === undefined ? mediaType : `${mediaType} in ${encoding}`;
  },
};
