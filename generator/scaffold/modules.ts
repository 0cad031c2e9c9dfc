import type { ts as TypeScript } from 'ts-morph';
import type { Host } from '../core/host.js';
import { absolutePath, folderOf } from '../core/path.js';
import { findSyntaxError } from '../write/syntax.js';
import { analyseModule, type ImportedName, type Module } from './module.js';

/** A node, with the module that contains it. */
export interface NodeInFile<Node> {
  readonly node: Node;
  readonly module: Module;
}

/** The value of an expression, as far as static analysis can determine it. */
export interface StaticValue {
  /** The object or class that is the value. */
  readonly literal?: NodeInFile<
    TypeScript.ObjectLiteralExpression | TypeScript.ClassLikeDeclaration
  >;
  /** The declared type. */
  readonly type?: NodeInFile<TypeScript.TypeNode>;
  /** Export names, if the value is a module namespace. */
  readonly names?: ReadonlySet<string>;
}

/** Modules of the project, read when an import refers to them. */
export interface Modules {
  /** Evaluates an expression. Follows constants, functions and relative imports. */
  valueOf(expression: TypeScript.Expression, module: Module): StaticValue;
}

/** Creates a reader for modules with relative import specifiers. Packages and path aliases are not followed. */
export function readModules(ts: typeof TypeScript, host: Host): Modules {
  const openModule = createModuleOpener(ts, host);
  const guardRecursion = createRecursionGuard();

  const valueOf = (expression: TypeScript.Expression, module: Module): StaticValue =>
    guardRecursion(expression, () => {
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
      if (ts.isIdentifier(expression)) return valueOfName(expression.text, module);
      if (ts.isPropertyAccessExpression(expression) && ts.isIdentifier(expression.expression)) {
        const namespace = module.imports.get(expression.expression.text);
        return namespace?.name === '*'
          ? valueOfImport({ from: namespace.from, name: expression.name.text }, module)
          : {};
      }
      if (ts.isNewExpression(expression)) return valueOf(expression.expression, module);
      if (ts.isCallExpression(expression)) {
        const { expression: callee, arguments: args } = expression;
        const [first] = args;
        if (callee.getText(module.file) === 'Object.freeze' && first !== undefined)
          return valueOf(first, module);
        return ts.isIdentifier(callee) ? returnValueOf(callee.text, module) : {};
      }
      return {};
    });

  const valueOfName = (name: string, module: Module): StaticValue => {
    const constant = module.constants.get(name);
    if (constant !== undefined) {
      const type = constant.type && { type: { node: constant.type, module } };
      return constant.initializer === undefined
        ? { ...type }
        : { ...valueOf(constant.initializer, module), ...type };
    }
    const classDeclaration = module.classes.get(name);
    if (classDeclaration !== undefined) return { literal: { node: classDeclaration, module } };
    const from = module.imports.get(name);
    return from === undefined ? {} : valueOfImport(from, module);
  };

  const valueOfImport = ({ from, name }: ImportedName, module: Module): StaticValue => {
    const other = openModule(from, module);
    if (other === undefined) return {};
    if (name === '*') return { names: exportedNames(other, openModule) };
    return valueOfExport(name, other, (value, owner) =>
      typeof value === 'string' ? valueOfName(value, owner) : valueOf(value, owner),
    );
  };
  const valueOfExport = (
    name: string,
    module: Module,
    read: (value: string | TypeScript.Expression, module: Module) => StaticValue,
  ): StaticValue =>
    guardRecursion(`${name} ${module.path}`, () => {
      const value = module.exports.get(name);
      if (value !== undefined) {
        if (typeof value === 'string' || 'kind' in value) return read(value, module);
        if (value.name === '*') return {};
        const other = openModule(value.from, module);
        return other === undefined ? {} : valueOfExport(value.name, other, read);
      }
      for (const star of module.stars) {
        const other = openModule(star, module);
        const value = other === undefined ? {} : valueOfExport(name, other, read);
        if (Object.keys(value).length > 0) return value;
      }
      return {};
    });
  /** The value that a function returns: its declared return type, and the expression of its only `return`. */
  const returnValueOf = (name: string, module: Module): StaticValue =>
    guardRecursion(`${name}() ${module.path}`, () => {
      const from = module.imports.get(name);
      if (from !== undefined && from.name !== '*') {
        const other = openModule(from.from, module);
        return other === undefined
          ? {}
          : valueOfExport(from.name, other, (value, owner) =>
              typeof value === 'string'
                ? returnValueOf(value, owner)
                : returnValueOfFunction(value, owner),
            );
      }
      const declaration = module.functions.get(name) ?? module.constants.get(name)?.initializer;
      return declaration === undefined ? {} : returnValueOfFunction(declaration, module);
    });
  const returnValueOfFunction = (node: TypeScript.Node, module: Module): StaticValue => {
    if (
      !ts.isArrowFunction(node) &&
      !ts.isFunctionExpression(node) &&
      !ts.isFunctionDeclaration(node)
    )
      return {};
    const type = node.type && { type: { node: node.type, module } };
    const results = returnedExpressions(ts, node);
    const [only] = results;
    return only !== undefined && results.length === 1
      ? { ...valueOf(only, module), ...type }
      : { ...type };
  };
  return { valueOf };
}

/** Opens the module that a specifier names in an importing module. */
type OpenModule = (specifier: string, importer: Module) => Module | undefined;

/** Creates a function that parses each module once. It ignores missing files and files with syntax errors. */
function createModuleOpener(ts: typeof TypeScript, host: Host): OpenModule {
  const opened = new Map<string, Module | undefined>();
  const parse = (path: string): Module | undefined => {
    const bytes = host.list(path) === undefined ? host.read(path) : undefined;
    if (bytes === undefined) return undefined;
    const text = new TextDecoder().decode(bytes);
    if (findSyntaxError(ts, path, text) !== undefined) return undefined;
    return analyseModule(ts, path, ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true));
  };
  return (specifier, importer) => {
    if (!/^\.\.?\//u.test(specifier)) return undefined;
    const target = absolutePath(folderOf(importer.path), specifier);
    const paths = /\.[mc]?js$/u.test(target)
      ? [target.replace(/js$/u, 'ts'), target]
      : [target, `${target}.ts`, `${target}/index.ts`];
    for (const path of paths) {
      if (!opened.has(path)) opened.set(path, parse(path));
      const module = opened.get(path);
      if (module !== undefined) return module;
    }
    return undefined;
  };
}

/** Creates a function that returns an empty value for a key that is already being evaluated, to end recursion. */
function createRecursionGuard(): (key: unknown, read: () => StaticValue) => StaticValue {
  const active = new Set<unknown>();
  return (key, read) => {
    if (active.has(key)) return {};
    active.add(key);
    const value = read();
    active.delete(key);
    return value;
  };
}

/** The names that a module exports, including those of `export * from`. */
function exportedNames(
  module: Module,
  openModule: OpenModule,
  visited = new Set<string>(),
): ReadonlySet<string> {
  if (visited.has(module.path)) return new Set();
  visited.add(module.path);
  const reexported = module.stars.flatMap((star) => {
    const other = openModule(star, module);
    return other === undefined ? [] : [...exportedNames(other, openModule, visited)];
  });
  return new Set([...module.exports.keys(), ...reexported]);
}

/** The expressions that a function returns. */
export function returnedExpressions(
  ts: typeof TypeScript,
  { body }: { readonly body?: TypeScript.ConciseBody | undefined },
): readonly TypeScript.Expression[] {
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return [body];
  const expressions: TypeScript.Expression[] = [];
  const visit = (node: TypeScript.Node): void => {
    if (ts.isReturnStatement(node) && node.expression !== undefined)
      expressions.push(node.expression);
    if (!ts.isFunctionLike(node) && !ts.isClassLike(node)) ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return expressions;
}
