import { stringLiteral, type Code } from '../../printer/code.js';
import { call } from '../../printer/values.js';
import { constant, type Condition } from '../statements/condition.js';
import {
  issuesName,
  type FunctionContext,
  type Instance,
  type RejectionText,
  type RuntimeFunction,
} from '../emit-context.js';
import { pointerToken } from './instance-pointer.js';
import { issuesPart } from './issues-part.js';
import { typesPhrase } from './phrase.js';
import type { Call, Statement } from '../statements/statement.js';
import type { TypeSet } from '../type-set.js';

/**
 * Statement `if (when && call) return false;`. The function stops unless the call reports the
 * violation and continues.
 */
export function failWhen(when: Condition, report: Call): readonly Statement[] {
  if (when.kind === 'constant' && !when.value) return [];
  return [{ kind: 'fail', when, call: report }];
}

/** Statement that fails unconditionally. */
export function alwaysFails(report: Call): readonly Statement[] {
  return failWhen(constant(true), report);
}

/** Call that reports a violated keyword. `keyword` may be followed by a pointer to its part. */
export function reportKeyword(
  keyword: string,
  expected: string,
  instance: Instance,
  context: FunctionContext,
): Call {
  return reportCondition(keyword, stringLiteral(expected), instance, context);
}

/** {@link reportKeyword} with the code of an expectation: a phrase, or the constant of a pattern. */
export function reportCondition(
  keyword: string,
  expected: Code,
  instance: Instance,
  context: FunctionContext,
): Call {
  const rule = [stringLiteral(keyword), expected];
  return reportCall('violates', [...rule, instance.value], instance, context);
}

/** Call that reports an array with equal items. The report names the first of them. */
export function reportRepeated(
  keyword: string,
  instance: Instance,
  context: FunctionContext,
): Call {
  const items = call(context.file.runtime('repeatedItems'), [instance.value, issuesName]);
  const expected = stringLiteral('items that are all different');
  return reportCall('violates', [stringLiteral(keyword), expected, items], instance, context);
}

/** Call that reports a keyword that a value violates by its presence. The value is not shown. */
export function reportPresence(
  keyword: string,
  expected: string,
  instance: Instance,
  context: FunctionContext,
): Call {
  return reportCall('rejects', [keyword, expected].map(stringLiteral), instance, context);
}

/** Call that reports a property that a closed object does not declare. `names` is the code of a list of the declared ones. */
export function reportUndeclared(
  keyword: string,
  names: Code,
  member: Instance,
  context: FunctionContext,
): Call {
  return reportCall('isUndeclared', [names, stringLiteral(keyword)], member, context);
}

/** Violation of a keyword whose target accepts nothing. */
export function rejectionOf(keyword: string, expected = 'nothing'): RejectionText {
  return { keyword, expected };
}

/** Call that reports a value of a wrong type. */
export function reportType(types: TypeSet, instance: Instance, context: FunctionContext): Call {
  const expected = stringLiteral(typesPhrase(types));
  return reportCall('wrongType', [expected, instance.value], instance, context);
}

/** Call that reports a value of a wrong type, or one that violates a keyword. */
export function reportTypeOrKeyword(
  types: TypeSet,
  { keyword, expectation }: { readonly keyword: string; readonly expectation: Code },
  instance: Instance,
  context: FunctionContext,
): Call {
  const rule = [stringLiteral(keyword), expectation];
  const type = stringLiteral(typesPhrase(types));
  return reportCall('violates', [...rule, instance.value, type], instance, context);
}

/** Call that reports a property whose value selects no branch of a union. `member` is its instance. */
export function reportUnknownTag(
  keyword: string,
  expected: string,
  member: Instance,
  context: FunctionContext,
): Call {
  const args = [stringLiteral(keyword), stringLiteral(expected), member.value];
  const object = { ...member, pointer: member.pointer.slice(0, -1) };
  const { issues, pointer } = issuesPart(object, context);
  const end = member.pointer.slice(-1).map((step) => (step.kind === 'token' ? step.token : ''));
  const tag = stringLiteral(`${pointer}${end.map(pointerToken).join('')}`);
  return call(context.file.runtime('unknownTag'), [issues, tag, ...args]);
}

/** Call that reports a missing required property. `member` is its instance. */
export function reportMissing(member: Instance, context: FunctionContext): Call {
  return reportCall('isMissing', [], member, context);
}

function reportCall(
  name: RuntimeFunction,
  args: readonly Code[],
  instance: Instance,
  context: FunctionContext,
): Call {
  const { issues, pointer } = issuesPart(instance, context);
  return call(context.file.runtime(name), [issues, stringLiteral(pointer), ...args]);
}
