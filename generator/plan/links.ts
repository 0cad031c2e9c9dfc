import type { Api, Link, Operation } from '../model/api.js';
import { linkTargets } from '../model/link-targets.js';
import type { ChosenNames } from './exported.js';
import type { LinkPlan } from './plan.js';

/** What the responses of an operation lead to, with the names of the functions that are meant. */
export type LinksOf = (operation: Operation) => readonly LinkPlan[];

/** Finds the operations that links name, by `operationId` or by reference. */
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
