import type { Identifier, Plan } from '../plan/plan.js';
import { code, type Text, identifier, moduleSpecifier } from './code.js';
import type { Declaration, FileScope } from './source-file.js';
import { lowerFirst, upperFirst } from '../plan/words.js';
import { identifierName, isIdentifier } from '../plan/names.js';
import { structureKinds } from './structure-kinds.js';

interface Import {
  readonly identifier: Identifier;
  readonly spelling: string;
}

/**
 * Creates the names of one file. `path` is relative to the package's sources, as in
 * `Identifier.from`. If two names of a file conflict, the second one gets a prefix for its origin:
 * `RuntimeReport`, `ApiReport`.
 */
export function createFileScope(
  plan: Pick<Plan, 'package'> & Partial<Pick<Plan, 'isLinear'>>,
  path: string,
): FileScope {
  const imports = new Map<string, Import>();
  const taken = new Set<string>();
  /** Cached spellings by identifier. The plan reuses the same objects. */
  const spellings = new Map<Identifier, Text>();
  const freeName = (...candidates: readonly string[]): string => {
    const isFree = (candidate: string): boolean => !taken.has(candidate) && isIdentifier(candidate);
    const available = candidates.find(isFree);
    if (available !== undefined) return available;
    let last = candidates.at(-1) ?? '';
    while (!isFree(last)) last += '_';
    return last;
  };
  const spellingOf = (target: Identifier): Text => {
    if (target.from === path) {
      taken.add(target.name);
      return identifier(target.name);
    }
    const key = `${target.from} ${target.name}`;
    const existing = imports.get(key);
    if (existing !== undefined) {
      // A value import also provides the type.
      if (!target.typeOnly && existing.identifier.typeOnly)
        imports.set(key, { ...existing, identifier: target });
      return identifier(identifierName(existing.spelling));
    }
    const spelling = freeName(...importCandidates(target));
    taken.add(spelling);
    imports.set(key, { identifier: target, spelling });
    return identifier(identifierName(spelling));
  };
  return {
    isLinear: plan.isLinear ?? (() => false),
    name(target) {
      const cached = spellings.get(target);
      if (cached !== undefined) return cached;
      const spelling = spellingOf(target);
      spellings.set(target, spelling);
      return spelling;
    },
    local(candidate) {
      const spelling = freeName(candidate, `${candidate}Local`);
      taken.add(spelling);
      return identifier(identifierName(spelling));
    },
    finish(declarations) {
      return {
        kind: 'typescript',
        path,
        declarations: [
          ...importDeclarations([...imports.values()], plan, path),
          // A file without exports is not a module and cannot be imported.
          ...(declarations.length === 0 ? [code`export {};`] : declarations),
        ],
      };
    },
  };
}

/**
 * Candidates for an import. If `Report` conflicts, the runtime's becomes `RuntimeReport`, and the
 * description's `ApiReport`.
 */
function importCandidates({ name, from, typeOnly }: Identifier): readonly string[] {
  const owner = isSource(from) ? 'Api' : from.includes('/runtime') ? 'Runtime' : 'Library';
  const prefixed = /^\p{Lu}/u.test(name) ? owner + name : lowerFirst(owner) + upperFirst(name);
  return [name, prefixed, `${prefixed}${typeOnly ? 'Type' : 'Value'}`];
}

/** Builds one declaration for each module: packages first, then files, each sorted by name. */
function importDeclarations(
  imports: readonly Import[],
  plan: Pick<Plan, 'package'>,
  path: string,
): readonly Declaration[] {
  const modules = new Map<string, Import[]>();
  for (const each of imports) {
    const specifier = specifierOf(plan, each.identifier.from, path);
    const existing = modules.get(specifier);
    if (existing === undefined) modules.set(specifier, [each]);
    else existing.push(each);
  }
  const sorted = [...modules].sort(([a], [b]) => compareModules(a, b));
  return sorted.map(([specifier, members]) => importDeclaration(specifier, members));
}

function importDeclaration(specifier: string, members: readonly Import[]): Declaration {
  // With verbatimModuleSyntax, a declaration whose members are all marked `type` would still load
  // the module.
  const typeOnly = members.every(({ identifier: { typeOnly: vanishes } }) => vanishes);
  return {
    kind: structureKinds.import,
    moduleSpecifier: moduleSpecifier(specifier),
    isTypeOnly: typeOnly,
    namedImports: [...members].sort(compareMembers).map(({ identifier: target, spelling }) => ({
      name: identifier(target.name),
      ...(spelling === target.name ? {} : { alias: identifier(identifierName(spelling)) }),
      isTypeOnly: !typeOnly && target.typeOnly,
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

/** Sort order: packages, files in parent folders, then files in the same folder. */
function rank(specifier: string): number {
  if (!specifier.startsWith('.')) return 0;
  return specifier.startsWith('..') ? 1 : 2;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** True if a name is from a file of the output, not from a package. */
function isSource(from: string): boolean {
  return /\.[jt]s$/u.test(from);
}

/** Module specifier of a source file relative to another one. Packages keep their names. */
function specifierOf(
  { package: { importExtension } }: Pick<Plan, 'package'>,
  target: string,
  path: string,
): string {
  if (!isSource(target)) return target;
  const from = path.split('/').slice(0, -1);
  const to = target.replace(/\.ts$/u, importExtension).split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  const up = from.slice(shared).map(() => '..');
  const down = to.slice(shared);
  return [...(up.length === 0 && down[0] !== '..' ? ['.'] : up), ...down].join('/');
}

/** Relative path such as `./types.js`, with the extension that the project uses. */
export function importPath(plan: Pick<Plan, 'package'>, target: string, path: string): Text {
  return code`${moduleSpecifier(specifierOf(plan, target, path))}`;
}
