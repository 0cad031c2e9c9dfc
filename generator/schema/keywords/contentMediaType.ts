import type { ContentPart } from '../../checks/check.js';
import type { Keyword } from '../keyword.js';
import { readText } from '../read/texts.js';

/** Validation 8.4. */
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
};
