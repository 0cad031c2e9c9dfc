import type { Identifier, Plan } from '../plan/plan.js';
import { code, identifier } from './code.js';
import { reExport } from './declare.js';
import { importPath } from './file-scope.js';
import type { Declaration } from './source-file.js';

/** `export { a, type B } from './module.js';` for each file that one of the names is in. */
export function reExportsOf(
  plan: Pick<Plan, 'package'>,
  names: readonly Identifier[],
  from: string,
): readonly Declaration[] {
  return [...new Set(names.map((name) => name.from))].map((path) => {
    const here = names.filter((name) => name.from === path);
    const areTypes = here.every(({ typeOnly }) => typeOnly);
    const spelt = here.map(({ name, typeOnly }) =>
      typeOnly && !areTypes ? code`type ${identifier(name)}` : identifier(name),
    );
    return reExport(importPath(plan, path, from), spelt, areTypes);
  });
}
