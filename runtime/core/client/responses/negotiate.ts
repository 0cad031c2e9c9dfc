import { closestName } from '../../closest-name.js';
import type {
  ContentDescriptor,
  OperationDescriptor,
  OutcomeDescriptor,
} from '../../descriptor.js';
import { ownDetails } from '../../error-details.js';
import { invalidRequest } from '../invalid-request.js';
import type { AnyOutcome } from '../operation-call.js';
import type { ResponseCodec, Negotiate } from '../capabilities.js';

/**
 * Restricts the accepted contents of a call (RFC 9110 section 12.5.1). For success these are the requested ones, by default the
 * usual ones, which are JSON if it is declared. A response of any other type is undeclared for the call.
 */
export const negotiate: Negotiate = (operation, parts, accept, prefers) => {
  const { accepts = [] } = operation;
  if (accept !== undefined && !accepts.includes(accept)) {
    const suggestion = closestName(accept, new Set(accepts));
    throw invalidRequest(
      operation,
      `"${accept}" is not a media type of the response, which has ${accepts.map((type) => `"${type}"`).join(', ')}` +
        (suggestion === undefined ? '' : `; did you mean "${suggestion}"?`),
      [
        {
          pointer: '/accept',
          keyword: 'enum',
          expected: 'a media type of the response',
          schema: '',
        },
      ],
    );
  }
  const { answers } = parts;
  return {
    ...parts,
    accept: acceptOf(operation, accept, prefers),
    ...(answers && { answers: restrictedTo(operation, answers, accept) }),
  };
};

function restrictedTo(
  operation: OperationDescriptor,
  answers: ResponseCodec,
  accept: string | undefined,
): ResponseCodec {
  return {
    read: answers.read,
    choose: (contents, outcome) => {
      const choose = answers.choose(contents, outcome);
      const acceptedIndexes = acceptedContents(operation, outcome, accept);
      const types = acceptedIndexes.map((index) => contents[index]?.mediaType ?? '').join(' or ');
      return (type) => {
        const chosen = choose(type);
        return chosen === undefined || acceptedIndexes.includes(chosen.index)
          ? chosen
          : { ...chosen, decline: (outcome) => declined(outcome, types, type ?? '') };
      };
    },
  };
}

/** Explains in the error of an outcome that the call does not accept the type of the response. */
function declined(outcome: AnyOutcome, accepted: string, type: string): AnyOutcome {
  ownDetails.set(outcome, (sanitise) => ({
    code: outcome.kind,
    message: `the call accepts ${accepted}, but the response is ${sanitise(type)}`,
  }));
  return outcome;
}

/** Indexes of the contents of an outcome that a call accepts. */
function acceptedContents(
  operation: OperationDescriptor,
  outcome: OutcomeDescriptor,
  accept: string | undefined,
): readonly number[] {
  const { contents = [], usual = contents.map((_, index) => index) } = outcome;
  if (accept === undefined) return usual;
  const requested = contents.flatMap(({ mediaType }, index) =>
    coversType(accept, mediaType) ? [index] : [],
  );
  if (succeeds(operation, outcome)) return requested.length > 0 ? requested : usual;
  return contents.flatMap((_, index) =>
    requested.includes(index) || usual.includes(index) ? [index] : [],
  );
}

/** True if a declared type or range equals or includes another declared type. */
function coversType(range: string, type: string): boolean {
  return (
    range === type ||
    range === '*/*' ||
    (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
  );
}

/** True for 2XX, and for `default` if no 2XX is declared. */
function succeeds({ outcomes }: OperationDescriptor, { status }: OutcomeDescriptor): boolean {
  const is2xx = (outcome: OutcomeDescriptor): boolean => String(outcome.status).startsWith('2');
  return is2xx({ status, respond: '' }) || (status === 'default' && !outcomes.some(is2xx));
}

/**
 * Value of `Accept`: the accepted types, those of success first. A type that is only accepted for failures, although success
 * has it too, gets a low weight, so that the server does not choose it for success.
 */
function acceptOf(
  operation: OperationDescriptor,
  accept: string | undefined,
  prefers?: (content: ContentDescriptor) => boolean,
): string {
  const successes = operation.outcomes.filter((outcome) => succeeds(operation, outcome));
  const failures = operation.outcomes.filter((outcome) => !succeeds(operation, outcome));
  const declared = successes.flatMap(({ contents = [] }) => contents);
  const acceptedFor = (outcome: OutcomeDescriptor): readonly ContentDescriptor[] => {
    const indexes = acceptedContents(operation, outcome, accept);
    return outcome.contents?.filter((_, index) => indexes.includes(index)) ?? [];
  };
  const preferred =
    accept === undefined && prefers !== undefined
      ? declared.filter(prefers)
      : successes.flatMap(acceptedFor);
  const requested = new Set(preferred.map(({ mediaType }) => mediaType));
  const alsoOfSuccess = new Set(declared.map(({ mediaType }) => mediaType));
  const others = new Set(failures.flatMap(acceptedFor).map(({ mediaType }) => mediaType));
  return [
    ...requested,
    ...[...others]
      .filter((type) => !requested.has(type))
      .map((type) => (alsoOfSuccess.has(type) ? `${type};q=0.1` : type)),
  ].join(', ');
}
