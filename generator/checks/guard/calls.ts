import { code, type Code } from '../../printer/code.js';
import { call } from '../../printer/values.js';
import { all, equals, holds, not, type Condition } from '../statements/condition.js';
import { failWhen } from '../reports/violations.js';
import {
  depthName,
  type CheckFunction,
  type FunctionContext,
  type Instance,
} from '../emit-context.js';
import { issuesPart, partOfEmbedded, wholePart } from '../reports/issues-part.js';
import type { Call, Statement } from '../statements/statement.js';

/**
 * Statements that call another function to check a value and report its violations. `location` is the
 * location of the schema.
 */
export function checkCall(
  names: CheckFunction,
  location: string,
  instance: Instance,
  context: FunctionContext,
): readonly Statement[] {
  const issues = names.embedsLocation
    ? partOfEmbedded(instance, context)
    : wholePart(issuesPart(instance, context, location));
  const isPresent = instance.optional ? not(equals(instance.value, code`undefined`)) : all();
  return failWhen(isPresent, callOf(names, issues, instance, context));
}

/** Condition that calls another function without reporting violations. */
export function guardCall(
  names: CheckFunction,
  instance: Instance,
  context: FunctionContext,
): Condition {
  return holds(callOf(names, undefined, instance, context));
}

/** Call of a function, through a cache if other calls may check the same value. */
function callOf(
  names: CheckFunction,
  issues: Code | undefined,
  instance: Instance,
  context: FunctionContext,
): Call {
  const { file } = context;
  file.request(names);
  const depth = depthArguments(names, instance, context);
  const args =
    issues === undefined && depth.length === 0 ? [] : [issues ?? code`undefined`, ...depth];
  const isCached = names.isRepeated && depth.length > 0;
  if (!names.isMemoised && !isCached)
    return { ...call(names.name, [instance.value, ...args]), returnsValid: true };
  const callee = file.runtime(names.isMemoised ? 'remembered' : 'once');
  return { ...call(callee, [names.name, instance.value, ...args]), returnsValid: true };
}

/** Depth argument of a recursive call. Depth is counted from the first recursive function. */
function depthArguments(
  names: CheckFunction,
  instance: Instance,
  context: FunctionContext,
): readonly Code[] {
  if (!names.recursive || !context.recursive) return [];
  return [instance.level === 0 ? depthName : code`${depthName} + ${instance.level}`];
}
