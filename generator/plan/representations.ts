import type { Content, Operation, Outcome } from '../model/api.js';
import type { SchemaId } from '../model/schema.js';
import { isStream } from '../model/stream-forms.js';
import { isSuccess } from './outcomes.js';
import type { OutcomePlan } from './plan.js';

/**
 * The contents of an outcome that a call takes which asks for none of them. Streams are taken where success has nothing else, since what is
 * no stream is what somebody means who does not ask for one. Of what is left it is JSON where there is any: of success the first that is
 * described, with those that say the same under another name, and of a failure all, because servers say what is wrong in
 * `application/problem+json` whatever they were asked for.
 */
export function usualContents(
  outcome: Outcome,
  operation: Operation,
  isSame: (left: SchemaId, right: SchemaId) => boolean,
): readonly Content[] {
  const contents = wholeContents(outcome, operation);
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

/** Media types of success among which a call may choose, as they are written; `undefined` where there are not several. */
export function acceptedTypes(operation: Operation): readonly string[] | undefined {
  if (operation.binding.kind !== 'http' || operation.sentBy !== 'client') return undefined;
  // Pages are followed in JSON alone.
  if (operation.pagination !== undefined) return undefined;
  const types = operation.outcomes
    .filter((outcome) => isSuccess(outcome, operation))
    .flatMap((outcome) => wholeContents(outcome, operation).map(({ mediaType }) => mediaType));
  const different = [...new Set(types)];
  return different.length > 1 ? different : undefined;
}

/** The contents of an outcome that a call takes which asks for a media type. */
export function takenContents(
  { outcome, usual, success }: OutcomePlan,
  operation: Operation,
  accept: string,
): readonly Content[] {
  const asked = wholeContents(outcome, operation).filter(({ mediaType }) =>
    coversType(accept, mediaType),
  );
  if (success) return asked.length > 0 ? asked : usual;
  return outcome.contents.filter((content) => asked.includes(content) || usual.includes(content));
}

/** Whether a declared type or range is, or contains, another declared type. */
function coversType(range: string, type: string): boolean {
  return (
    range === type ||
    range === '*/*' ||
    (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
  );
}

function wholeContents(outcome: Outcome, operation: Operation): readonly Content[] {
  const { contents } = outcome;
  if (operation.pagination !== undefined || !isSuccess(outcome, operation)) return contents;
  const others = operation.outcomes.some(
    (each) => isSuccess(each, operation) && each.contents.some((content) => !isStream(content)),
  );
  return others ? contents.filter((content) => !isStream(content)) : contents;
}
