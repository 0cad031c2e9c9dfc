import { code, join, stringLiteral, type Code } from '../code.js';
import type { Check, CheckKey, Target } from './check.js';
import { holds, type Condition } from './condition.js';
import type { Statement } from './statement.js';
import { allTypes, type TypeSet } from './type-set.js';

/** The value that is being checked, as the function that is being written knows it. */
export interface Subject {
  /** A constant of the function, or its parameter. */
  readonly value: Code;
  /** What is already known of its type, and TypeScript knows too. */
  readonly known: TypeSet;
  /** It has been compared with literals, so that TypeScript would refuse comparing it with others. */
  readonly narrowed: boolean;
  /** A guard of a named type may have narrowed it to that type, which need not know every member. */
  readonly guarded: boolean;
  /** Levels of data below the function's own value. */
  readonly level: number;
  /** Its pointer, as pieces that are added up. */
  readonly pointer: readonly PointerPiece[];
  /** What is found is not shown. */
  readonly secret: boolean;
  /** Nothing follows in its function, so that it may return early. */
  readonly last: boolean;
}

export type PointerPiece = { readonly text: string } | { readonly code: Code };

/** Names of the two functions that check one schema. Only those that are asked for are printed. */
export interface CheckFunction {
  readonly key: CheckKey;
  readonly guard: Code;
  readonly report: Code;
  /** They count levels of data. */
  readonly recursive: boolean;
}

/** What is shared by all functions of one file. */
export interface Printing {
  /** A function of the runtime, imported. */
  runtime(name: RuntimeFunction): Code;
  /** A type of the runtime, imported. */
  runtimeType(name: 'BranchReport' | 'JsonObject'): Code;
  /** A regular expression that is made once. */
  pattern(pattern: string): Code;
  /** A set of simple values that is made once. */
  values(values: readonly unknown[]): Code;
  /** A structured value that is made once. */
  structure(value: unknown): Code;
  functionOf(key: CheckKey): CheckFunction;
  /** Asks for a function to be printed. */
  want(names: CheckFunction, half: 'guard' | 'report'): void;
  /** Gives an inlined check a function of its own. */
  extract(check: Check): CheckFunction;
  /** What a function checks. */
  checkOf(key: CheckKey): Check;
}

export type RuntimeFunction =
  | 'assertNoViolation'
  | 'collect'
  | 'depthLimit'
  | 'hasMember'
  | 'hide'
  | 'inBranch'
  | 'isArray'
  | 'isContent'
  | 'isEqual'
  | 'isLonger'
  | 'isMultipleOf'
  | 'isObject'
  | 'isShorter'
  | 'isUnique'
  | 'memberNames'
  | 'ownMember'
  | 'pointerTo'
  | 'reportClosest'
  | 'violate'
  | FormatFunction;

/** Tests of formats, each by itself so that only those that are used are loaded. */
export type FormatFunction =
  | 'isByte'
  | 'isDate'
  | 'isDateTime'
  | 'isDuration'
  | 'isEmail'
  | 'isHostname'
  | 'isIdnEmail'
  | 'isIdnHostname'
  | 'isIpv4'
  | 'isIpv6'
  | 'isIri'
  | 'isIriReference'
  | 'isJsonPointer'
  | 'isRegex'
  | 'isRelativeJsonPointer'
  | 'isTime'
  | 'isUri'
  | 'isUriReference'
  | 'isUriTemplate'
  | 'isUuid';

/** The function that is being written. */
export interface Frame {
  readonly printing: Printing;
  /** Where its schema is written: the beginning of most locations it names. */
  readonly place: string;
  readonly recursive: boolean;
  /** The report that violations go to. */
  readonly report: Code;
  /** A fresh name for a constant. */
  local(wish: string): Code;
  /** The location of a keyword, spelt as short as can be. */
  location(place: string, keyword: string): Code;
}

/** One keyword: how it answers no, and how it says what is wrong. */
export interface KeywordPrinter<Part> {
  /** Statements that return false where the part is not satisfied. */
  guard(part: Part, subject: Subject, frame: Frame): readonly Statement[];
  /** Statements that add a violation for everything that is not satisfied. `check` holds the part. */
  report(part: Part, subject: Subject, frame: Frame, check: Check): readonly Statement[];
}

/** The subject that a function's own parameter is. */
export function ownSubject(): Subject {
  const pointer = [{ code: code`at` }];
  return {
    value: code`value`,
    known: allTypes,
    narrowed: false,
    guarded: false,
    level: 0,
    pointer,
    secret: false,
    last: true,
  };
}

/** The subject as a check sees it that may be a secret. */
export function hiddenIn(subject: Subject, check: Check): Subject {
  return check.secret ? { ...subject, secret: true } : subject;
}

/** A member or an item of a subject. */
export function partOf(subject: Subject, value: Code, pointer: readonly PointerPiece[]): Subject {
  return {
    value,
    known: allTypes,
    narrowed: false,
    guarded: false,
    level: subject.level + 1,
    pointer: [...subject.pointer, ...pointer],
    secret: subject.secret,
    last: false,
  };
}

/** The piece of a pointer that leads to a member. */
export function memberPiece(name: string): PointerPiece {
  return { text: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` };
}

/** A subject's pointer as an expression. */
export function pointerOf(subject: Subject): Code {
  const pieces: Code[] = [];
  let text = '';
  const flush = (): void => {
    if (text !== '') pieces.push(stringLiteral(text));
    text = '';
  };
  for (const piece of subject.pointer) {
    if ('text' in piece) text += piece.text;
    else {
      flush();
      pieces.push(piece.code);
    }
  }
  flush();
  return join(pieces, code` + `);
}

/** `return false;` where a condition holds. */
export function fails(when: Condition): readonly Statement[] {
  if (when.kind === 'constant') return when.value ? returnFalse : [];
  return [{ kind: 'if', when, then: returnFalse }];
}

export const returnFalse: readonly Statement[] = [code`return false;`];

/** The condition under which statements return false, if that is all they do. */
export function failureOf(statements: readonly Statement[]): readonly Condition[] | undefined {
  const conditions: Condition[] = [];
  for (const statement of statements) {
    if (typeof statement === 'string' || statement.kind !== 'if') return undefined;
    if (statement.then !== returnFalse || statement.otherwise !== undefined) return undefined;
    conditions.push(statement.when);
  }
  return conditions;
}

/** A call of a function's guard. */
export function guardCall(names: CheckFunction, subject: Subject, frame: Frame): Condition {
  frame.printing.want(names, 'guard');
  return holds(code`${names.guard}(${subject.value}${depthArgument(names, subject, frame)})`);
}

/** A call of a function's report. */
export function reportCall(names: CheckFunction, subject: Subject, frame: Frame): Statement {
  frame.printing.want(names, 'report');
  const depth = depthArgument(names, subject, frame);
  const report = subject.secret
    ? code`${frame.printing.runtime('hide')}(${frame.report})`
    : frame.report;
  return {
    kind: 'call',
    function: names.report,
    arguments: [
      subject.value,
      pointerOf(subject),
      ...(depth === code`` ? [report] : [code`${report}${depth}`]),
    ],
  };
}

function depthArgument(names: CheckFunction, subject: Subject, frame: Frame): Code {
  if (!names.recursive) return code``;
  if (!frame.recursive) return code`, 0`;
  return subject.level === 0 ? code`, depth` : code`, depth + ${subject.level}`;
}

/** A statement that adds a violation of one keyword. */
export function violation(
  subject: Subject,
  frame: Frame,
  what: {
    readonly keyword: string;
    readonly expected: string;
    readonly place: string;
    readonly hideFound?: boolean;
  },
): Statement {
  const found = subject.secret || what.hideFound === true ? code`undefined` : subject.value;
  return {
    kind: 'call',
    function: frame.printing.runtime('violate'),
    arguments: [
      frame.report,
      pointerOf(subject),
      stringLiteral(what.keyword),
      stringLiteral(what.expected),
      found,
      frame.location(what.place, what.keyword),
    ],
  };
}

/** Whether a target refuses `undefined`, so that a required member needs no test of its own. */
export function refusesUndefined(target: Target, printing: Printing): boolean {
  if (target.kind === 'anything') return false;
  if (target.kind === 'nothing') return true;
  const check = target.kind === 'inline' ? target.check : printing.checkOf(target.key);
  return check.types !== allTypes || check.literals !== undefined;
}
