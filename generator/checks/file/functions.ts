import type { Identifier, IdentifierName } from '../../plan/plan.js';
import type { Name } from '../../printer/code.js';
import type { KnownChecks } from '../analysis/known-checks.js';
import { baseNames } from './base-names.js';
import type { Check, CheckKey } from '../check.js';
import { contentName } from './content-name.js';
import type { CheckFunction } from '../emit-context.js';
import type { FileImports } from './imports.js';
import type { FileNames } from './names.js';

/** Functions of one file, and those of others that it calls. */
export interface FileFunctions {
  /** Returns the function of a check. `location` is that of the schema, by default of the key's schema. */
  of(key: CheckKey, location?: string): CheckFunction;
  /** Requests that a function is printed. */
  request(names: CheckFunction): void;
  /** Returns the next requested function that is not printed yet. */
  next(): { readonly names: CheckFunction; readonly check: Check } | undefined;
  /** Exports a function to another file. */
  export(key: CheckKey, location: string | undefined): ExportedFunction;
  /** True if another file imports a function. */
  isExported(name: Name): boolean;
  /** Name of a helper function, which limits the length of a function. */
  partName(names: CheckFunction): Name;
}

/** A function, and its name for imports. */
export interface ExportedFunction {
  readonly names: CheckFunction;
  readonly identifier: Identifier;
}

/** Creates the functions of a file. `exportOf` exports a function of another one. */
export function createFileFunctions(
  path: string,
  fileNames: FileNames,
  imports: FileImports,
  known: KnownChecks,
  exportOf: (path: string, key: CheckKey, location: string | undefined) => ExportedFunction,
): FileFunctions {
  const functions = new Map<CheckKey, CheckFunction>();
  const imported = new Set<CheckFunction>();
  const pending: CheckFunction[] = [];
  const bySignature = new Map<string, CheckFunction>();
  const requested = new Set<CheckKey>();
  const exported = new Set<Name>();
  let printed = 0;
  const functionName = (candidates: readonly string[]): Name => {
    const taken = known.importableNames(path) ?? fileNames.taken;
    const name = fileNames.unique(candidates, taken);
    taken.add(name.text);
    return name;
  };

  function add(
    key: CheckKey,
    check: Check,
    location: string,
    bases: readonly string[],
  ): CheckFunction {
    const names = {
      key,
      name: functionName(bases.map((base) => `matches${base}`)),
      recursive: known.isRecursive(key),
      isRepeated: known.isRepeated(key),
      isMemoised: known.isMemoised(key),
      location,
      embedsLocation: known.isUnshared(check, path),
    };
    functions.set(key, names);
    return names;
  }

  /** Equal checks share a function. */
  function shared(
    key: CheckKey,
    check: Check,
    knownLocation: string | undefined,
    base: string | undefined,
  ): CheckFunction {
    const signature = `${known.isRecursive(key) ? key : ''} ${known.signatureOf(check)}`;
    const existing = bySignature.get(signature);
    if (existing !== undefined) {
      functions.set(key, existing);
      return existing;
    }
    const location = knownLocation ?? known.locationOf(key);
    const names = add(key, check, location, base === undefined ? basesOf(check, location) : [base]);
    bySignature.set(signature, names);
    return names;
  }

  function importFrom(from: string, key: CheckKey, location: string | undefined): CheckFunction {
    const { names, identifier } = exportOf(from, key, location);
    const name = imports.add(identifier);
    fileNames.take(name);
    const own = { ...names, key, name };
    imported.add(own);
    functions.set(key, own);
    return own;
  }

  function of(key: CheckKey, location?: string): CheckFunction {
    const existing = functions.get(key);
    if (existing !== undefined) return existing;
    const root = known.named.get(key);
    if (root?.exported === true && root.functions !== path)
      return importFrom(root.functions, key, location);
    const check = known.checkOf(key);
    if (root === undefined) {
      const owner = known.fileOfShared(check) ?? path;
      return owner === path
        ? shared(key, check, location, undefined)
        : importFrom(owner, key, location);
    }
    const base = root.exported ? root.base : (contentName(check) ?? root.base);
    return shared(key, check, location, base);
  }

  function request(names: CheckFunction): void {
    if (imported.has(names) || requested.has(names.key)) return;
    requested.add(names.key);
    pending.push(names);
  }

  return {
    of,
    request,
    next() {
      const names = pending[printed];
      if (names === undefined) return undefined;
      printed += 1;
      return { check: known.checkOf(names.key), names };
    },
    export(key, location) {
      const names = of(key, location);
      request(names);
      exported.add(names.name);
      const name = names.name.text as string as IdentifierName;
      return { names, identifier: { name, from: path, typeOnly: false } };
    },
    isExported: (name) => exported.has(name),
    partName: ({ name }) => functionName([`${name.text}Part`]),
  };
}

function basesOf(check: Check, location: string): readonly string[] {
  const name = contentName(check);
  return name === undefined ? baseNames(location) : [name];
}
