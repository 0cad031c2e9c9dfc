import { code, type Code } from '../code.js';
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
}

/** The guard and the form of one schema, by name. Only those that are asked for are printed. */
export interface CheckFunction {
  readonly key: CheckKey;
  readonly guard: Code;
  /** The data from which the runtime says what is wrong. */
  readonly form: Code;
  /** They count levels of data. */
  readonly recursive: boolean;
}

/** Whether a form says where its schema is written, or lies where the form that leads to it does. */
export type FormPosition = 'placed' | 'relative';

/** What is shared by all functions of one file. */
export interface Printing {
  /** Numbers may be `bigint`. */
  readonly bigints: boolean;
  /** A function of the runtime, imported. */
  runtime(name: RuntimeFunction): Code;
  /** A type of the runtime, imported. */
  runtimeType(name: 'Form' | 'JsonObject'): Code;
  /** A regular expression that is made once. */
  pattern(pattern: string): Code;
  /** A set of simple values that is made once. */
  values(values: readonly unknown[]): Code;
  /** A structured value that is made once. */
  structure(value: unknown): Code;
  functionOf(key: CheckKey): CheckFunction;
  /** Asks for a half to be printed. */
  want(names: CheckFunction, half: 'guard' | 'form'): void;
  /** Gives an inlined check a function of its own, which equal ones share. */
  extract(check: Check): CheckFunction;
  /** Gives an inlined check a form of its own, which equal ones share. */
  ownForm(check: Check, position: FormPosition): Code;
  /** What a function checks. */
  checkOf(key: CheckKey): Check;
}

export type RuntimeFunction =
  | 'assertNoViolation'
  | 'depthLimit'
  | 'hasMember'
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
  | 'violationsOf'
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
  readonly recursive: boolean;
  /** A fresh name for a constant. */
  local(wish: string): Code;
}

/** One keyword: how it answers no. */
export interface KeywordPrinter<Part> {
  /** Statements that return false where the part is not satisfied. */
  guard(part: Part, subject: Subject, frame: Frame): readonly Statement[];
}

/** The subject that a function's own parameter is. */
export function ownSubject(): Subject {
  return { value: code`value`, known: allTypes, narrowed: false, guarded: false, level: 0 };
}

/** A member or an item of a subject. */
export function partOf(subject: Subject, value: Code): Subject {
  return { value, known: allTypes, narrowed: false, guarded: false, level: subject.level + 1 };
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

function depthArgument(names: CheckFunction, subject: Subject, frame: Frame): Code {
  if (!names.recursive) return code``;
  if (!frame.recursive) return code`, 0`;
  return subject.level === 0 ? code`, depth` : code`, depth + ${subject.level}`;
}

/** Whether a target refuses `undefined`, so that a required member needs no test of its own. */
export function refusesUndefined(target: Target, printing: Printing): boolean {
  if (target.kind === 'anything') return false;
  if (target.kind === 'nothing') return true;
  const check = target.kind === 'inline' ? target.check : printing.checkOf(target.key);
  return check.types !== allTypes || check.literals !== undefined;
}
