import type { Code } from './code.js';

/** How the file `from` names the file `to`, both planned paths below the package's sources: `../types.js`. */
export function moduleSpecifier(from: string, to: string): Code {
  if (![from, to].every((path) => /^[\w./-]+\.ts$/.test(path))) throw new Error('planned file names are safe');
  const here = from.split('/').slice(0, -1);
  const there = to.split('/');
  let shared = 0;
  while (shared < here.length && shared < there.length - 1 && here[shared] === there[shared]) shared++;
  const up = here.slice(shared).map(() => '..');
  const path = [...(up.length === 0 ? ['.'] : up), ...there.slice(shared)].join('/');
  return path.replace(/\.ts$/, '.js') as Code;
}
