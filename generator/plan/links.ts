import { tokensOf } from '../core/origin.js';
import { formatPointer } from '../core/pointer.js';
import type { Api, Link, Operation } from '../model/api.js';
import type { ChosenNames } from './exported.js';
import type { LinkPlan } from './plan.js';

/** What the responses of an operation lead to, with the names of the functions that are meant. */
export type LinksOf = (operation: Operation) => readonly LinkPlan[];

/** Finds the operations that links name, by `operationId` or by a reference into the same document. */
export function planLinks({ operations }: Api, functions: ChosenNames): LinksOf {
  const targets = new Map<string, Operation>();
  for (const operation of operations) {
    targets.set(`#${formatPointer(tokensOf(operation.origin))}`, operation);
  }
  for (const operation of operations) {
    if (operation.id !== undefined) targets.set(operation.id, operation);
  }
  const nameOf = ({ operation }: Link): LinkPlan['function'] => {
    const target = targets.get(operation);
    return (target && functions.get(target.key)) ?? operation;
  };
  return ({ outcomes }) =>
    outcomes.flatMap(({ when, links = [] }) =>
      links.map((link) => ({
        status: 'status' in when ? when.status : undefined,
        function: nameOf(link),
        link,
      })),
    );
}
