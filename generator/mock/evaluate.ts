import { compileFunction } from 'node:vm';
import { linearPattern } from '../../runtime/core/pattern/linear-pattern.js';
import { json } from '../../runtime/core/descriptor.js';
import * as validate from '../../runtime/core/validate/index.js';
import type { Identifier } from '../plan/plan.js';
import { flat } from '../printer/flat.js';
import type { FileScope } from '../printer/source-file.js';
import { type Data, LazyReference, PatternText, Reference } from '../typescript/data-literal.js';

/** Modules of the runtime that checks import. */
const modules: ReadonlyMap<string, object> = new Map<string, object>([
  ['@tallystick/runtime/validate', validate],
  ['@tallystick/runtime/pattern', { linearPattern }],
]);

/**
 * Evaluates a JavaScript file with checks in this process, and returns its exports. The file is what the emitter of checks prints: text of
 * the description is encoded in it, imports and exports are lines of their own, and nothing but the runtime is imported.
 */
export function evaluateChecks(text: string): ReadonlyMap<string, unknown> {
  const parameters: string[] = [];
  const values: unknown[] = [];
  const withoutImports = text.replaceAll(
    /^import \{([^}]*)\} from '([^']*)';$/gm,
    (_, names: string, path: string) => {
      const module = modules.get(path);
      if (module === undefined) throw new Error(`checks import "${path}"`);
      for (const entry of names.split(',')) {
        const [name = '', alias = name] = entry.trim().split(' as ');
        if (name === '') continue;
        parameters.push(alias);
        values.push(Reflect.get(module, name));
      }
      return '';
    },
  );
  const exported: string[] = [];
  const body = withoutImports.replaceAll(
    /^export (const|function) ([^\s(=]+)/gm,
    (_, kind: string, name: string) => {
      exported.push(name);
      return `${kind} ${name}`;
    },
  );
  const run = compileFunction(
    `'use strict';\n${body}\nreturn [${exported.join(', ')}];`,
    parameters,
  );
  const results: readonly unknown[] = run(...values);
  return new Map(exported.map((name, index) => [name, results[index]]));
}

/** Names that occur in data, with what they stand for. */
export interface DataScope extends FileScope {
  /** The value of data in which references have these names. */
  valueOf(data: Data): unknown;
}

/** Creates a scope for data. `own` has the values of names that are not the runtime's. */
export function createDataScope(scope: FileScope, own: (name: Identifier) => unknown): DataScope {
  const values = new Map<string, unknown>();
  const seen = new Map<object, unknown>();
  const runtimeValues: Readonly<Record<string, unknown>> = { json, linearPattern };

  function valueOf(data: Data): unknown {
    if (data instanceof Reference) return evaluate(flat(data.code));
    if (data instanceof LazyReference || data instanceof PatternText)
      throw new Error('data of an operation contains only references');
    if (typeof data !== 'object' || data === null) return data;
    const known = seen.get(data);
    if (known !== undefined) return known;
    if (isList(data)) {
      const items: unknown[] = [];
      seen.set(data, items);
      items.push(...data.map(valueOf));
      return items;
    }
    // Recursive types are cyclic data.
    const members: object = {};
    seen.set(data, members);
    for (const [name, member] of Object.entries(data))
      if (member !== undefined)
        Object.defineProperty(members, name, {
          value: valueOf(member),
          enumerable: true,
          writable: true,
          configurable: true,
        });
    return members;
  }

  function evaluate(text: string): unknown {
    if (values.has(text)) return values.get(text);
    const names = [...values.keys()];
    const run = compileFunction(`'use strict';\nreturn (${text});`, names);
    return run(...names.map((name) => values.get(name)));
  }

  return {
    ...scope,
    name(identifier) {
      const name = scope.name(identifier);
      const text = flat(name);
      if (!values.has(text))
        values.set(
          text,
          Object.hasOwn(runtimeValues, identifier.name) && !identifier.from.endsWith('.ts')
            ? runtimeValues[identifier.name]
            : own(identifier),
        );
      return name;
    },
    valueOf,
  };
}

function isList(data: object): data is readonly Data[] {
  return Array.isArray(data);
}
