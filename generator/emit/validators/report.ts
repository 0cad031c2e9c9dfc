import { code } from '../code.js';
import type { Check, Target } from './check.js';
import { constant, not, type Condition } from './condition.js';
import { hiddenIn, reportCall, violation, type Frame, type Subject } from './frame.js';
import { afterLiterals, guardedIn, isOneOf, isSingle, typeTest } from './guard.js';
import { printerOf } from './keywords/index.js';
import { typePhrase, valuesPhrase } from './phrase.js';
import type { Statement } from './statement.js';
import {
  allTypes,
  arrayType,
  numberType,
  objectType,
  stringType,
  type TypeSet,
} from './type-set.js';

/** Statements that add every violation of a target. */
export function reportTarget(
  target: Target,
  subject: Subject,
  frame: Frame,
  nothing: { readonly keyword: string; readonly expected: string; readonly place: string },
): readonly Statement[] {
  switch (target.kind) {
    case 'anything':
      return [];
    case 'nothing':
      return [violation(subject, frame, { ...nothing, hideFound: true })];
    case 'function':
      return [reportCall(frame.printing.functionOf(target.key), subject, frame)];
    case 'inline':
      return reportCheck(target.check, subject, frame);
  }
}

/** Statements that add every violation of a check. */
export function reportCheck(check: Check, outer: Subject, frame: Frame): readonly Statement[] {
  const subject = hiddenIn(outer, check);
  const { place } = check;
  if (check.types === 0) {
    return [violation(subject, frame, { keyword: 'false schema', expected: 'nothing', place })];
  }
  const refusal = refusalOf(check, subject, frame);
  const inside = insideOf(check, subject);
  const rest = [
    ...reportGroups(check, inside, frame, refusal !== undefined),
    ...reportAny(check, inside, frame),
  ];
  if (refusal === undefined) return rest;
  const { when, statement } = refusal;
  if (when.kind === 'constant') return when.value ? [statement] : rest;
  if (rest.length === 0) return [{ kind: 'if', when, then: [statement] }];
  if (outer.last) return [{ kind: 'if', when, then: [statement, code`return;`] }, ...rest];
  return [{ kind: 'if', when, then: [statement], otherwise: rest }];
}

/** The subject once its type, or its being one of the literals, is known. */
function insideOf(check: Check, subject: Subject): Subject {
  if (check.literals !== undefined) return afterLiterals(check.literals, subject);
  return { ...subject, known: check.types & subject.known };
}

interface Refusal {
  readonly when: Condition;
  readonly statement: Statement;
}

/** The one violation after which nothing else is worth saying: a wrong type, or none of the values. */
function refusalOf(check: Check, subject: Subject, frame: Frame): Refusal | undefined {
  const { literals, place } = check;
  if (literals !== undefined) {
    const expected = valuesPhrase(literals.values);
    const statement = violation(subject, frame, { keyword: literals.keyword, expected, place });
    return { when: not(isOneOf(literals, subject, frame)), statement };
  }
  const possible = check.types & subject.known;
  if (possible === subject.known) return undefined;
  const expected = typePhrase(check.types);
  const statement = violation(subject, frame, { keyword: 'type', expected, place });
  return {
    when: possible === 0 ? constant(true) : not(typeTest(possible, subject.value, frame)),
    statement,
  };
}

function reportGroups(
  check: Check,
  subject: Subject,
  frame: Frame,
  isTested: boolean,
): readonly Statement[] {
  const possible = check.types & subject.known;
  const isFlat =
    check.literals === undefined && isSingle(possible) && (isTested || possible !== allTypes);
  return groupsOf(check).flatMap(({ types, parts }) => {
    if ((types & possible) === 0) return [];
    const inside = { ...subject, known: types & possible };
    const statements = parts.flatMap((part) => printerOf(part).report(part, inside, frame, check));
    if (statements.length === 0 || isFlat) return statements;
    const when = typeTest(types === numberType ? types & possible : types, subject.value, frame);
    return [{ kind: 'if' as const, when, then: statements }];
  });
}

type Part = Parameters<typeof printerOf>[0];

function groupsOf(
  check: Check,
): readonly { readonly types: TypeSet; readonly parts: readonly Part[] }[] {
  return [
    { types: stringType, parts: check.string },
    { types: numberType, parts: check.number },
    { types: arrayType, parts: check.array },
    { types: objectType, parts: check.object },
  ];
}

function reportAny(check: Check, subject: Subject, frame: Frame): readonly Statement[] {
  const inside = { ...guardedIn(check, subject), last: false };
  return check.any.flatMap((part) => printerOf(part).report(part, inside, frame, check));
}
