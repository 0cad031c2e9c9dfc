import { readModule, targetOf, type ForwardedName, type ModuleText } from './read-module.js';

/** Names of a module that something uses. */
export interface Demand {
  readonly path: string;
  readonly names: readonly string[] | 'all';
}

/** The part of a module that is used. */
export interface SelectedModule {
  readonly path: string;
  /** The module with its statements, imports and exports that are used. */
  readonly module: ModuleText;
}

/**
 * Selects the declarations that some demands need, in modules sorted by path. A name of a module needs
 * the statement that declares it, and whatever is named there. Modules that only pass names on also
 * keep what others need of them anyway, because it costs nothing.
 */
export function selectDeclarations(
  texts: { readonly [path: string]: string },
  demands: readonly Demand[],
): readonly SelectedModule[] {
  const selection = createSelection(texts);
  const pending = [...demands];
  // Grows while it is iterated.
  for (const { path, names } of pending) {
    const all = names === 'all' ? selection.exportsOf(path) : names;
    for (const name of all) pending.push(...selection.add(path, name));
  }
  selection.keepPassedOn();
  return selection.modules();
}

/** Names of a module that another one refers to. */
interface Link extends Demand {
  readonly names: readonly string[];
}

/** What is selected of a module. */
interface Chosen {
  readonly module: ModuleText;
  /** Names that it declares, imports or passes on, and that are used. */
  readonly names: Set<string>;
}

interface Selection {
  /** Selects a name of a module. Returns what it needs in addition. */
  add(path: string, name: string): readonly Demand[];
  /** All names that a module exports. */
  exportsOf(path: string): readonly string[];
  /** Selects the names that modules can pass on without another declaration. */
  keepPassedOn(): void;
  modules(): readonly SelectedModule[];
}

function createSelection(texts: { readonly [path: string]: string }): Selection {
  const known = new Map<string, ModuleText>();
  const chosen = new Map<string, Chosen>();
  const read = (path: string): ModuleText | undefined => {
    const text = texts[path];
    if (text === undefined) return undefined;
    const module = known.get(path) ?? readModule(text);
    known.set(path, module);
    return module;
  };
  const exportsOf = (path: string): readonly string[] => {
    const { statements = [], forwards = [], stars = [] } = read(path) ?? {};
    return [
      ...statements.flatMap(({ isExported, declares }) => (isExported ? declares : [])),
      ...forwards.map(({ name }) => name),
      ...stars.flatMap((specifier) => exportsOf(targetOf(path, specifier))),
    ];
  };
  /** The names of other modules that a name of this one stands for. */
  const forwardedTo = (path: string, module: ModuleText, name: string): readonly Link[] => {
    const linked = [...module.imports, ...module.forwards].filter((each) => each.name === name);
    const stars = linked.length > 0 ? [] : module.stars.map((each) => targetOf(path, each));
    return [
      ...linked.filter(isRelative).map(({ specifier, original }) => ({
        path: targetOf(path, specifier),
        names: [original],
      })),
      ...stars
        .filter((target) => exportsOf(target).includes(name))
        .map((target) => ({ path: target, names: [name] })),
    ];
  };
  const isSelected = (path: string, name: string): boolean => {
    const module = read(path);
    if (module === undefined) return false;
    if (chosen.get(path)?.names.has(name) === true) return true;
    return forwardedTo(path, module, name).some(({ path: target, names }) =>
      isSelected(target, names[0] ?? ''),
    );
  };
  return {
    exportsOf,
    add(path, name) {
      const module = read(path);
      if (module === undefined) return [];
      const { names } = chosen.get(path) ?? { names: new Set() };
      // A statement without names runs as soon as anything of its module is used.
      const effects = names.size > 0 ? [] : module.statements.filter(isEffect);
      chosen.set(path, { module, names });
      if (names.has(name)) return [];
      names.add(name);
      const used = module.statements.filter(({ declares }) => declares.includes(name));
      const own = [...effects, ...used].flatMap(({ words }) => [...words]);
      const mentioned = new Set(own.filter((word) => word !== name && mentions(module, word)));
      return [
        ...(used.length > 0 ? [] : forwardedTo(path, module, name)),
        ...(mentioned.size > 0 ? [{ path, names: [...mentioned] }] : []),
      ];
    },
    keepPassedOn() {
      for (const path of chosen.keys()) {
        if (read(path)?.statements.length !== 0) continue;
        for (const name of exportsOf(path)) if (isSelected(path, name)) passOn(path, name);
      }
    },
    modules: () =>
      [...chosen]
        .map(([path, { module, names }]) => ({ path, module: partOf(path, module, names) }))
        .sort((one, other) => (one.path < other.path ? -1 : 1)),
  };

  /** Keeps the links over which a module passes a selected name on. Modules that it adds are visited as well. */
  function passOn(path: string, name: string): void {
    const module = read(path);
    if (module === undefined || chosen.get(path)?.names.has(name) === true) return;
    const { names } = chosen.get(path) ?? { names: new Set() };
    chosen.set(path, { module, names: names.add(name) });
    for (const { path: target, names: originals } of forwardedTo(path, module, name))
      for (const original of originals) passOn(target, original);
  }

  /** The part of a module with certain names. */
  function partOf(path: string, module: ModuleText, names: ReadonlySet<string>): ModuleText {
    const has = ({ name }: ForwardedName): boolean => names.has(name);
    const statements = module.statements.filter(
      (each) => isEffect(each) || each.declares.some((name) => names.has(name)),
    );
    const words = new Set(statements.flatMap((each) => [...each.words]));
    return {
      head: module.head,
      // A name that the module also passes on need not be one that it uses.
      imports: module.imports.filter((each) => has(each) && words.has(each.name)),
      forwards: module.forwards.filter(has),
      stars: module.stars.filter((specifier) => {
        const target = targetOf(path, specifier);
        return exportsOf(target).some((name) => names.has(name) && isSelected(target, name));
      }),
      statements,
    };
  }
}

function isEffect({ declares }: ModuleText['statements'][number]): boolean {
  return declares.length === 0;
}

function isRelative({ specifier }: ForwardedName): boolean {
  return specifier.startsWith('.');
}

/** True if a word is a name that a module declares or imports. */
function mentions({ statements, imports }: ModuleText, word: string): boolean {
  return (
    imports.some(({ name }) => name === word) ||
    statements.some(({ declares }) => declares.includes(word))
  );
}
