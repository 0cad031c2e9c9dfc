import { alternatives } from '../../../core/diagnostics/lists.js';
import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Json } from '../../schema.js';
import { describeType, isArray, isObject } from '../json.js';
import { childAt } from '../openapi/node.js';
import type { ValueNode } from '../openapi/node.js';

/** Form of a member of `x-fix-session`. */
export type PolicySchema =
  | {
      readonly kind: 'text';
      readonly isValid?: (text: string) => boolean;
      readonly example?: string;
    }
  | { readonly kind: 'flag' }
  | {
      readonly kind: 'number';
      readonly from: number;
      readonly to?: number;
      readonly isInteger?: true;
    }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly item: PolicySchema; readonly mayBeEmpty?: true }
  | { readonly kind: 'object'; readonly members: Members; readonly required?: readonly string[] }
  | { readonly kind: 'schema' };

/** Members of an object by name. */
export interface Members {
  readonly [name: string]: PolicySchema;
}

/** Returns the valid parts of a value. Invalid parts are reported at their position and left out. */
export function checkPolicySchema(
  valueNode: ValueNode,
  form: PolicySchema,
  what: string,
): Json | undefined {
  const { value } = valueNode;
  switch (form.kind) {
    case 'text':
      if (typeof value !== 'string') return reportInvalid(valueNode, what, 'a text');
      // Texts are sent as FIX fields, which a control character terminates.
      if (value === '' || /[\u0000-\u001f\u007f]/.test(value))
        return reportInvalid(valueNode, what, 'a non-empty text without control characters');
      if (form.isValid?.(value) === false)
        return reportInvalid(valueNode, what, `of the form "${form.example ?? ''}"`);
      return value;
    case 'flag':
      return typeof value === 'boolean' ? value : reportInvalid(valueNode, what, 'true or false');
    case 'number':
      if (
        typeof value === 'number' &&
        value >= form.from &&
        value <= (form.to ?? Number.MAX_SAFE_INTEGER) &&
        (form.isInteger !== true || Number.isInteger(value))
      )
        return value;
      return reportInvalid(valueNode, what, describeNumber(form));
    case 'word':
      if (typeof value === 'string' && form.words.includes(value)) return value;
      valueNode.reporter.report(
        invalidExtension.value({ what, expected: alternatives(form.words) }),
        valueNode.origin,
        typeof value === 'string' ? didYouMean(value, form.words) : {},
      );
      return undefined;
    case 'list':
      if (!isArray(value)) return reportInvalid(valueNode, what, 'a list');
      if (value.length === 0 && form.mayBeEmpty !== true)
        return reportInvalid(valueNode, what, 'a non-empty list');
      return value.flatMap((_, index) => {
        const item = childAt(valueNode, index);
        const checked =
          item === undefined ? undefined : checkPolicySchema(item, form.item, `an item of ${what}`);
        return checked === undefined ? [] : [checked];
      });
    case 'object':
      return isObject(value)
        ? checkObject(valueNode, form, what)
        : reportInvalid(valueNode, what, 'an object');
    case 'schema':
      return undefined;
  }
}

function describeNumber({
  from,
  to,
  isInteger,
}: Extract<PolicySchema, { readonly kind: 'number' }>): string {
  const kind = isInteger === true ? 'an integer' : 'a number';
  return to === undefined ? `${kind} of at least ${from}` : `${kind} from ${from} to ${to}`;
}

function checkObject(
  valueNode: ValueNode,
  { members, required = [] }: Extract<PolicySchema, { readonly kind: 'object' }>,
  what: string,
): Json {
  const value = isObject(valueNode.value) ? valueNode.value : {};
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue;
    valueNode.reporter.report(invalidExtension.missing({ what, name }), valueNode.origin);
  }
  const entries = Object.keys(value).flatMap((name): (readonly [string, Json])[] => {
    const form = Object.hasOwn(members, name) ? members[name] : undefined;
    const child = childAt(valueNode, name);
    if (name === 'x-basis' || child === undefined) return [];
    if (form === undefined) {
      valueNode.reporter.report(invalidExtension.member({ name, what }), child.origin, {
        part: 'key',
        ...didYouMean(name, Object.keys(members)),
      });
      return [];
    }
    const checked = checkPolicySchema(child, form, `"${name}"`);
    return checked === undefined ? [] : [[name, checked]];
  });
  return Object.fromEntries(entries);
}

function reportInvalid(valueNode: ValueNode, what: string, expected: string): undefined {
  const { value } = valueNode;
  const isPlain = typeof value === 'number' || (typeof value === 'string' && value.length <= 40);
  const isEmpty = isArray(value) && value.length === 0;
  const actual = isPlain ? JSON.stringify(value) : isEmpty ? 'an empty list' : describeType(value);
  valueNode.reporter.report(invalidExtension.type({ what, expected, actual }), valueNode.origin);
  return undefined;
}
