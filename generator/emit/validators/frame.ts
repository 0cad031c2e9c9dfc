import { code, type Code } from '../code.js';
import type { Check, CheckKey, FunctionTarget, InlineTarget, Target } from './check.js';
import type { Demand } from './demands.js';
import type { Pointer, PointerStep } from './pointer.js';
import type { Call, Statement } from './statement.js';
import { allTypes, type TypeSet } from './type-set.js';

/** The value that is being checked, as the function that is being written knows it. */
export interface Subject {
  /** A constant of the function, or its parameter. */
  readonly value: Code;
  /** What is already known of its type, and TypeScript knows too. */
  readonly known: TypeSet;
  /** It has been compared with literals, so that TypeScript would refuse comparing it with others. */
  readonly narrowed: boolean;
  /** Levels of data below the function's own value. */
  readonly level: number;
  /** The way to it from the function's own value. */
  readonly pointer: Pointer;
  /** Where the schema is written that is being printed: document and pointer. */
  readonly place: string;
  /** What is found is never shown. */
  readonly secret: boolean;
  /** It is a member that may be missing. */
  readonly optional: boolean;
  /** Nothing follows in the function where its type is wrong. */
  readonly whole: boolean;
  /** It is a member that has to be there: what tells that it is of no type tells that it is missing. */
  readonly required?: boolean;
  /** The branch of a union that it is taken for, where the branch has no function of its own. */
  readonly branch?: string;
}

/** The function that checks one schema. Only those that are asked for are printed. */
export interface CheckFunction {
  readonly key: CheckKey;
  /** `fitsPolicy`. */
  readonly name: Code;
  /** It counts levels of data. */
  readonly recursive: boolean;
  /** Several demands on a value may lead to it for the same part, at each level of data again. */
  readonly repeated: boolean;
  /** Many ways lead to it on the same value. */
  readonly remembered: boolean;
  /** Where the schema is written for which it was made, document and pointer. */
  readonly place: string;
  /** It says itself where that is: one that several schemas share is told by whoever calls it. */
  readonly placed: boolean;
}

/** What is shared by all functions of one file. */
export interface Printing {
  /** Numbers may be `bigint`. */
  readonly bigints: boolean;
  /** A function of the runtime, imported. */
  runtime(name: RuntimeFunction): Code;
  /** A condition: a value is what a text of a format is in a program. */
  converted(format: string, value: Code): Code;
  /** What such a value is called. */
  convertedName(format: string): string;
  /** A type of the runtime, imported. */
  runtimeType(name: RuntimeType): Code;
  /** A regular expression that is made once. */
  pattern(pattern: string): Code;
  /** A set of simple values that is made once. */
  values(values: readonly unknown[]): Code;
  /** A structured value that is made once. */
  structure(value: unknown): Code;
  functionOf(key: CheckKey): CheckFunction;
  /** Asks for a function to be printed. */
  want(names: CheckFunction): void;
  /** Whether an inlined check is worth a function of its own. */
  isShared(check: Check): boolean;
  /** Gives an inlined check a function of its own, which equal ones share; `place` is where its schema is written. */
  extract(target: InlineTarget, place: string): CheckFunction;
  /** What a function checks. */
  checkOf(key: CheckKey): Check;
  /** Where the schema of a key is written: document and pointer. */
  placeOf(key: CheckKey): string;
}

export type RuntimeType = 'Assertion' | 'Check' | 'CheckedSchema' | 'Report' | 'Violation';

export type RuntimeFunction =
  | 'accepts'
  | 'assertion'
  | 'checkOf'
  | 'deepCheckOf'
  | 'deepViolationsOf'
  | 'depthLimit'
  | 'fails'
  | 'failsAll'
  | 'failsAs'
  | 'hasFewerBytes'
  | 'hasMember'
  | 'hasMoreBytes'
  | 'isArray'
  | 'isBytes'
  | 'isContent'
  | 'isEqual'
  | 'isInt32'
  | 'isInt64'
  | 'isLonger'
  | 'isMultipleOf'
  | 'isObject'
  | 'isShorter'
  | 'isUnique'
  | 'isValidDate'
  | 'isValueOf'
  | 'memberNames'
  | 'once'
  | 'ownMember'
  | 'remembered'
  | 'standardSchema'
  | 'tooDeep'
  | 'unseen'
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
  /** A function that goes on with a value where this one gets too long: the call of it, which answers whether a value would do. */
  part(subject: Subject, statements: readonly Statement[]): Call;
  /** Adds what is told where a value does not meet it; gives the line of the first. */
  demand(...demands: readonly Demand[]): number;
}

/** One keyword: how it answers no, and tells. */
export interface KeywordPrinter<Part> {
  /** Statements that return false where the part is not satisfied and nothing is told. */
  guard(part: Part, subject: Subject, frame: Frame): readonly Statement[];
}

/** The subject that a function's own parameter is. */
export function ownSubject(place: string): Subject {
  return {
    value: code`value`,
    known: allTypes,
    narrowed: false,
    level: 0,
    pointer: [],
    place,
    secret: false,
    optional: false,
    whole: true,
  };
}

/** A member or an item of a subject. */
export function partOf(subject: Subject, value: Code, step: PointerStep): Subject {
  return {
    ...subject,
    value,
    known: allTypes,
    narrowed: false,
    level: subject.level + 1,
    pointer: [...subject.pointer, step],
    optional: false,
    whole: false,
    required: false,
  };
}

/** Where the schema of a target is written that the subject's own schema holds. */
export function placeOfTarget(
  target: InlineTarget | FunctionTarget,
  { place }: Subject,
  { printing }: Frame,
): string {
  if (target.kind === 'function') return printing.placeOf(target.key);
  return target.place ?? place + (target.at ?? '');
}

/** Whether a target refuses `undefined`, so that a required member needs no test of its own. */
export function refusesUndefined(target: Target, printing: Printing): boolean {
  if (target.kind === 'anything' || target.kind === 'nothing') return false;
  const check = target.kind === 'inline' ? target.check : printing.checkOf(target.key);
  return check.types !== allTypes || check.literals !== undefined;
}
