import type { ContentPart } from '../../checks/check.js';
import { holds, not } from '../../checks/statements/condition.js';
import { code, literal } from '../../printer/code.js';
import { someValue } from '../comparison.js';
import type { Keyword } from '../keyword.js';
import { readText } from '../read/texts.js';

/** `contentEncoding` and `contentMediaType`, if asserted (draft 7 section 8). */
export const contentMediaType: Keyword<'contentMediaType', ContentPart> = {
  name: 'contentMediaType',
  dialects: { since: '7' },
  vocabulary: 'content',
  group: 'string',
  read: readText('contentMediaType'),
  lower(schema, lowering) {
    const { contentMediaType: mediaType, contentEncoding: encoding } = schema.keywords;
    if (!lowering.assertsContent(schema)) return [];
    const keyword = mediaType === undefined ? 'contentEncoding' : 'contentMediaType';
    return [{ keyword, mediaType, encoding }];
  },
  fails({ mediaType, encoding }, { value }, { file }) {
    const options = literal({ mediaType, encoding });
    return not(holds(code`${file.runtime('isContent')}(${value}, ${options})`));
  },
  expected({ mediaType = 'text', encoding }) {
    return encoding === undefined ? mediaType : `${mediaType} in ${encoding}`;
  },
  impliedBy: (text, given) =>
    someValue(given, 'contentMediaType', (value) => value.toLowerCase() === text.toLowerCase()),
};
