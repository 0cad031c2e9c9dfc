import { brandsKey } from '../../plan/brands.js';
import type { Identifier, Plan } from '../../plan/plan.js';
import { type Text, identifier, stringLiteral, code } from '../../printer/code.js';
import type { View } from '../../printer/template.js';
import { printInTemplate } from '../../printer/print.js';
import { objectLiteral } from '../../printer/values.js';

/** Imports of an example from modules other than the package. */
interface ModuleImport extends View {
  readonly names: Text;
  readonly module: Text;
}

/** Names that an example imports from the package. */
export function packageNames(plan: Plan, imports: readonly Identifier[]): readonly Text[] {
  const modules = modulesOf(plan);
  const types = new Set(plan.brands.map(({ type }) => type));
  return imports
    .filter((each) => !modules.has(each))
    .map((each) => {
      const name = identifier(each.name);
      return types.has(each) ? code`type ${name}` : name;
    });
}

/** Imports of codecs, and of constructors of types with a brand, by module. */
export function codecImports(plan: Plan, imports: readonly Identifier[]): readonly ModuleImport[] {
  const modules = modulesOf(plan);
  const used = imports.filter((each) => modules.has(each));
  return [...new Set(used.map((each) => modules.get(each)))].map((path) => {
    const module = stringLiteral(path ?? '');
    const names = used
      .filter((each) => modules.get(each) === path)
      .map(({ name }) => identifier(name));
    return { names: importedNames(names, module), module };
  });
}

/** Modules of exports that are neither in the index of the package nor among its types. */
function modulesOf(plan: Plan): ReadonlyMap<Identifier, string> {
  const codecs = [...plan.conversions.values()].map(({ codec }) => codec);
  const { constructors = [] } = plan.partOf(brandsKey) ?? {};
  return new Map([
    ...codecs.map((codec) => [codec, codec.from.replace(/\.ts$/, '.js')] as const),
    ...constructors.map((each) => [each.identifier, `${plan.package.name}/brands`] as const),
  ]);
}

/**
 * Names in braces as in an import: on one line, unless the statement is then longer than the print
 * width. `others` is the number of columns that the rest of the statement takes.
 */
export function braced(names: readonly Text[], others: number): Text {
  const members = objectLiteral(names.map((value) => ({ value })));
  return printInTemplate(members, { column: 0, after: others });
}

/** Imported names in braces, in alphabetical order. Empty if there are none. */
export function importedNames(names: readonly Text[], from: Text): Text {
  const sorted = [...new Set(names)].sort(ignoringCase);
  return sorted.length === 0 ? code`` : braced(sorted, `import  from ${from};`.length);
}

function ignoringCase(one: Text, other: Text): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}
