import { missingMember } from '../../../core/diagnostics/members.js';
import type { RequestBody } from '../../api.js';
import { member } from '../json.js';
import { readContents } from './media-type.js';
import { checkMembers, flagAt, optional, textAt } from './node.js';
import type { ValueNode } from './node.js';
import { once } from './reading.js';
import type { Reading } from './reading.js';

/** Reads a request body, behind references (OpenAPI 3.1.1 section 4.8.13). */
export function readRequestBody(reading: Reading, valueNode: ValueNode): RequestBody | undefined {
  return once(reading, valueNode, 'a request body', (node) => {
    checkMembers(node, ['description', 'content', 'required'], 'a request body');
    if (member(node.value, 'content') === undefined) {
      node.reporter.report(
        missingMember.default({ what: 'a request body', name: 'content' }),
        node.origin,
      );
    }
    return {
      required: flagAt(node, 'required') ?? false,
      ...optional('description', textAt(node, 'description')),
      contents: readContents(reading, node),
      origin: node.origin,
    };
  });
}
