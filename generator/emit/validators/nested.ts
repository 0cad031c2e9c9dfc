import { code, type Code } from '../code.js';
import { all, equals, holds, not, type Condition } from './condition.js';
import { demandOf, fails, reportOn } from './fail.js';
import type { CheckFunction, Frame, Subject } from './frame.js';
import { variableOf } from './pointer.js';
import { flatCall, type Call, type Statement } from './statement.js';

/**
 * Has another function check a value, if it is there, and tell what is wrong with it; `place` is where its schema is
 * written. One that leads back to itself is given the report at once, lest it looked at each level of data again for
 * every level above.
 */
export function fitsCall(
  names: CheckFunction,
  place: string,
  subject: Subject,
  frame: Frame,
): readonly Statement[] {
  const { printing } = frame;
  printing.want(names);
  const own = subject.required === true ? subject.place : undefined;
  const target = { place: names.placed ? own : place, keyword: '>' };
  const line = frame.demand({ ...demandOf(subject), ...target });
  const isGiven = subject.optional ? not(equals(subject.value, code`undefined`)) : undefined;
  const at = variableOf(subject.pointer);
  if (names.recursive) {
    const into = subject.secret ? code`to?.secret()` : code`to?`;
    const way = [code`${line}`, ...(at === undefined ? [] : [at])];
    const report = flatCall({ function: code`${into}.into`, arguments: way });
    return fails(isGiven ?? all(), callOf(names, report, subject, frame));
  }
  const refuses = not(passesCall(names, subject, frame));
  return fails(all(...(isGiven === undefined ? [] : [isGiven]), refuses), {
    function: printing.runtime('failsAs'),
    arguments: [
      reportOn(subject, frame),
      code`${line}`,
      names.name,
      subject.value,
      ...(at === undefined ? [] : [at]),
    ],
  });
}

/** Asks another function whether a value would do; nothing is told. */
export function passesCall(names: CheckFunction, subject: Subject, frame: Frame): Condition {
  return holds(flatCall(callOf(names, undefined, subject, frame)));
}

/** The call of a function, by way of the memory where others may ask the same of the value. */
function callOf(names: CheckFunction, to: Code | undefined, subject: Subject, frame: Frame): Call {
  const { printing } = frame;
  printing.want(names);
  const depth = depthArguments(names, subject, frame);
  const given = to === undefined && depth.length === 0 ? [] : [to ?? code`undefined`, ...depth];
  const isOnce = names.repeated && depth.length > 0;
  if (!names.remembered && !isOnce)
    return { function: names.name, arguments: [subject.value, ...given], answers: true };
  return {
    function: printing.runtime(names.remembered ? 'remembered' : 'once'),
    arguments: [names.name, subject.value, ...given],
    answers: true,
  };
}

/** Levels of data are counted from the first function that calls itself on. */
function depthArguments(names: CheckFunction, subject: Subject, frame: Frame): readonly Code[] {
  if (!names.recursive || !frame.recursive) return [];
  return [subject.level === 0 ? code`depth` : code`depth + ${subject.level}`];
}
