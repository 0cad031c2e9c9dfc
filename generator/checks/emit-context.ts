import type { FormatFunction } from '../model/formats.js';
import { localName, type Leaf, type Name } from '../printer/code.js';
import type { Branch, Check, CheckKey, FunctionTarget, InlineTarget, Target } from './check.js';
import type { Condition } from './statements/condition.js';
import type { Pointer, PointerStep } from './reports/instance-pointer.js';
import type { Call, Statement } from './statements/statement.js';
import { allTypes, type TypeSet } from './type-set.js';

/** The checked value, as the function that is being printed sees it. */
export interface Instance {
  /** Parameter or constant of the function. */
  readonly value: Name;
  /** Types that are already established, also for TypeScript's control flow analysis. */
  readonly known: TypeSet;
  /**
   * True if the value was compared with literals, so that TypeScript rejects comparisons with
   * others.
   */
  readonly narrowed: boolean;
  /** Levels of data below the function's own value. */
  readonly level: number;
  /** Pointer from the function's own value. */
  readonly pointer: Pointer;
  /** Location of the schema being printed: document and pointer. */
  readonly location: string;
  /** Locations of the schemas from which the steps of the pointer lead. */
  readonly ancestors: readonly string[];
  /** True if the value is never shown. */
  readonly secret: boolean;
  /** True for a property that may be absent. */
  readonly optional: boolean;
  /** True if the function has no further statements for a value of a wrong type. */
  readonly isFinal: boolean;
  /** Branch of a union that a part was assigned to, if the branch is inlined. */
  readonly branch?: InstanceBranch;
}

/** An inlined branch of a union, and the number of steps from the function's value to its value. */
export interface InstanceBranch {
  readonly name: string;
  readonly level: number;
}

/** Function that checks one schema. Only requested functions are printed. */
export interface CheckFunction {
  readonly key: CheckKey;
  /** Name of the function, such as `matchesPolicy`. */
  readonly name: Name;
  /** True if the function counts levels of data. */
  readonly recursive: boolean;
  /**
   * True if several constraints may apply the function to the same part, at each level of data
   * again.
   */
  readonly isRepeated: boolean;
  /** True if many routes lead to the function for one value. */
  readonly isMemoised: boolean;
  /** Location of the schema for which the function was created: document and pointer. */
  readonly location: string;
  /**
   * True if the function embeds its schema location. A shared function receives it from its caller.
   */
  readonly embedsLocation: boolean;
}

/** Context shared by all functions of a file. */
export interface FileContext {
  /** True if numbers may be `bigint`. */
  readonly bigints: boolean;
  /** Imports a function of the runtime. */
  runtime(name: RuntimeFunction): Name;
  /** Condition that a value is the program form of a string with this format. */
  converted(format: string, value: Leaf): Leaf;
  /** Name of the program type of a format. */
  conversionName(format: string): string;
  /** True if the file is TypeScript. JavaScript has declarations beside it. */
  readonly isTyped: boolean;
  /** Imports a type of the runtime, for TypeScript. */
  runtimeType(name: RuntimeType): Name;
  /** Constant with a regular expression, named after the schema at `location`. */
  pattern(pattern: string, location: string): Name;
  /** Constant with a set of primitive values. */
  values(values: readonly unknown[], location: string): Name;
  /** Constant with an object or array. */
  structure(value: unknown, location: string): Name;
  functionOf(key: CheckKey): CheckFunction;
  /** Requests that a function is printed. */
  request(checkFunction: CheckFunction): void;
  /** True if an inline check should become a function. */
  isShared(check: Check): boolean;
  /**
   * Moves an inline check into a function, which equal checks share. `place` is the location of its
   * schema.
   */
  extract(target: InlineTarget, location: string): CheckFunction;
  /** Check of a function. */
  checkOf(key: CheckKey): Check;
  /** Location of a schema: document and pointer. */
  locationOf(key: CheckKey): string;
}

export type RuntimeType = 'Check' | 'DescribedSchema' | 'Issues' | 'Schema';

export type RuntimeFunction =
  | 'accepts'
  | 'checkOf'
  | 'countMembers'
  | 'depthLimit'
  | 'describedSchema'
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
  | 'isMissing'
  | 'isMultipleOf'
  | 'isObject'
  | 'isOwn'
  | 'isShorter'
  | 'isUndeclared'
  | 'isUnique'
  | 'isValidDate'
  | 'isValueOf'
  | 'noBranch'
  | 'once'
  | 'ownMember'
  | 'recursiveCheckOf'
  | 'recursiveSchema'
  | 'rejects'
  | 'repeatedItems'
  | 'remembered'
  | 'schema'
  | 'tooDeep'
  | 'unknownTag'
  | 'violates'
  | 'wrongType'
  | FormatFunction;

/** Context of the function that is being printed. */
export interface FunctionContext {
  readonly file: FileContext;
  readonly recursive: boolean;
  /** Location of the function's schema: document and pointer. */
  readonly location: string;
  /** Reserves a name for a constant. */
  reserveLocal(candidate: string): Name;
  /**
   * Moves statements into a helper function to limit the length of this one. Returns the call,
   * which returns true if the value is valid.
   */
  extractPart(instance: Instance, statements: readonly Statement[]): Call;
  /** Statements that report a violation and return false if a value does not match a target. */
  guardTarget(target: Target, instance: Instance, rejection: RejectionText): readonly Statement[];
  /** Condition that a value matches a target. */
  passes(target: Target, instance: Instance): Condition;
  /** True if a target is checked inline rather than by a function call. */
  isInline(target: Target, instance: Instance): boolean;
  /** Describes the values that a target accepts, if a short phrase is complete. */
  describe(target: Target): string | undefined;
  /** Describes the branches of a union. */
  describeBranches(branches: readonly Branch[]): readonly string[];
}

/** Violation for a target that accepts nothing: a keyword of the parent schema. */
export interface RejectionText {
  readonly keyword: string;
  readonly expected: string;
}

/** Parameter with the value. */
export const valueName: Name = localName('value');

/** Parameter with the issues to which violations are added. */
export const issuesName: Name = localName('issues');

/** Parameter with the depth of a recursive function. */
export const depthName: Name = localName('depth');

/** Instance for the function's own parameter. */
export function functionInstance(location: string): Instance {
  return {
    value: valueName,
    known: allTypes,
    narrowed: false,
    level: 0,
    pointer: [],
    location,
    ancestors: [],
    secret: false,
    optional: false,
    isFinal: true,
  };
}

/** Instance for a property or an item. */
export function childInstance(instance: Instance, value: Name, step: PointerStep): Instance {
  return {
    ...instance,
    value,
    known: allTypes,
    narrowed: false,
    level: instance.level + 1,
    pointer: [...instance.pointer, step],
    ancestors: [...instance.ancestors, instance.location],
    optional: false,
    isFinal: false,
  };
}

/** Length of the path from the schema of the function to that of a value. */
export function nestingOf({ location }: Instance, { location: root }: FunctionContext): number {
  return location.startsWith(root) ? location.slice(root.length).split('/').length - 1 : 0;
}

/** Location of a target's schema. */
export function locationOfTarget(
  target: InlineTarget | FunctionTarget,
  { location }: Instance,
  { file }: FunctionContext,
): string {
  if (target.kind === 'function') return file.locationOf(target.key);
  return target.location ?? location + (target.pointer ?? '');
}

/** True if a target rejects `undefined`, so that a required property needs no separate test. */
export function rejectsUndefined(target: Target, file: FileContext): boolean {
  if (target.kind === 'anything' || target.kind === 'nothing') return false;
  const check = target.kind === 'inline' ? target.check : file.checkOf(target.key);
  return check.types !== allTypes || check.literals !== undefined;
}
