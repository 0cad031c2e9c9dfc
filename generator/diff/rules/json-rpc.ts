import type { JsonRpcBinding } from '../../model/api.js';
import type { ChangeRule } from '../change.js';
import { compatible, type OperationContext, type OperationRule } from './operation-rule.js';

const structure: ChangeRule = {
  id: 'rpc-structure',
  when: 'The params of a JSON-RPC method are passed by name instead of by position, or in another order.',
  advice:
    'Both sides read and write the same request, so each breaks if only the other one changes.',
};

const paramAdded: ChangeRule = {
  id: 'rpc-param-added',
  when: 'A param was added to a JSON-RPC method.',
  advice: 'A required param breaks callers, which do not send it.',
};

const paramRemoved: ChangeRule = {
  id: 'rpc-param-removed',
  when: 'A param was removed from a JSON-RPC method.',
  advice:
    'It is risky for callers, because what they send has no effect any more. A server breaks if it requires the param.',
};

const paramRequired: ChangeRule = {
  id: 'rpc-param-required',
  when: 'A param of a JSON-RPC method became required, or is no longer required.',
  advice:
    'A required param breaks callers that leave it out; an optional one, servers that need it.',
};

const errors: ChangeRule = {
  id: 'rpc-error',
  when: 'A JSON-RPC method declares other errors.',
  advice: 'It is compatible: every method may fail. The generated error types change.',
};

/** Methods of JSON-RPC. Results are responses. */
export const jsonRpc: OperationRule = {
  rules: [structure, paramAdded, paramRemoved, paramRequired, errors],
  compare({ old, next }, context) {
    if (old.binding.kind !== 'json-rpc' || next.binding.kind !== 'json-rpc') return;
    compareParams(old.binding, next.binding, { old: old.origin, next: next.origin }, context);
    compareErrors(old.binding, next.binding, { old: old.origin, next: next.origin }, context);
  },
};

type Around = Parameters<OperationContext['compareSchemas']>[0]['around'];

function compareParams(
  old: JsonRpcBinding,
  next: JsonRpcBinding,
  around: Around,
  context: OperationContext,
): void {
  const [before, after] = [old.params, next.params];
  const common = (left: typeof before, right: typeof before): string =>
    left.members
      .filter(({ name }) => right.members.some((each) => each.name === name))
      .map(({ name }) => name)
      .join();
  const isMoved = after.kind === 'by-position' && common(before, after) !== common(after, before);
  if (before.kind !== after.kind || isMoved)
    context.report(
      structure,
      isMoved ? 'the order of the params changed' : `the params are passed ${after.kind} now`,
      { requester: 'breaking', answerer: 'breaking' },
    );
  for (const left of before.members) {
    const right = after.members.find(({ name }) => name === left.name);
    if (right === undefined) {
      context.report(paramRemoved, `the param "${left.name}" was removed`, {
        requester: after.kind === 'by-position' ? 'breaking' : 'risky',
        answerer: left.required ? 'breaking' : 'compatible',
      });
      continue;
    }
    if (left.required !== right.required)
      context.report(
        paramRequired,
        `the param "${left.name}" is ${right.required ? 'required now' : 'no longer required'}`,
        right.required
          ? { requester: 'breaking', answerer: 'compatible' }
          : { requester: 'compatible', answerer: 'breaking' },
      );
    context.compareSchemas({
      old: left.schema,
      next: right.schema,
      way: 'request',
      sender: 'requester',
      use: `param "${left.name}" of ${context.subject}`,
      around,
    });
  }
  after.members.forEach(({ name, required }, index) => {
    if (before.members.some((each) => each.name === name)) return;
    const isBetween = after.kind === 'by-position' && index < before.members.length;
    context.report(paramAdded, `the param "${name}" was added`, {
      requester: required || isBetween ? 'breaking' : 'compatible',
      answerer: isBetween ? 'breaking' : 'compatible',
    });
  });
}

function compareErrors(
  old: JsonRpcBinding,
  next: JsonRpcBinding,
  around: Around,
  context: OperationContext,
): void {
  const find = (
    errorsOf: JsonRpcBinding,
    code: number,
  ): JsonRpcBinding['errors'][number] | undefined =>
    errorsOf.errors.find((each) => each.code === code);
  for (const before of old.errors) {
    const after = find(next, before.code);
    if (after === undefined)
      context.report(errors, `the error "${before.name}" was removed`, compatible);
    else
      context.compareSchemas({
        old: before.data,
        next: after.data,
        way: 'response',
        sender: 'answerer',
        use: `error ${after.code} of ${context.subject}`,
        around,
      });
  }
  for (const after of next.errors)
    if (find(old, after.code) === undefined)
      context.report(errors, `the error "${after.name}" was added`, compatible);
}
