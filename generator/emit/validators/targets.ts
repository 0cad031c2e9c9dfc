import type { Check, Target } from './check.js';

/** The targets of every part of a check, those of conditions about evaluated members and items left out. */
export function targetsOf({ array, object, any }: Check): readonly Target[] {
  const targets: Target[] = [];
  for (const part of [...array, ...object, ...any]) {
    if ('target' in part) targets.push(part.target);
    else if ('targets' in part) targets.push(...part.targets);
    else if ('branches' in part) targets.push(...part.branches.map(({ target }) => target));
    else if ('members' in part) targets.push(...part.members.map(({ target }) => target));
    else if (part.keyword === 'patternProperties')
      targets.push(...part.patterns.map(({ target }) => target));
    else if (part.keyword === 'if') targets.push(part.condition, part.then, part.otherwise);
  }
  return targets;
}
