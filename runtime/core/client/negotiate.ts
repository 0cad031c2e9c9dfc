import { closestName } from '../closest-name.js';
import type { ContentDescriptor, OperationDescriptor, OutcomeDescriptor } from '../descriptor.js';
import { invalidRequest } from './invalid-request.js';
import type { Answers, Negotiate } from './parts.js';

/**
 * Lets a call take some of the contents that its answers may have: of what succeeds those that it asks for, and without a word the usual
 * ones, which are JSON where there is any (RFC 9110 section 12.5.1). An answer of any other type is not what the call takes.
 */
export const negotiate: Negotiate = (operation, parts, accept, prefers) => {
  const { accepts = [] } = operation;
  if (accept !== undefined && !accepts.includes(accept)) {
    const meant = closestName(accept, new Set(accepts));
    throw invalidRequest(
      operation,
      `"${accept}" is none of the media types of the answer, which are ${accepts.map((type) => `"${type}"`).join(', ')}` +
        (meant === undefined ? '' : `; did you mean "${meant}"?`),
      [{ pointer: '/accept', keyword: 'enum', expected: 'a media type of the answer', schema: '' }],
    );
  }
  const { answers } = parts;
  return {
    ...parts,
    accept: acceptOf(operation, accept, prefers),
    ...(answers && { answers: taking(operation, answers, accept) }),
  };
};

function taking(
  operation: OperationDescriptor,
  answers: Answers,
  accept: string | undefined,
): Answers {
  return {
    read: answers.read,
    choose: (contents, outcome) => {
      const choose = answers.choose(contents, outcome);
      const taken = takenOf(operation, outcome, accept);
      const types = taken.map((index) => contents[index]?.mediaType ?? '').join(' or ');
      return (type) => {
        const chosen = choose(type);
        return chosen === undefined || taken.includes(chosen.index)
          ? chosen
          : { ...chosen, declined: types };
      };
    },
  };
}

/** Indexes of the contents of an outcome that a call takes. */
function takenOf(
  operation: OperationDescriptor,
  outcome: OutcomeDescriptor,
  accept: string | undefined,
): readonly number[] {
  const { contents = [], usual = contents.map((_, index) => index) } = outcome;
  if (accept === undefined) return usual;
  const asked = contents.flatMap(({ mediaType }, index) =>
    coversType(accept, mediaType) ? [index] : [],
  );
  if (succeeds(operation, outcome)) return asked.length > 0 ? asked : usual;
  return contents.flatMap((_, index) =>
    asked.includes(index) || usual.includes(index) ? [index] : [],
  );
}

/** Whether a declared type or range is, or contains, another declared type. */
function coversType(range: string, type: string): boolean {
  return (
    range === type ||
    range === '*/*' ||
    (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
  );
}

/** 2XX; `default` where no 2XX is declared. */
function succeeds({ outcomes }: OperationDescriptor, { status }: OutcomeDescriptor): boolean {
  const is2xx = (each: OutcomeDescriptor): boolean => String(each.status).startsWith('2');
  return is2xx({ status, respond: '' }) || (status === 'default' && !outcomes.some(is2xx));
}

/** What is taken, success first. What only failures are taken in has little weight if success has it as well, or it would be chosen there. */
function acceptOf(
  operation: OperationDescriptor,
  accept: string | undefined,
  prefers?: (content: ContentDescriptor) => boolean,
): string {
  const successes = operation.outcomes.filter((outcome) => succeeds(operation, outcome));
  const failures = operation.outcomes.filter((outcome) => !succeeds(operation, outcome));
  const declared = successes.flatMap(({ contents = [] }) => contents);
  const takenBy = (outcome: OutcomeDescriptor): readonly ContentDescriptor[] => {
    const taken = takenOf(operation, outcome, accept);
    return outcome.contents?.filter((_, index) => taken.includes(index)) ?? [];
  };
  const wanted =
    accept === undefined && prefers !== undefined
      ? declared.filter(prefers)
      : successes.flatMap(takenBy);
  const asked = new Set(wanted.map(({ mediaType }) => mediaType));
  const alsoOfSuccess = new Set(declared.map(({ mediaType }) => mediaType));
  const others = new Set(failures.flatMap(takenBy).map(({ mediaType }) => mediaType));
  return [
    ...asked,
    ...[...others]
      .filter((type) => !asked.has(type))
      .map((type) => (alsoOfSuccess.has(type) ? `${type};q=0.1` : type)),
  ].join(', ');
}
