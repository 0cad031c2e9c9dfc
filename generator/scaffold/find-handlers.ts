import type { ts as TypeScript } from 'ts-morph';
import type { Module } from './module.js';
import { returnedExpressions, type Modules, type StaticValue } from './modules.js';
import { handlersTypes } from './handlers-type.js';
import type { Target } from './target.js';

/** An object or a class in a file that has the type of handlers. */
export interface HandlersObject {
  readonly node: TypeScript.ObjectLiteralExpression | TypeScript.ClassLikeDeclaration;
  /** Its type: that of all handlers, or of the handlers of one service. */
  readonly type: string;
  readonly hasAllTypes: boolean;
  /** True if it may omit handlers. */
  readonly isPartial: boolean;
  /** Source of a handler's parameter types: the context of the object, a named type, or none. */
  readonly typing: 'context' | { readonly named: string } | 'none';
  /** Names of all members, including inherited and spread ones. */
  readonly names: ReadonlySet<string>;
  /** Other objects of this file whose members it includes. */
  readonly through: ReadonlySet<TypeScript.Node>;
  /** Offsets of computed names, and of spreads whose members cannot be determined. */
  readonly unknownOffsets: readonly number[];
  /** Files whose handlers it includes, with the names that their type requires but that they do not define. */
  readonly incompleteFiles: readonly IncompleteFile[];
}

export interface IncompleteFile {
  readonly path: string;
  readonly names: readonly string[];
}

type Literal = HandlersObject['node'];
type HandlersInfo = Pick<HandlersObject, 'type' | 'isPartial' | 'typing'>;

/**
 * Finds handlers: objects and classes with the generated type by annotation, `satisfies` or `implements`, values that functions of that
 * type return, and arguments of the factory.
 */
export function findHandlers(
  ts: typeof TypeScript,
  module: Module,
  modules: Modules,
  target: Target,
): readonly HandlersObject[] {
  const { file } = module;
  const types = handlersTypes(ts, target);
  const infoByNode = new Map<Literal, HandlersInfo>();
  const addExpression = (expression: TypeScript.Expression, info: HandlersInfo): void => {
    const { literal } = modules.valueOf(expression, module);
    if (literal?.module !== module) return;
    const { node } = literal;
    const isDirect = isDirectExpression(ts, expression, node);
    const typing = !isDirect ? 'none' : info.typing;
    if (!infoByNode.has(node)) infoByNode.set(node, { ...info, typing });
  };
  const addTyped = (expression: TypeScript.Expression, type: TypeScript.TypeNode): void => {
    const info = types.read(type, module);
    if (info !== undefined) addExpression(expression, { ...info, typing: 'context' });
  };
  const visit = (node: TypeScript.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && node.type)
      addTyped(node.initializer, node.type);
    if (ts.isSatisfiesExpression(node) || ts.isAssertionExpression(node))
      addTyped(node.expression, node.type);
    if (
      (ts.isArrowFunction(node) ||
        ts.isFunctionExpression(node) ||
        ts.isFunctionDeclaration(node) ||
        ts.isMethodDeclaration(node)) &&
      node.type
    )
      for (const result of returnedExpressions(ts, node)) addTyped(result, node.type);
    if (ts.isClassLike(node))
      for (const type of node.heritageClauses?.flatMap((clause) => [...clause.types]) ?? []) {
        const info = types.read(type, module);
        if (info !== undefined && !infoByNode.has(node))
          infoByNode.set(node, { ...info, typing: { named: type.getText(file) } });
      }
    ts.forEachChild(node, visit);
  };
  /** Runs after all declarations have been visited, because a call provides less information. */
  const visitCalls = (node: TypeScript.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = types.nameOf(node.expression, module);
      const [first] = node.arguments;
      if (first !== undefined && (name === target.factory || name === target.partialFactory))
        addExpression(first, {
          type: target.handlersType,
          isPartial: name === target.partialFactory || target.isOptional,
          typing: 'context',
        });
    }
    ts.forEachChild(node, visitCalls);
  };
  visit(file);
  visitCalls(file);

  return [...infoByNode].map(([node, info]) => {
    const members = collectMembers(ts, { node, module }, modules, (value) =>
      value.type === undefined ? [] : types.operationsOf(value.type.node, value.type.module),
    );
    const hasAllTypes = info.type === target.handlersType;
    for (const name of assignedNames(ts, node, module)) members.names.add(name);
    return { node, ...info, hasAllTypes, ...members };
  });
}

/** True if the expression is the object itself, ignoring parentheses and type assertions, instead of a reference to it. */
function isDirectExpression(
  ts: typeof TypeScript,
  expression: TypeScript.Expression,
  node: TypeScript.Node,
): boolean {
  let inner = expression;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAssertionExpression(inner) ||
    ts.isSatisfiesExpression(inner)
  )
    inner = inner.expression;
  return inner === node;
}

type Members = Pick<HandlersObject, 'names' | 'through' | 'unknownOffsets' | 'incompleteFiles'>;

/** Collects the members of an object or a class by name. `declared` returns the names that a type guarantees. */
function collectMembers(
  ts: typeof TypeScript,
  { node, module }: { readonly node: Literal; readonly module: Module },
  modules: Modules,
  declared: (value: StaticValue) => readonly string[],
  through = new Set<TypeScript.Node>(),
): Members & { readonly names: Set<string> } {
  const names = new Set<string>();
  const unknownOffsets: number[] = [];
  const incompleteFiles: IncompleteFile[] = [];
  through.add(node);
  const include = (expression: TypeScript.Expression, offset: number, isBase: boolean): void => {
    const value = modules.valueOf(expression, module);
    const guaranteed = declared(value);
    for (const name of [...(value.names ?? []), ...guaranteed]) names.add(name);
    const { literal } = value;
    // A spread instance has the fields of its class, but none of its methods.
    const isInstance = literal !== undefined && !isBase && ts.isClassLike(literal.node);
    if (literal === undefined || isInstance) {
      if (value.names === undefined && guaranteed.length === 0) unknownOffsets.push(offset);
      return;
    }
    if (through.has(literal.node)) return;
    const inner = collectMembers(ts, literal, modules, declared, through);
    for (const name of inner.names) names.add(name);
    incompleteFiles.push(...inner.incompleteFiles);
    const isElsewhere = literal.module !== module;
    if (guaranteed.length === 0)
      unknownOffsets.push(
        ...(isElsewhere ? inner.unknownOffsets.map(() => offset) : inner.unknownOffsets),
      );
    else if (isElsewhere && inner.unknownOffsets.length === 0) {
      const missing = guaranteed.filter((name) => !inner.names.has(name));
      if (missing.length > 0) incompleteFiles.push({ path: literal.module.path, names: missing });
    }
  };
  const members: readonly (TypeScript.ObjectLiteralElementLike | TypeScript.ClassElement)[] =
    ts.isObjectLiteralExpression(node) ? node.properties : node.members;
  for (const member of members) {
    const offset = member.getStart(module.file);
    if (ts.isSpreadAssignment(member)) include(member.expression, offset, false);
    else if (member.name === undefined || isStatic(ts, member)) continue;
    else if (ts.isComputedPropertyName(member.name)) {
      const { expression } = member.name;
      if (ts.isStringLiteralLike(expression)) names.add(expression.text);
      else unknownOffsets.push(offset);
    } else if ('text' in member.name) names.add(member.name.text);
  }
  if (ts.isClassLike(node))
    for (const clause of node.heritageClauses ?? [])
      if (clause.token === ts.SyntaxKind.ExtendsKeyword)
        for (const { expression } of clause.types)
          include(expression, clause.getStart(module.file), true);
  return { names, through, unknownOffsets, incompleteFiles };
}

function isStatic(ts: typeof TypeScript, node: TypeScript.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false)
  );
}

/** Names of members that are assigned later, as in `handlers.listPets = …`. */
function assignedNames(ts: typeof TypeScript, node: Literal, module: Module): readonly string[] {
  const variables = new Set(
    [...module.constants]
      .filter(
        ([, { initializer }]) =>
          initializer !== undefined && isDirectExpression(ts, initializer, node),
      )
      .map(([name]) => name),
  );
  const names: string[] = [];
  const visit = (current: TypeScript.Node): void => {
    if (
      ts.isBinaryExpression(current) &&
      current.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(current.left) &&
      ts.isIdentifier(current.left.expression) &&
      variables.has(current.left.expression.text)
    )
      names.push(current.left.name.text);
    ts.forEachChild(current, visit);
  };
  if (variables.size > 0) visit(module.file);
  return names;
}
