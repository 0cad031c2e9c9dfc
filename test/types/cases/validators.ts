import {
  canUserOperationStatusTransition,
  type Policy,
  userOperationStatusTransitions,
} from '@platform/platform';
import { isPolicy, isRule, policySchema } from '@platform/platform/validators';

/** A guard narrows what was unknown, and an assertion does so from there on. */
export function scopeOf(value: unknown): string | undefined {
  if (isPolicy(value)) return value.scope;
  return value.scope; // error: 18046
}

export function asserted(value: unknown): Policy {
  policySchema.assert(value);
  return value;
}

export function places(value: unknown): readonly string[] {
  return policySchema.check(value).map(({ pointer }) => pointer);
}

export function operationOf(value: unknown): string {
  if (!isRule(value)) return value; // error: 2322
  return value.operation;
}

/** States are known, and so is what may follow them. */
export const may: boolean = canUserOperationStatusTransition('pending', 'signed');
export const mayNot: boolean = canUserOperationStatusTransition('pending', 'done'); // error: 2345
export const next: readonly string[] = userOperationStatusTransitions.broadcast;
export const none: unknown = userOperationStatusTransitions.done; // error: 2339
