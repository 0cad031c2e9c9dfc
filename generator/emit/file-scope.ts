import type { StructureKind } from 'ts-morph';
import type { Identifier, Plan } from '../plan/plan.js';
import { code, type Code, identifier, moduleSpecifier } from './code.js';
import type { Declaration, FileScope } from './source-file.js';
import { lowerFirst, upperFirst } from '../plan/words.js';
import { identifierName, isIdentifier } from '../plan/names.js';

interface Import {
  readonly identifier: Identifier;
  readonly spelling: string;
}

/**
 * The names of one file of the package: `path` lies within its sources, as in `Identifier.from`. Where two
 * names of a file are the same, the second one says where it is from: `RuntimeReport`, `ApiReport`.
 */
export function createFileScope(
  plan: Pick<Plan, 'package'> & Partial<Pick<Plan, 'isLinear'>>,
  path: string,
): FileScope {
  const imports = new Map<string, Import>();
  const taken = new Set<string>();
  /** Spellings of identifiers that have been asked for before; plan hands out the same objects. */
  const spelt = new Map<Identifier, Code>();
  const spell = (...wishes: readonly string[]): string => {
    const isFree = (wish: string): boolean => !taken.has(wish) && isIdentifier(wish);
    const free = wishes.find(isFree);
    if (free !== undefined) return free;
    let last = wishes.at(-1) ?? '';
    while (!isFree(last)) last += '_';
    return last;
  };
  const spellingOf = (wanted: Identifier): Code => {
    if (wanted.from === path) {
      taken.add(wanted.name);
      return identifier(wanted.name);
    }
    const key = `${wanted.from} ${wanted.name}`;
    const known = imports.get(key);
    if (known !== undefined) {
      // What is imported as a value is there as a type as well.
      if (!wanted.typeOnly && known.identifier.typeOnly)
        imports.set(key, { ...known, identifier: wanted });
      return identifier(identifierName(known.spelling));
    }
    const spelling = spell(...importWishes(wanted));
    taken.add(spelling);
    imports.set(key, { identifier: wanted, spelling });
    return identifier(identifierName(spelling));
  };
  return {
    isLinear: plan.isLinear ?? (() => false),
    name(wanted) {
      const before = spelt.get(wanted);
      if (before !== undefined) return before;
      const spelling = spellingOf(wanted);
      spelt.set(wanted, spelling);
      return spelling;
    },
    local(wish) {
      const spelling = spell(wish, `${wish}Local`);
      taken.add(spelling);
      return identifier(identifierName(spelling));
    },
    finish(declarations) {
      return {
        kind: 'typescript',
        path,
        declarations: [
          ...importDeclarations([...imports.values()], plan, path),
          // A file that exports nothing is no module, and nothing could be imported from it.
          ...(declarations.length === 0 ? [code`export {};`] : declarations),
        ],
      };
    },
  };
}

/** `Report` of the runtime is RuntimeReport beside a report of the description, which else is ApiReport. */
function importWishes({ name, from, typeOnly }: Identifier): readonly string[] {
  const owner = from.endsWith('.ts') ? 'Api' : from.includes('/runtime') ? 'Runtime' : 'Library';
  const own = /^\p{Lu}/u.test(name) ? owner + name : lowerFirst(owner) + upperFirst(name);
  return [name, own, `${own}${typeOnly ? 'Type' : 'Value'}`];
}

/** One declaration a module: packages first, then files, each sorted by name. */
function importDeclarations(
  imports: readonly Import[],
  plan: Pick<Plan, 'package'>,
  path: string,
): readonly Declaration[] {
  const modules = new Map<string, Import[]>();
  for (const each of imports) {
    const specifier = specifierOf(plan, each.identifier.from, path);
    const known = modules.get(specifier);
    if (known === undefined) modules.set(specifier, [each]);
    else known.push(each);
  }
  const sorted = [...modules].sort(([a], [b]) => compareModules(a, b));
  return sorted.map(([specifier, members]) => importDeclaration(specifier, members));
}

function importDeclaration(specifier: string, members: readonly Import[]): Declaration {
  // A declaration whose members are all `type` would still load the module under verbatimModuleSyntax.
  const typeOnly = members.every(({ identifier: { typeOnly: vanishes } }) => vanishes);
  return {
    kind: 16 as StructureKind.ImportDeclaration,
    moduleSpecifier: moduleSpecifier(specifier),
    isTypeOnly: typeOnly,
    namedImports: [...members].sort(compareMembers).map(({ identifier: wanted, spelling }) => ({
      name: identifier(wanted.name),
      ...(spelling === wanted.name ? {} : { alias: identifier(identifierName(spelling)) }),
      isTypeOnly: !typeOnly && wanted.typeOnly,
    })),
  };
}

function compareMembers(a: Import, b: Import): number {
  return (
    compareText(a.identifier.name.toLowerCase(), b.identifier.name.toLowerCase()) ||
    compareText(a.identifier.name, b.identifier.name)
  );
}

function compareModules(a: string, b: string): number {
  return rank(a) - rank(b) || compareText(a, b);
}

/** Packages, then files further up, then files beside. */
function rank(specifier: string): number {
  if (!specifier.startsWith('.')) return 0;
  return specifier.startsWith('..') ? 1 : 2;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** How a file of the sources is imported from another one; a package is imported by its name. */
function specifierOf(
  { package: { importExtension } }: Pick<Plan, 'package'>,
  target: string,
  path: string,
): string {
  if (!target.endsWith('.ts')) return target;
  const from = path.split('/').slice(0, -1);
  const to = target.replace(/\.ts$/u, importExtension).split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  const up = from.slice(shared).map(() => '..');
  const down = to.slice(shared);
  return [...(up.length === 0 && down[0] !== '..' ? ['.'] : up), ...down].join('/');
}

/** `./types.js` as a declaration spells it, with the extension that the project asks for. */
export function importPath(plan: Pick<Plan, 'package'>, target: string, path: string): Code {
  return code`${moduleSpecifier(specifierOf(plan, target, path))}`;
}
