import { code, join, stringLiteral, type Code } from '../code.js';
import { equals, holds, not, type Condition } from './condition.js';
import { alwaysFails, fails, locationText } from './fail.js';
import type { CheckFunction, Frame, Subject } from './frame.js';
import {
  derivedLocation,
  pointerExpression,
  relativePlace,
  staticPointer,
  type Pointer,
} from './pointer.js';
import { flatCall, type Call, type Statement } from './statement.js';

/** Has another function check a value, if it is there, with the report on it; `place` is where its schema is written. */
export function fitsCall(
  names: CheckFunction,
  place: string,
  subject: Subject,
  frame: Frame,
): readonly Statement[] {
  const report = reportOn(names.placed ? undefined : place, subject, frame);
  const call = callOf(names, report, subject, frame);
  if (!subject.optional) return alwaysFails(call);
  return fails(not(equals(subject.value, code`undefined`)), call);
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
  if (!names.repeated || depth.length === 0)
    return { function: names.name, arguments: [subject.value, ...given], answers: true };
  return {
    function: printing.runtime('once'),
    arguments: [names.name, subject.value, ...given],
    answers: true,
  };
}

/** Levels of data are counted from the first function that calls itself on. */
function depthArguments(names: CheckFunction, subject: Subject, frame: Frame): readonly Code[] {
  if (!names.recursive || !frame.recursive) return [];
  return [subject.level === 0 ? code`depth` : code`depth + ${subject.level}`];
}

/** The report on a part. Without a place, the function that is called says itself where its schema is written. */
function reportOn(place: string | undefined, subject: Subject, frame: Frame): Code {
  const hidden = subject.secret ? code`to?.secret()` : code`to?`;
  const { pointer } = subject;
  const location = place === undefined ? undefined : relativePlace(place, frame.place);
  const last = pointer.at(-1);
  const array: Pointer = pointer.slice(0, -1);
  const before = staticPointer(array);
  if (last?.kind === 'index' && before !== undefined) {
    const isDerived = location === undefined || location === `${derivedLocation(before)}/items`;
    const where = isDerived ? code`` : code`, ${locationText(location, frame)}`;
    const path = code`${pointerExpression(array, frame)}, ${last.index}`;
    return code`${hidden}.at(${path}${where})`;
  }
  const text = staticPointer(pointer);
  const isDerived =
    location === undefined || (text !== undefined && derivedLocation(text) === location);
  // What the function says of its own schema must not stay with this one.
  if (text === '' && location === '') return subject.secret ? hidden : code`to`;
  const where = isDerived ? code`` : code`, ${locationText(location, frame)}`;
  const path = pointerExpression(pointer, frame);
  return code`${hidden}.into(${path}${where})`;
}

/** The same for the branch of a union, which violations name. */
export function fitsBranch(
  names: CheckFunction,
  place: string,
  name: string,
  subject: Subject,
  frame: Frame,
): readonly Statement[] {
  const hidden = subject.secret ? code`to?.secret()` : code`to?`;
  const where = names.placed ? [] : [locationText(relativePlace(place, frame.place), frame)];
  const isHere = subject.pointer.length === 0 && where.length === 0;
  const pointer = isHere ? [] : [pointerExpression(subject.pointer, frame)];
  const given = join([stringLiteral(name), ...pointer, ...where], ', ');
  return alwaysFails(callOf(names, code`${hidden}.as(${given})`, subject, frame));
}
