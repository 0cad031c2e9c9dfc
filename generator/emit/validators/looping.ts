import type { Check, CheckKey, Target } from './check.js';

/** Tells whether a check looks at as many parts of a value as there are: items, members of any name. */
export function createLooping(checkOf: (key: CheckKey) => Check): (key: CheckKey) => boolean {
  const known = new Map<CheckKey, boolean>();
  function isLooping(key: CheckKey): boolean {
    const before = known.get(key);
    if (before !== undefined) return before;
    // What leads back to itself looks at as much as there is.
    known.set(key, true);
    const answer = loops(checkOf(key));
    known.set(key, answer);
    return answer;
  }
  function loops(check: Check): boolean {
    const inside: Target[] = [];
    for (const part of check.array) {
      if (part.keyword === 'prefixItems') inside.push(...part.targets);
      else if (part.keyword !== 'minItems' && part.keyword !== 'maxItems') return true;
    }
    for (const part of check.object) {
      if (part.keyword === 'properties') inside.push(...part.members.map(({ target }) => target));
      else if (part.keyword === 'dependentSchemas') inside.push(part.target);
      else if (part.keyword !== 'dependentRequired') return true;
    }
    for (const part of check.any) {
      if ('targets' in part) inside.push(...part.targets);
      else if ('branches' in part) inside.push(...part.branches.map(({ target }) => target));
      else if ('target' in part) inside.push(part.target);
      else inside.push(part.condition, part.then, part.otherwise);
    }
    return inside.some((target) =>
      target.kind === 'inline'
        ? loops(target.check)
        : target.kind === 'function' && isLooping(target.key),
    );
  }
  return isLooping;
}
