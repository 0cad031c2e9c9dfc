import type { Identifier, IdentifierName } from '../../plan/plan.js';
import type { Name } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import type { RuntimeFunction, RuntimeType } from '../emit-context.js';
import type { FileNames } from './names.js';

/** Imports of one file of checks. */
export interface FileImports {
  add(identifier: Identifier): Name;
  function(name: RuntimeFunction): Name;
  type(name: RuntimeType): Name;
}

/** Creates the imports of a file. Local constants must not have their names, except those of types. */
export function createFileImports(scope: FileScope, names: FileNames): FileImports {
  const functions = new Map<RuntimeFunction, Name>();
  const types = new Map<RuntimeType, Name>();
  const add = (identifier: Identifier): Name => {
    const name = scope.name(identifier);
    names.reserve(name);
    return name;
  };
  return {
    add,
    function: (name) => cached(functions, name, () => add(ofRuntime(name, false))),
    type: (name) => cached(types, name, () => scope.name(ofRuntime(name, true))),
  };
}

function cached<Key>(names: Map<Key, Name>, key: Key, create: () => Name): Name {
  const known = names.get(key);
  if (known !== undefined) return known;
  const name = create();
  names.set(key, name);
  return name;
}

function ofRuntime(name: string, typeOnly: boolean): Identifier {
  return { name: name as IdentifierName, from: '@tallystick/runtime/validate', typeOnly };
}
