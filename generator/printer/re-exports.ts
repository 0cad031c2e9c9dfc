import type { Identifier, Plan } from '../plan/plan.js';
import { code, identifier } from './code.js';
import { reExport } from './declare.js';
import { importPath } from './file-scope.js';
import type { Declaration } from './source-file.js';

/**
 * Builds `export { a, type B } from './module.js';` for each file that contains one of the names.
 */
export function reExportsOf(
  plan: Pick<Plan, 'package'>,
  names: readonly Identifier[],
  from: string,
): readonly Declaration[] {
  return [...new Set(names.map((name) => name.from))].map((path) => {
    const fileNames = names.filter((name) => name.from === path);
    const areTypes = fileNames.every(({ typeOnly }) => typeOnly);
    const specifiers = fileNames.map(({ name, typeOnly }) =>
      typeOnly && !areTypes ? code`type ${identifier(name)}` : identifier(name),
    );
    return reExport(importPath(plan, path, from), specifiers, areTypes);
  });
}
