import { code, type Text as Code } from '../printer/code.js';
import { constant, type Condition } from './condition.js';
import type { Constraint } from './constraints.js';
import type { FunctionContext, Instance } from './emit-context.js';
import { variableOf } from './instance-pointer.js';
import type { Call, Statement } from './statement.js';
import type { TypeSet } from './type-set.js';

/**
 * Statement `if (when && call) return false;`. The function stops unless the call reports the
 * violation and continues.
 */
export function failWhen(when: Condition, call: Call): readonly Statement[] {
  if (when.kind === 'constant' && !when.value) return [];
  return [{ kind: 'fail', when, call }];
}

/** Statement that fails unconditionally. */
export function alwaysFails(call: Call): readonly Statement[] {
  return failWhen(constant(true), call);
}

/** Call that reports a violated keyword. */
export function reportKeyword(
  keyword: string,
  expected: string,
  instance: Instance,
  context: FunctionContext,
  valueMode: 'shown' | 'unknown' = 'shown',
): Call {
  return reportCall({ ...constraintOn(instance), keyword, expected }, instance, context, valueMode);
}

/**
 * Call that reports a keyword that is not written under its own name. `end` is the pointer from the
 * schema to it.
 */
export function reportKeywordAt(
  keywordPointer: string,
  keyword: string,
  expected: string,
  instance: Instance,
  context: FunctionContext,
  valueMode: 'shown' | 'unknown' = 'shown',
): Call {
  return reportCall(
    { ...constraintOn(instance), keyword, expected, keywordPointer },
    instance,
    context,
    valueMode,
  );
}

/** Call that reports a value of a wrong type. */
export function reportType(types: TypeSet, instance: Instance, context: FunctionContext): Call {
  return reportCall({ ...constraintOn(instance), types }, instance, context);
}

/** Call that reports a value of a wrong type, or one that violates a keyword. */
export function reportTypeOrKeyword(
  types: TypeSet,
  { keyword, expected }: { readonly keyword: string; readonly expected: string },
  instance: Instance,
  context: FunctionContext,
): Call {
  return reportCall({ ...constraintOn(instance), types, keyword, expected }, instance, context);
}

/** Call that reports a missing property. */
export function reportMissing(name: string, instance: Instance, context: FunctionContext): Call {
  return reportKeyword(
    'required',
    `a member ${JSON.stringify(name)}`,
    instance,
    context,
    'unknown',
  );
}

/** Common data of all constraints on an instance. */
export function constraintOn({ pointer, location, branch, required }: Instance): Constraint {
  return { pointer, location, branch, required };
}

function reportCall(
  constraint: Constraint,
  instance: Instance,
  context: FunctionContext,
  valueMode: 'shown' | 'unknown' = 'shown',
): Call {
  const line = context.addConstraints(constraint);
  const pointerArgument = variableOf(instance.pointer);
  const value =
    valueMode === 'shown'
      ? [instance.value]
      : pointerArgument === undefined
        ? []
        : [code`undefined`];
  return {
    function: context.file.runtime('fails'),
    arguments: [
      reportOn(instance, context),
      code`${line}`,
      ...value,
      ...(pointerArgument === undefined ? [] : [pointerArgument]),
    ],
  };
}

/** Report variable, wrapped for values that are never shown. */
export function reportOn({ secret }: Instance, { file }: FunctionContext): Code {
  return secret ? code`${file.runtime('unseen')}(to)` : code`to`;
}
