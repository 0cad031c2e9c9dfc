import type { ts as TypeScript } from 'ts-morph';
import type { Host } from '../core/host.js';
import { absolutePath, folderOf } from '../core/path.js';
import { syntaxFault } from '../write/syntax.js';
import { moduleOf, type ImportedName, type Module } from './module.js';

/** A declaration or an expression, and the file that it is in. */
export interface Located<Node> {
  readonly node: Node;
  readonly module: Module;
}

/** What an expression comes to, as far as reading tells. */
export interface Value {
  /** The object or class that it is. */
  readonly literal?: Located<TypeScript.ObjectLiteralExpression | TypeScript.ClassLikeDeclaration>;
  /** What it is declared to be. */
  readonly type?: Located<TypeScript.TypeNode>;
  /** Names that a whole file exports. */
  readonly names?: ReadonlySet<string>;
}

/** Files beside a person's one, read when an import names them. */
export interface Modules {
  /** What an expression of a file comes to; constants, functions of the project and relative imports are followed. */
  valueOf(expression: TypeScript.Expression, module: Module): Value;
}

/** Reads modules of a project by their relative imports. Packages and aliases of paths are left alone. */
export function readModules(ts: typeof TypeScript, host: Host): Modules {
  const opened = new Map<string, Module | undefined>();
  const open = (from: string, beside: Module): Module | undefined => {
    if (!/^\.\.?\//u.test(from)) return undefined;
    const whole = absolutePath(folderOf(beside.path), from);
    const paths = /\.[mc]?js$/u.test(whole)
      ? [whole.replace(/js$/u, 'ts'), whole]
      : [whole, `${whole}.ts`, `${whole}/index.ts`];
    for (const path of paths) {
      if (!opened.has(path)) opened.set(path, parse(path));
      const module = opened.get(path);
      if (module !== undefined) return module;
    }
    return undefined;
  };
  const parse = (path: string): Module | undefined => {
    const bytes = host.list(path) === undefined ? host.read(path) : undefined;
    if (bytes === undefined) return undefined;
    const text = new TextDecoder().decode(bytes);
    if (syntaxFault(ts, path, text) !== undefined) return undefined;
    return moduleOf(ts, path, ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true));
  };

  const seen = new Set<unknown>();
  /** Nothing for what is being looked at already: a circle has no end. */
  const once = (key: unknown, read: () => Value): Value => {
    if (seen.has(key)) return {};
    seen.add(key);
    const value = read();
    seen.delete(key);
    return value;
  };

  const valueOf = (expression: TypeScript.Expression, module: Module): Value =>
    once(expression, () => {
      if (
        ts.isParenthesizedExpression(expression) ||
        ts.isNonNullExpression(expression) ||
        ts.isAwaitExpression(expression)
      )
        return valueOf(expression.expression, module);
      if (ts.isAssertionExpression(expression) || ts.isSatisfiesExpression(expression))
        return {
          type: { node: expression.type, module },
          ...valueOf(expression.expression, module),
        };
      if (ts.isObjectLiteralExpression(expression) || ts.isClassExpression(expression))
        return { literal: { node: expression, module } };
      if (ts.isIdentifier(expression)) return named(expression.text, module);
      if (ts.isPropertyAccessExpression(expression) && ts.isIdentifier(expression.expression)) {
        const whole = module.imports.get(expression.expression.text);
        return whole?.name === '*'
          ? imported({ from: whole.from, name: expression.name.text }, module)
          : {};
      }
      if (ts.isNewExpression(expression)) return valueOf(expression.expression, module);
      if (ts.isCallExpression(expression)) {
        const { expression: callee, arguments: given } = expression;
        const [first] = given;
        if (callee.getText(module.file) === 'Object.freeze' && first !== undefined)
          return valueOf(first, module);
        return ts.isIdentifier(callee) ? returned(callee.text, module) : {};
      }
      return {};
    });

  const named = (name: string, module: Module): Value => {
    const constant = module.constants.get(name);
    if (constant !== undefined) {
      const type = constant.type && { type: { node: constant.type, module } };
      return constant.initializer === undefined
        ? { ...type }
        : { ...valueOf(constant.initializer, module), ...type };
    }
    const own = module.classes.get(name);
    if (own !== undefined) return { literal: { node: own, module } };
    const from = module.imports.get(name);
    return from === undefined ? {} : imported(from, module);
  };

  const imported = ({ from, name }: ImportedName, module: Module): Value => {
    const other = open(from, module);
    if (other === undefined) return {};
    if (name === '*') return { names: exportedNames(other) };
    return exported(name, other, (found, at) =>
      typeof found === 'string' ? named(found, at) : valueOf(found, at),
    );
  };
  const exported = (
    name: string,
    module: Module,
    read: (found: string | TypeScript.Expression, module: Module) => Value,
  ): Value =>
    once(`${name} ${module.path}`, () => {
      const found = module.exports.get(name);
      if (found !== undefined) {
        if (typeof found === 'string' || 'kind' in found) return read(found, module);
        if (found.name === '*') return {};
        const other = open(found.from, module);
        return other === undefined ? {} : exported(found.name, other, read);
      }
      for (const star of module.stars) {
        const other = open(star, module);
        const value = other === undefined ? {} : exported(name, other, read);
        if (Object.keys(value).length > 0) return value;
      }
      return {};
    });
  const exportedNames = (module: Module, met = new Set<string>()): ReadonlySet<string> => {
    if (met.has(module.path)) return new Set();
    met.add(module.path);
    const below = module.stars.flatMap((star) => {
      const other = open(star, module);
      return other === undefined ? [] : [...exportedNames(other, met)];
    });
    return new Set([...module.exports.keys(), ...below]);
  };

  /** What a function gives back: what it says that it does, and the object of its only `return`. */
  const returned = (name: string, module: Module): Value =>
    once(`${name}() ${module.path}`, () => {
      const from = module.imports.get(name);
      if (from !== undefined && from.name !== '*') {
        const other = open(from.from, module);
        return other === undefined
          ? {}
          : exported(from.name, other, (found, at) =>
              typeof found === 'string' ? returned(found, at) : resultOf(found, at),
            );
      }
      const own = module.functions.get(name) ?? module.constants.get(name)?.initializer;
      return own === undefined ? {} : resultOf(own, module);
    });
  const resultOf = (node: TypeScript.Node, module: Module): Value => {
    if (
      !ts.isArrowFunction(node) &&
      !ts.isFunctionExpression(node) &&
      !ts.isFunctionDeclaration(node)
    )
      return {};
    const type = node.type && { type: { node: node.type, module } };
    const result = resultsOf(ts, node);
    const [only] = result;
    return only !== undefined && result.length === 1
      ? { ...valueOf(only, module), ...type }
      : { ...type };
  };
  return { valueOf };
}

/** What a function gives back, at each of its ends. */
export function resultsOf(
  ts: typeof TypeScript,
  { body }: { readonly body?: TypeScript.ConciseBody | undefined },
): readonly TypeScript.Expression[] {
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return [body];
  const found: TypeScript.Expression[] = [];
  const look = (node: TypeScript.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    if (!ts.isFunctionLike(node) && !ts.isClassLike(node)) ts.forEachChild(node, look);
  };
  ts.forEachChild(body, look);
  return found;
}
