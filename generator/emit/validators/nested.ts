import { code, join, stringLiteral, type Code } from '../code.js';
import { holds, type Condition } from './condition.js';
import { locationText } from './fail.js';
import type { CheckFunction, Frame, Subject } from './frame.js';
import {
  derivedLocation,
  pointerExpression,
  relativePlace,
  staticPointer,
  type Pointer,
} from './pointer.js';
import type { Statement } from './statement.js';

/** Has another function check a value, with the report one step further down; `place` is where its schema is written. */
export function fitsCall(
  names: CheckFunction,
  place: string,
  subject: Subject,
  frame: Frame,
): readonly Statement[] {
  const step = stepInto(place, subject, frame);
  const call = {
    function: asked(names, frame),
    arguments: [subject.value, step.to, ...depthArguments(names, subject, frame)],
  };
  const steps = step.count === 1 ? code`` : code`${step.count}`;
  const back = step.count === 0 ? undefined : code`to?.back(${steps})`;
  return [{ kind: 'nested', call, back }];
}

/** Asks another function whether a value would do; nothing is told. */
export function passesCall(names: CheckFunction, subject: Subject, frame: Frame): Condition {
  const depth = depthArguments(names, subject, frame);
  const given = depth.length === 0 ? [] : [code`undefined`, ...depth];
  return holds(code`${asked(names, frame)}(${join([subject.value, ...given], ', ')})`);
}

function asked(names: CheckFunction, { printing }: Frame): Code {
  printing.want(names);
  return names.name;
}

/** Levels of data are counted from the first function that calls itself on. */
function depthArguments(names: CheckFunction, subject: Subject, frame: Frame): readonly Code[] {
  if (!names.recursive || !frame.recursive) return [];
  return [subject.level === 0 ? code`depth` : code`depth + ${subject.level}`];
}

function stepInto(
  place: string,
  subject: Subject,
  frame: Frame,
): { readonly to: Code; readonly count: number } {
  const hidden = subject.secret ? code`to?.secret()` : code`to?`;
  const more = subject.secret ? 1 : 0;
  const { pointer } = subject;
  const location = relativePlace(place, frame.place);
  const last = pointer.at(-1);
  const array: Pointer = pointer.slice(0, -1);
  const before = staticPointer(array);
  if (last?.kind === 'index' && before !== undefined) {
    const isDerived = location === `${derivedLocation(before)}/items`;
    const where = isDerived ? code`` : code`, ${locationText(location, frame)}`;
    const path = code`${pointerExpression(array, frame)}, ${last.index}`;
    return { to: code`${hidden}.at(${path}${where})`, count: 1 + more };
  }
  const text = staticPointer(pointer);
  const isDerived = text !== undefined && derivedLocation(text) === location;
  if (text === '' && isDerived) return { to: subject.secret ? hidden : code`to`, count: more };
  const where = isDerived ? code`` : code`, ${locationText(location, frame)}`;
  const path = pointerExpression(pointer, frame);
  return { to: code`${hidden}.into(${path}${where})`, count: 1 + more };
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
  const pointer = pointerExpression(subject.pointer, frame);
  const location = locationText(relativePlace(place, frame.place), frame);
  const report = code`${hidden}.as(${stringLiteral(name)}, ${pointer}, ${location})`;
  const depth = depthArguments(names, subject, frame);
  const call = {
    function: asked(names, frame),
    arguments: [subject.value, report, ...depth],
  };
  return [{ kind: 'nested', call, back: code`to?.back(${subject.secret ? code`2` : code``})` }];
}
