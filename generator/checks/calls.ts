import { code, type Text as Code } from '../printer/code.js';
import { all, equals, holds, not, type Condition } from './condition.js';
import { constraintOn, failWhen, reportOn } from './violations.js';
import type { CheckFunction, FunctionContext, Instance } from './emit-context.js';
import { variableOf } from './instance-pointer.js';
import { flatCall, type Call, type Statement } from './statement.js';

/**
 * Statements that call another function to check a value and report its violations. `place` is the
 * location of the schema. A recursive function receives the report immediately, because a second
 * pass for violations would double the time with each level of data.
 */
export function checkCall(
  names: CheckFunction,
  location: string,
  instance: Instance,
  context: FunctionContext,
): readonly Statement[] {
  const { file } = context;
  file.request(names);
  const embedded = instance.required === true ? instance.location : undefined;
  const target = { location: names.embedsLocation ? embedded : location, keyword: '>' };
  const line = context.addConstraints({ ...constraintOn(instance), ...target });
  const isPresent = instance.optional ? not(equals(instance.value, code`undefined`)) : undefined;
  const pointerArgument = variableOf(instance.pointer);
  if (names.recursive) {
    const reporter = instance.secret ? code`to?.secret()` : code`to?`;
    const args = [code`${line}`, ...(pointerArgument === undefined ? [] : [pointerArgument])];
    const reportCall = flatCall({ function: code`${reporter}.into`, arguments: args });
    return failWhen(isPresent ?? all(), callOf(names, reportCall, instance, context));
  }
  const isRejected = not(guardCall(names, instance, context));
  return failWhen(all(...(isPresent === undefined ? [] : [isPresent]), isRejected), {
    function: file.runtime('failsAs'),
    arguments: [
      reportOn(instance, context),
      code`${line}`,
      names.name,
      instance.value,
      ...(pointerArgument === undefined ? [] : [pointerArgument]),
    ],
  });
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
  to: Code | undefined,
  instance: Instance,
  context: FunctionContext,
): Call {
  const { file } = context;
  file.request(names);
  const depth = depthArguments(names, instance, context);
  const args = to === undefined && depth.length === 0 ? [] : [to ?? code`undefined`, ...depth];
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
