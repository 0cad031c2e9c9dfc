import type { Identifier, Plan } from '../../plan/plan.js';
import { type Text, identifier, stringLiteral } from '../../printer/code.js';
import type { View } from '../../printer/template.js';
import { importedNames } from './braced.js';

/** Imports of an example from modules other than the package. */
export interface ModuleImport extends View {
  readonly names: Text;
  readonly module: Text;
}

/** Names that an example imports from the package. */
export function packageNames(plan: Plan, imports: readonly Identifier[]): readonly Text[] {
  const codecs = codecsOf(plan);
  return imports.filter((each) => !codecs.has(each)).map(({ name }) => identifier(name));
}

/** Imports of codecs, by module. */
export function codecImports(plan: Plan, imports: readonly Identifier[]): readonly ModuleImport[] {
  const codecs = codecsOf(plan);
  const used = imports.filter((each) => codecs.has(each));
  return [...new Set(used.map(({ from }) => from))].map((path) => {
    const module = stringLiteral(path.replace(/\.ts$/, '.js'));
    const names = used.filter(({ from }) => from === path).map(({ name }) => identifier(name));
    return { names: importedNames(names, module), module };
  });
}

function codecsOf({ conversions }: Plan): ReadonlySet<Identifier> {
  return new Set([...conversions.values()].map(({ codec }) => codec));
}
