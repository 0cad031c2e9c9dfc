import type { ts as TypeScript } from 'ts-morph';
import type { Position } from '../core/origin.js';
import { positionAt } from '../write/file-text.js';
import { computed, isObject, type Content } from './settings.js';

/** What a config module exports, as far as that can be told without running it. */
export interface ModuleContent {
  readonly value: Content;
  /** Position of the value, or of the name, at a path of member names and indexes. */
  locate(tokens: readonly string[], part: 'key' | 'value'): Position | undefined;
}

interface Place {
  readonly key: number;
  readonly value: number;
}

/** Functions that return the config that they get, such as `defineConfig`. */
const wrapper = /^define\w*$/u;

/**
 * Reads the default export of a module, or `module.exports`, without running it: literals, constants of the module, spreads, paths below
 * `__dirname`, and what `defineConfig` gets. Everything else is {@link computed}. Returns `undefined` if there is no export.
 */
export function readStaticModule(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
): ModuleContent | undefined {
  const exported = exportedExpression(ts, file);
  if (exported === undefined) return undefined;
  const places = new Map<string, Place>();
  const reader = new Reader(ts, file, places);
  const value = reader.read(exported, [], exported.getStart(file));
  return {
    value,
    locate(tokens, part) {
      const place = places.get(keyOf(tokens));
      return place && positionAt(file.text, place[part]);
    },
  };
}

function keyOf(tokens: readonly string[]): string {
  return JSON.stringify(tokens);
}

/** The expression after `export default`, `export =` or `module.exports =`. */
function exportedExpression(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
): TypeScript.Expression | undefined {
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement)) return statement.expression;
    if (!ts.isExpressionStatement(statement)) continue;
    const { expression } = statement;
    if (!ts.isBinaryExpression(expression)) continue;
    if (expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken) continue;
    if (/^(?:module\.)?exports(?:\.default)?$/u.test(expression.left.getText(file)))
      return expression.right;
  }
  return undefined;
}

class Reader {
  readonly #ts: typeof TypeScript;
  readonly #file: TypeScript.SourceFile;
  readonly #places: Map<string, Place>;
  readonly #constants = new Map<string, TypeScript.Expression>();
  /** Constants that are being read, which refer to themselves if they occur again. */
  readonly #reading = new Set<string>();

  constructor(ts: typeof TypeScript, file: TypeScript.SourceFile, places: Map<string, Place>) {
    this.#ts = ts;
    this.#file = file;
    this.#places = places;
    for (const statement of file.statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer !== undefined)
          this.#constants.set(name.text, initializer);
    }
  }

  /** Reads an expression as the node at a path, whose name is written at an offset. */
  read(node: TypeScript.Expression, path: readonly string[], key: number): Content {
    this.#places.set(keyOf(path), { key, value: node.getStart(this.#file) });
    const ts = this.#ts;
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (node.kind === ts.SyntaxKind.NullKeyword) return null;
    if (ts.isArrayLiteralExpression(node)) return this.#list(node, path);
    if (ts.isObjectLiteralExpression(node)) return this.#object(node, path);
    if (ts.isIdentifier(node)) return this.#constant(node.text, path, key);
    if (ts.isCallExpression(node)) return this.#call(node, path, key);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node)
    )
      return this.read(node.expression, path, key);
    if (ts.isArrowFunction(node) && node.parameters.length === 0 && !ts.isBlock(node.body))
      return path.length === 0 ? this.read(node.body, path, key) : computed;
    return computed;
  }

  #list(node: TypeScript.ArrayLiteralExpression, path: readonly string[]): Content {
    const items: Content[] = [];
    for (const element of node.elements) {
      const isSpread = this.#ts.isSpreadElement(element);
      const at = [...path, String(items.length)];
      const value = this.read(isSpread ? element.expression : element, at, element.pos);
      if (isSpread && Array.isArray(value)) items.push(...(value as readonly Content[]));
      else items.push(value);
    }
    return items;
  }

  #object(node: TypeScript.ObjectLiteralExpression, path: readonly string[]): Content {
    const ts = this.#ts;
    const members: Record<string, Content> = Object.create(null) as Record<string, Content>;
    for (const property of node.properties) {
      const start = property.getStart(this.#file);
      if (ts.isSpreadAssignment(property)) {
        const spread = this.read(property.expression, path, start);
        if (isObject(spread)) Object.assign(members, spread);
        else members[`...${property.expression.getText(this.#file)}`] = computed;
        continue;
      }
      const name = this.#nameOf(property.name);
      if (name === undefined) continue;
      const at = [...path, name];
      if (ts.isPropertyAssignment(property))
        members[name] = this.read(property.initializer, at, start);
      else if (ts.isShorthandPropertyAssignment(property))
        members[name] = this.#constant(property.name.text, at, start);
      else {
        this.#places.set(keyOf(at), { key: start, value: start });
        members[name] = computed;
      }
    }
    return members;
  }

  #nameOf(name: TypeScript.PropertyName): string | undefined {
    const ts = this.#ts;
    return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)
      ? name.text
      : undefined;
  }

  #constant(name: string, path: readonly string[], key: number): Content {
    const initializer = this.#constants.get(name);
    if (initializer === undefined || this.#reading.has(name)) return computed;
    this.#reading.add(name);
    const value = this.read(initializer, path, key);
    this.#reading.delete(name);
    return value;
  }

  #call(node: TypeScript.CallExpression, path: readonly string[], key: number): Content {
    const [first] = node.arguments;
    const called = node.expression.getText(this.#file);
    if (first !== undefined && wrapper.test(called)) return this.read(first, path, key);
    if (!/^(?:path\.)?(?:resolve|join)$/u.test(called)) return computed;
    // Paths are relative to the folder of the config file, which is the working directory.
    const isFolder = /^(?:__dirname|import\.meta\.dirname|process\.cwd\(\))$/u;
    const parts = node.arguments.filter((part) => !isFolder.test(part.getText(this.#file)));
    const texts = parts.map((part) => (this.#ts.isStringLiteralLike(part) ? part.text : undefined));
    return texts.length > 0 && !texts.includes(undefined) ? texts.join('/') : computed;
  }
}
