import { code, stringLiteral, type Code } from '../code.js';
import { constant, type Condition } from './condition.js';
import type { Frame, Subject } from './frame.js';
import type { DemandMember } from './keywords/leaf.js';
import type { LiteralTree } from './literal-tree.js';
import { derivedLocation, pointerExpression, relativePlace, staticPointer } from './pointer.js';
import type { Call, Statement } from './statement.js';

/** `if (when && !call) return false;`: stops where a condition holds, unless the call tells so and goes on. */
export function fails(when: Condition, call: Call): readonly Statement[] {
  if (when.kind === 'constant' && !when.value) return [];
  return [{ kind: 'fail', when, call }];
}

/** The same where nothing has to hold. */
export function alwaysFails(call: Call): readonly Statement[] {
  return fails(constant(true), call);
}

/** Tells of a value that does not meet a demand: a phrase for its type, or the demand as data. */
export function noted(demand: LiteralTree, subject: Subject, frame: Frame): Call {
  return {
    function: code`${reportOf(subject)}noted`,
    arguments: [demand, subject.value, ...whereabouts(subject, frame)],
  };
}

/** The same of a value that is to be of a type and to meet a demand. */
export function unmet(
  phrase: Code,
  demand: readonly DemandMember[],
  subject: Subject,
  frame: Frame,
): Call {
  if (demand.length === 0) return noted(phrase, subject, frame);
  return {
    function: code`${reportOf(subject)}unmet`,
    arguments: [phrase, demand, subject.value, ...whereabouts(subject, frame)],
  };
}

function reportOf({ secret }: Subject): Code {
  return secret ? code`to?.secret().` : code`to?.`;
}

/** Tells of a keyword that a value does not satisfy. */
export function broken(
  keyword: string,
  expected: string,
  subject: Subject,
  frame: Frame,
  found: 'shown' | 'unknown' = 'shown',
): Call {
  const isShown = found === 'shown' && !subject.secret;
  return {
    function: code`to?.tell`,
    arguments: [
      stringLiteral(keyword),
      stringLiteral(expected),
      isShown ? subject.value : code`undefined`,
      ...whereabouts(subject, frame),
    ],
  };
}

/** The same of a keyword that is written elsewhere below the schema than under its own name; `end` is the way to it. */
export function brokenUnder(
  end: string,
  keyword: string,
  expected: string,
  subject: Subject,
  frame: Frame,
  found: 'shown' | 'unknown' = 'shown',
): Call {
  const call = broken(keyword, expected, subject, frame, found);
  return {
    function: code`to?.tellUnder`,
    arguments: [stringLiteral(end), ...call.arguments],
  };
}

/** Tells of a missing member. */
export function missing(subject: Subject, frame: Frame): Call {
  return {
    function: code`to?.missing`,
    arguments: whereabouts(subject, frame),
  };
}

/** The arguments that say where: nothing for the function's own value, and no location that follows from the pointer. */
export function whereabouts(subject: Subject, frame: Frame): readonly Code[] {
  const text = staticPointer(subject.pointer);
  const location = relativePlace(subject.place, frame.place);
  const isDerived = text !== undefined && derivedLocation(text) === location;
  if (text === '' && isDerived) return [];
  const pointer = pointerExpression(subject.pointer, frame);
  return isDerived ? [pointer] : [pointer, locationText(location, frame)];
}

/** A location below the function's schema, or a place that stands for itself. */
export function locationText(location: string, { printing }: Frame): Code {
  return location === '' || location.startsWith('/')
    ? stringLiteral(location)
    : printing.place(location);
}
