import { code, type Text as Code } from '../printer/code.js';
import { all, equals, holds, not, type Condition } from './condition.js';
import { failWhen } from './violations.js';
import type { CheckFunction, FunctionContext, Instance } from './emit-context.js';
import { issuesPart, partOfEmbedded, wholePart } from './issues-part.js';
import type { LiteralTree } from './literal-tree.js';
import type { Call, Statement } from './statement.js';
import { flatCall } from './statement-layout.js';

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
  return holds(flatCall(callOf(names, undefined, instance, context)));
}

/** Call of a function, through a cache if other calls may check the same value. */
function callOf(
  names: CheckFunction,
  issues: LiteralTree | undefined,
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
    return { function: names.name, arguments: [instance.value, ...args], returnsValid: true };
  return {
    function: file.runtime(names.isMemoised ? 'remembered' : 'once'),
    arguments: [names.name, instance.value, ...args],
    returnsValid: true,
  };
}

/** Depth argument of a recursive call. Depth is counted from the first recursive function. */
function depthArguments(
  names: CheckFunction,
  instance: Instance,
  context: FunctionContext,
): readonly Code[] {
  if (!names.recursive || !context.recursive) return [];
  return [instance.level === 0 ? code`depth` : code`depth + ${instance.level}`];
}
