import type { Identifier, Plan } from '../plan/plan.js';
import { code, createName, identifier, moduleSpecifier, type Name, type Text } from './code.js';
import { namesFound } from './names-in.js';
import type { Declaration, FileScope } from './source-file.js';
import { lowerFirst, upperFirst } from '../plan/names/words.js';
import { identifierName, isIdentifier } from '../plan/names/names.js';
import { structureKinds } from './structure-kinds.js';

interface Import {
  readonly identifier: Identifier;
  readonly spelling: Text;
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
  /** Names by the objects of the plan, which are often the same. */
  const cached = new Map<Identifier, Name>();
  const names = new Map<string, Name>();
  const spellings = new Map<string, Text>();
  /** What the names of other files stand for. */
  const origins = new Map<Name, Identifier>();
  const taken = new Set<string>();
  const freeName = (...candidates: readonly string[]): string => {
    const isFree = (candidate: string): boolean => !taken.has(candidate) && isIdentifier(candidate);
    const available = candidates.find(isFree);
    if (available !== undefined) return available;
    let last = candidates.at(-1) ?? '';
    while (!isFree(last)) last += '_';
    return last;
  };
  const spell = (target: Identifier, key: string): Text => {
    const known = spellings.get(key);
    if (known !== undefined) return known;
    const spelling = target.from === path ? target.name : freeName(...importCandidates(target));
    taken.add(spelling);
    const text = identifier(identifierName(spelling));
    spellings.set(key, text);
    return text;
  };
  const nameOf = (target: Identifier): Name => {
    const key = `${target.from} ${target.name}`;
    // The type alone is another name than the value, which has both, so that its import vanishes.
    const ownKey = target.typeOnly ? `type ${key}` : key;
    const known = names.get(ownKey);
    if (known !== undefined) return known;
    const name = createName(spell(target, key));
    names.set(ownKey, name);
    if (target.from !== path) origins.set(name, target);
    return name;
  };
  return {
    isLinear: plan.isLinear ?? (() => false),
    name(target) {
      const known = cached.get(target);
      if (known !== undefined) return known;
      const name = nameOf(target);
      cached.set(target, name);
      return name;
    },
    local(candidate) {
      const spelling = freeName(candidate, `${candidate}Local`);
      taken.add(spelling);
      return createName(identifier(identifierName(spelling)));
    },
    finish(declarations) {
      const imports = importsOf(namesFound(origins.keys(), declarations), origins);
      return {
        kind: 'typescript',
        path,
        declarations: [
          ...importDeclarations(imports, plan, path),
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

/** Imports of the names that occur in a file. The import of a value also provides its type. */
function importsOf(
  used: ReadonlySet<Name>,
  origins: ReadonlyMap<Name, Identifier>,
): readonly Import[] {
  const imports = new Map<Text, Import>();
  for (const [name, identifier] of origins)
    if (used.has(name) && imports.get(name.text)?.identifier.typeOnly !== false)
      imports.set(name.text, { identifier, spelling: name.text });
  return [...imports.values()];
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
  return sorted.flatMap(([specifier, members]) => [
    ...members.filter(isNamespace).map((each) => namespaceImport(specifier, each)),
    ...(members.every(isNamespace)
      ? []
      : [
          importDeclaration(
            specifier,
            members.filter((each) => !isNamespace(each)),
          ),
        ]),
  ]);
}

function isNamespace({ identifier: { isNamespace: isWhole } }: Import): boolean {
  return isWhole === true;
}

/** Import of all exports of a module. A bundler keeps those that are used. */
function namespaceImport(specifier: string, { identifier: target, spelling }: Import): Declaration {
  return {
    kind: structureKinds.import,
    moduleSpecifier: moduleSpecifier(specifier),
    isTypeOnly: target.typeOnly,
    namespaceImport: spelling,
  };
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
      ...(spelling === identifier(target.name) ? {} : { alias: spelling }),
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

/** Module specifier of a source file relative to another one. Packages keep their names, unless they are copied. */
function specifierOf(
  { package: { importExtension, runtime } }: Pick<Plan, 'package'>,
  module: string,
  path: string,
): string {
  const target = runtime.copies?.get(module) ?? module;
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
