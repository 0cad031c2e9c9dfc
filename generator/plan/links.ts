import type { Api, Link, Operation } from '../model/api.js';
import { linkTargets } from '../model/analysis/link-targets.js';
import type { ChosenNames } from './names/name-scope.js';
import type { LinkPlan } from './plan.js';

/** Returns the links in the responses of an operation, with the functions that they refer to. */
export type LinksOf = (operation: Operation) => readonly LinkPlan[];

/** Resolves the operations that links refer to, by `operationId` or by reference. */
export function planLinks(api: Api, functions: ChosenNames): LinksOf {
  const targetOf = linkTargets(api);
  const nameOf = (link: Link): LinkPlan['function'] => {
    const target = targetOf(link);
    return (target && functions.get(target.key)) ?? link.operation;
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
