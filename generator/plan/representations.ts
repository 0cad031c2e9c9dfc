import type { Content, Operation, Outcome } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import { isStream } from '../model/analysis/stream-forms.js';
import { isSuccess } from './outcomes.js';
import type { OutcomePlan } from './plan.js';

/**
 * Contents of an outcome that a call accepts if it selects no media type. Streams are excluded
 * unless success has no other content. If any content is JSON, only JSON is accepted:
 *
 * - For success, the first JSON content, and others with an equivalent schema.
 * - For failures, every JSON content, because servers may send `application/problem+json`
 * regardless of the request.
 */
export function contentsByDefault(
  outcome: Outcome,
  operation: Operation,
  isSame: (left: SchemaId, right: SchemaId) => boolean,
): readonly Content[] {
  const contents = consideredContents(outcome, operation);
  if (operation.binding.kind !== 'http' || operation.sentBy !== 'client') return contents;
  const json = contents.filter(({ codec }) => codec === 'json');
  const first = json.find(({ mediaType }) => !mediaType.includes('*')) ?? json[0];
  if (first === undefined) return contents;
  if (!isSuccess(outcome, operation)) return json;
  return json.filter(
    ({ schema }) =>
      schema === first.schema ||
      (schema !== undefined && first.schema !== undefined && isSame(schema, first.schema)),
  );
}

/**
 * Media types of success that a call may select, as they are written. Returns `undefined` if there
 * is only one.
 */
export function acceptedTypes(operation: Operation): readonly string[] | undefined {
  if (operation.binding.kind !== 'http' || operation.sentBy !== 'client') return undefined;
  // Paged operations accept only JSON.
  if (operation.pagination !== undefined) return undefined;
  const types = operation.outcomes
    .filter((outcome) => isSuccess(outcome, operation))
    .flatMap((outcome) => consideredContents(outcome, operation).map(({ mediaType }) => mediaType));
  const distinct = [...new Set(types)];
  return distinct.length > 1 ? distinct : undefined;
}

/** Contents of an outcome that a call accepts if it selects a media type. */
export function acceptedContents(
  { outcome, defaultContents, success }: OutcomePlan,
  operation: Operation,
  accept: string,
): readonly Content[] {
  const matching = consideredContents(outcome, operation).filter(({ mediaType }) =>
    coversType(accept, mediaType),
  );
  if (success) return matching.length > 0 ? matching : defaultContents;
  return outcome.contents.filter(
    (content) => matching.includes(content) || defaultContents.includes(content),
  );
}

/** True if a declared type or range equals or contains another declared type. */
function coversType(range: string, type: string): boolean {
  return (
    range === type ||
    range === '*/*' ||
    (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
  );
}

function consideredContents(outcome: Outcome, operation: Operation): readonly Content[] {
  const { contents } = outcome;
  if (operation.pagination !== undefined || !isSuccess(outcome, operation)) return contents;
  const hasOther = operation.outcomes.some(
    (each) => isSuccess(each, operation) && each.contents.some((content) => !isStream(content)),
  );
  return hasOther ? contents.filter((content) => !isStream(content)) : contents;
}
