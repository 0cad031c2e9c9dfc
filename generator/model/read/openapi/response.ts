import { fixedProse } from '../../../core/prose.js';
import { defineRecoverableError, type DiagnosticType } from '../../../core/diagnostic.js';
import { looseForm } from '../../../core/diagnostics/values.js';
import { omittedMember } from '../../../core/diagnostics/members.js';
import type { Content, Outcome, StatusRange } from '../../api.js';
import { readHeaders } from './parameter.js';
import { readLinks } from './links.js';
import { readContents } from './media-type.js';
import { checkMembers, proseAt, type ObjectNode, type ValueNode } from './node.js';
import { membersAt, once, type Reading } from './reading.js';

/** A key of `responses` that is not a status. */
export const invalidStatus: DiagnosticType<{ default: { key: string } }> = defineRecoverableError(
  'invalid-status',
  {
    default: ({ key }) => `"${key}" is not a status`,
  },
);

/** A status that is described twice. */
export const duplicateStatus: DiagnosticType<{
  default: { key: string; status: string | number };
}> = defineRecoverableError('duplicate-status', {
  default: ({ key, status }) =>
    `"${key}" is the same status as "${status}", which is also described`,
});

type Response = Omit<Outcome, 'when'>;

/** Reads the declared responses of an operation, in document order (OpenAPI 3.1.1 section 4.8.16). */
export function readResponses(reading: Reading, node: ObjectNode): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  for (const [key, valueNode] of membersAt(reading, node, 'responses')) {
    if (key.startsWith('x-')) continue;
    const status = readStatus(key);
    if (status === undefined) {
      reading.reporter.report(invalidStatus.default({ key }), valueNode.origin, {
        part: 'key',
        hint: 'write a status from 100 to 599, a range such as "4XX", or "default"',
      });
      continue;
    }
    if (outcomes.some(({ when }) => 'status' in when && when.status === status)) {
      reading.reporter.report(duplicateStatus.default({ key, status }), valueNode.origin, {
        part: 'key',
      });
      continue;
    }
    if (key !== String(status))
      reading.reporter.report(looseForm.spelling({ key, text: String(status) }), valueNode.origin, {
        part: 'key',
        hint: `write "${status}"`,
      });
    const response = readResponse(reading, valueNode);
    if (response !== undefined) outcomes.push({ when: { status }, ...response });
  }
  return outcomes;
}

/** Reads a response, behind references (OpenAPI 3.1.1 section 4.8.17). */
export function readResponse(reading: Reading, valueNode: ValueNode): Response | undefined {
  return once(reading, valueNode, 'a response', (node) => {
    checkMembers(node, ['summary', 'description', 'headers', 'content', 'links'], 'a response');
    const description = proseAt(node, 'description');
    if (
      description === undefined &&
      node.document.version !== '3.2' &&
      !Object.hasOwn(node.value, 'description')
    ) {
      node.reporter.report(
        omittedMember.default({ what: 'a response', name: 'description' }),
        node.origin,
        {
          hint: 'describe it, such as "description: The kettle is gone."',
        },
      );
    }
    const links = readLinks(reading, node);
    return {
      description: description ?? proseAt(node, 'summary') ?? fixedProse(''),
      headers: readHeaders(reading, node),
      contents: readContents(reading, node).map(asResponseContent),
      ...(links.length === 0 ? {} : { links }),
      origin: node.origin,
    };
  });
}

/** A multipart body in a response is passed through as bytes: multipart forms are a request format. */
function asResponseContent(content: Content): Content {
  return content.codec === 'multipart' ? { ...content, codec: 'opaque' } : content;
}

function readStatus(key: string): number | StatusRange | 'default' | undefined {
  if (key === 'default') return key;
  if (/^[1-5]XX$/i.test(key)) return key.toUpperCase() as StatusRange;
  return /^[1-5]\d\d$/.test(key) ? Number(key) : undefined;
}
