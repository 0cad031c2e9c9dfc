import { code, type Code } from '../code.js';
import { constant, type Condition } from './condition.js';
import type { Demand } from './demands.js';
import type { Frame, Subject } from './frame.js';
import { variableOf } from './pointer.js';
import type { Call, Statement } from './statement.js';
import type { TypeSet } from './type-set.js';

/** `if (when && call) return false;`: stops where a condition holds, unless the call tells so and goes on. */
export function fails(when: Condition, call: Call): readonly Statement[] {
  if (when.kind === 'constant' && !when.value) return [];
  return [{ kind: 'fail', when, call }];
}

/** The same where nothing has to hold. */
export function alwaysFails(call: Call): readonly Statement[] {
  return fails(constant(true), call);
}

/** Tells of a keyword that a value does not satisfy. */
export function broken(
  keyword: string,
  expected: string,
  subject: Subject,
  frame: Frame,
  found: 'shown' | 'unknown' = 'shown',
): Call {
  return told({ ...demandOf(subject), keyword, expected }, subject, frame, found);
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
  return told({ ...demandOf(subject), keyword, expected, end }, subject, frame, found);
}

/** Tells that a value is of none of the types. */
export function brokenType(types: TypeSet, subject: Subject, frame: Frame): Call {
  return told({ ...demandOf(subject), types }, subject, frame);
}

/** Tells that a value is of none of the types, or that one of them does not satisfy a keyword. */
export function brokenPair(
  types: TypeSet,
  { keyword, expected }: { readonly keyword: string; readonly expected: string },
  subject: Subject,
  frame: Frame,
): Call {
  return told({ ...demandOf(subject), types, keyword, expected }, subject, frame);
}

/** Tells of a missing member of an object. */
export function missing(name: string, subject: Subject, frame: Frame): Call {
  return broken('required', `a member ${JSON.stringify(name)}`, subject, frame, 'unknown');
}

/** What every demand on a subject says. */
export function demandOf({ pointer, place, branch, required }: Subject): Demand {
  return { pointer, place, branch, required };
}

function told(
  demand: Demand,
  subject: Subject,
  frame: Frame,
  found: 'shown' | 'unknown' = 'shown',
): Call {
  const line = frame.demand(demand);
  const at = variableOf(subject.pointer);
  const value = found === 'shown' ? [subject.value] : at === undefined ? [] : [code`undefined`];
  return {
    function: frame.printing.runtime('fails'),
    arguments: [
      reportOn(subject, frame),
      code`${line}`,
      ...value,
      ...(at === undefined ? [] : [at]),
    ],
  };
}

/** The report as a subject hands it on. */
export function reportOn({ secret }: Subject, { printing }: Frame): Code {
  return secret ? code`${printing.runtime('unseen')}(to)` : code`to`;
}
