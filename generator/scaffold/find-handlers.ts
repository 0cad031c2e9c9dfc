import type { ts as TypeScript } from 'ts-morph';
import type { Target } from './target.js';

/** Where a person's file holds handlers: an object or a class that is said to be them. */
export interface HandlersPlace {
  readonly node: TypeScript.ObjectLiteralExpression | TypeScript.ClassLikeDeclaration;
  /** The type that it is said to have: of all handlers, or of one service's. */
  readonly type: string;
  readonly isWhole: boolean;
}

/** What of a file's handlers can be seen. */
export interface FoundHandlers {
  readonly places: readonly HandlersPlace[];
  /** Names that are there, wherever they are written. */
  readonly names: ReadonlySet<string>;
  /** Offsets of spreads whose members are written elsewhere, and of computed names. */
  readonly unseen: readonly number[];
}

/**
 * Looks for the handlers in a syntax tree: objects and classes with the generated type, by annotation, `satisfies`
 * or `implements`, and what is given to the factory. Imported names may have been renamed; constants of the same
 * file are followed.
 */
export function findHandlers(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  target: Target,
): FoundHandlers {
  const services = new Set(target.operations.map(({ service }) => service));
  const imported = importedNames(ts, file);
  const typeNamed = (node: TypeScript.Node | undefined): string | undefined => {
    if (node === undefined) return undefined;
    const name =
      ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)
        ? node.typeName.text
        : ts.isExpressionWithTypeArguments(node) && ts.isIdentifier(node.expression)
          ? node.expression.text
          : ts.isTypeReferenceNode(node) && ts.isQualifiedName(node.typeName)
            ? node.typeName.right.text
            : undefined;
    const own = name === undefined ? undefined : (imported.get(name) ?? name);
    if (own === 'Partial' && ts.isTypeReferenceNode(node))
      return typeNamed(node.typeArguments?.[0]);
    return own === target.handlersType || services.has(own ?? '') ? own : undefined;
  };
  const constants = new Map<string, TypeScript.Expression>();
  const classes = new Map<string, TypeScript.ClassLikeDeclaration>();
  const places = new Map<HandlersPlace['node'], string>();
  const seen = new Set<TypeScript.Node>();
  const names = new Set<string>();
  const unseen: number[] = [];

  const collect = (node: TypeScript.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer);
    if (ts.isClassLike(node) && node.name !== undefined) classes.set(node.name.text, node);
    ts.forEachChild(node, collect);
  };
  const bare = (node: TypeScript.Expression): TypeScript.Expression =>
    ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
      ? bare(node.expression)
      : node;
  const settle = (given: TypeScript.Expression, type: string): void => {
    const node = bare(given);
    if (ts.isObjectLiteralExpression(node)) places.set(node, places.get(node) ?? type);
    else if (ts.isIdentifier(node)) {
      const constant = constants.get(node.text);
      if (constant !== undefined && !seen.has(constant)) {
        seen.add(constant);
        settle(constant, type);
      }
    } else if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
      const own = classes.get(node.expression.text);
      if (own !== undefined) places.set(own, places.get(own) ?? type);
    }
  };
  const look = (node: TypeScript.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer) {
      const type = typeNamed(node.type);
      if (type !== undefined) settle(node.initializer, type);
    }
    if (ts.isSatisfiesExpression(node) || ts.isAsExpression(node)) {
      const type = typeNamed(node.type);
      if (type !== undefined) settle(node.expression, type);
    }
    if (ts.isClassLike(node)) {
      const types = node.heritageClauses?.flatMap((clause) => [...clause.types]) ?? [];
      const type = types.map(typeNamed).find((each) => each !== undefined);
      if (type !== undefined) places.set(node, type);
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const name = imported.get(node.expression.text) ?? node.expression.text;
      const [first] = node.arguments;
      if ((name === target.factory || name === target.partialFactory) && first !== undefined)
        settle(first, target.handlersType);
    }
    ts.forEachChild(node, look);
  };
  const read = (node: TypeScript.Node): void => {
    if (!ts.isObjectLiteralExpression(node) && !ts.isClassLike(node)) return;
    const members: readonly (TypeScript.ObjectLiteralElementLike | TypeScript.ClassElement)[] =
      ts.isObjectLiteralExpression(node) ? node.properties : node.members;
    for (const member of members) {
      if (ts.isSpreadAssignment(member)) readSpread(member);
      else if (ts.isConstructorDeclaration(member) || member.name === undefined) continue;
      else if (ts.isComputedPropertyName(member.name)) {
        const { expression } = member.name;
        if (ts.isStringLiteralLike(expression)) names.add(expression.text);
        else unseen.push(member.getStart(file));
      } else if ('text' in member.name) names.add(member.name.text);
    }
    if (ts.isClassLike(node))
      for (const clause of node.heritageClauses ?? [])
        if (clause.token === ts.SyntaxKind.ExtendsKeyword)
          for (const { expression } of clause.types) {
            const base = ts.isIdentifier(expression) ? classes.get(expression.text) : undefined;
            if (base === undefined) unseen.push(clause.getStart(file));
            else if (!seen.has(base)) {
              seen.add(base);
              read(base);
            }
          }
  };
  const readSpread = (member: TypeScript.SpreadAssignment): void => {
    const node = bare(member.expression);
    const target = ts.isIdentifier(node) ? constants.get(node.text) : node;
    const literal = target === undefined ? undefined : bare(target);
    if (literal !== undefined && ts.isObjectLiteralExpression(literal)) {
      if (seen.has(literal)) return;
      seen.add(literal);
      read(literal);
    } else unseen.push(member.getStart(file));
  };

  collect(file);
  look(file);
  for (const place of places.keys()) read(place);
  const found = [...places].map(([node, type]) => ({
    node,
    type,
    isWhole: type === target.handlersType,
  }));
  return { places: found, names, unseen };
}

/** Exported names by what the file calls them. */
function importedNames(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !ts.isNamedImports(bindings)) continue;
    for (const { name, propertyName } of bindings.elements)
      names.set(name.text, propertyName?.text ?? name.text);
  }
  return names;
}
