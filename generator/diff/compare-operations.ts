import type { Api, HttpBinding, NameKey, Operation } from '../model/api.js';
import type { ChangedNodes } from './change.js';
import { sidesOf } from './change.js';
import type { ChangeCollector } from './collect-changes.js';
import { behaviour } from './rules/behaviour.js';
import { jsonRpc } from './rules/json-rpc.js';
import { operationAdded, operationRemoved } from './rules/operation-added.js';
import { operationDocumentation } from './rules/operation-documentation.js';
import { operationId } from './rules/operation-id.js';
import type { OperationContext, OperationPair, OperationRule } from './rules/operation-rule.js';
import { parameters } from './rules/parameters.js';
import { requestBody } from './rules/request-body.js';
import { responses } from './rules/responses.js';
import { security } from './rules/security.js';
import { operationSubject } from './subjects.js';

/** Rules about an operation that both descriptions have, in the order of reports. */
export const operationRules: readonly OperationRule[] = [
  operationId,
  operationDocumentation,
  security,
  parameters,
  requestBody,
  jsonRpc,
  responses,
  behaviour,
];

/** Compares operations that answer the same requests, whatever they are called. */
export function compareOperations(collector: ChangeCollector): void {
  const nexts = new Map(operationsByAddress(collector.next));
  const olds = new Map(operationsByAddress(collector.old));
  for (const [address, old] of olds) {
    const next = nexts.get(address);
    if (next === undefined) reportRemoved(old, collector);
    else compareOperation({ old, next }, collector);
  }
  for (const [address, next] of nexts) if (!olds.has(address)) reportAdded(next, collector);
}

function compareOperation(pair: OperationPair, collector: ChangeCollector): void {
  const { old, next } = pair;
  const subject = operationSubject(next);
  const sides = sidesOf(next);
  const nodes: ChangedNodes = { oldOperation: old, nextOperation: next };
  const context: OperationContext = {
    subject,
    report: (rule, message, verdicts, places) =>
      collector.report({
        rule,
        message,
        subject,
        sides,
        verdicts,
        nodes: { ...nodes, ...(places?.parameter && { parameter: places.parameter }) },
        old: places?.old ?? old.origin,
        next: places?.next ?? next.origin,
      }),
    compareSchemas: ({ parameter, ...use }) =>
      collector.compareSchemas({
        ...use,
        sides,
        nodes: { ...nodes, ...(parameter && { parameter }) },
      }),
  };
  for (const rule of operationRules) rule.compare(pair, context);
}

function reportRemoved(old: Operation, collector: ChangeCollector): void {
  const isEvent = old.sentBy === 'server';
  collector.report({
    rule: operationRemoved,
    message: 'the operation was removed',
    subject: operationSubject(old),
    sides: sidesOf(old),
    verdicts: { requester: 'breaking', answerer: isEvent ? 'breaking' : 'compatible' },
    old: old.origin,
    next: collector.next.origin,
    nodes: { oldOperation: old },
  });
}

function reportAdded(next: Operation, collector: ChangeCollector): void {
  const isEvent = next.sentBy === 'server';
  collector.report({
    rule: operationAdded,
    message: 'the operation was added',
    subject: operationSubject(next),
    sides: sidesOf(next),
    verdicts: { requester: 'compatible', answerer: isEvent ? 'risky' : 'breaking' },
    old: collector.old.origin,
    next: next.origin,
    nodes: { nextOperation: next },
  });
}

/** Operations by what identifies them on the wire. Names of path parameters do not matter. */
function operationsByAddress({
  operations,
}: Pick<Api, 'operations'>): readonly (readonly [address: string, operation: Operation])[] {
  const byKey = new Map<NameKey, Operation>(operations.map((each) => [each.key, each]));
  const addressOf = (operation: Operation): string => {
    const { binding, parent } = operation;
    if (binding.kind === 'json-rpc')
      return `rpc ${addressOfHttp(binding.endpoint)} ${binding.method}`;
    const holder = parent === undefined ? undefined : byKey.get(parent);
    return `${holder === undefined ? '' : `${addressOf(holder)} `}${addressOfHttp(binding)}`;
  };
  return operations.map((operation) => [addressOf(operation), operation]);
}

function addressOfHttp({ method, target }: HttpBinding): string {
  if ('parts' in target) {
    const path = target.parts.map((part) => (typeof part === 'string' ? part : '{}')).join('');
    return `${method} ${path}`;
  }
  if ('webhook' in target) return `webhook ${target.webhook} ${method}`;
  return `callback ${target.callback} ${method} ${target.expression}`;
}
