import type { ts as TypeScript } from 'ts-morph';
import type { Module } from './module.js';
import { resultsOf, type Modules, type Value } from './modules.js';
import { handlersTypes } from './handlers-type.js';
import type { Target } from './target.js';

/** Where a person's file holds handlers: an object or a class that is said to be them. */
export interface HandlersPlace {
  readonly node: TypeScript.ObjectLiteralExpression | TypeScript.ClassLikeDeclaration;
  /** The type that it is said to have: of all handlers, or of one service's. */
  readonly type: string;
  readonly isWhole: boolean;
  /** It may leave handlers out. */
  readonly isPartial: boolean;
  /**
   * How a handler gets the types of its parameters: from where the object stands, by a type that is named, or not
   * at all.
   */
  readonly typing: 'context' | { readonly named: string } | 'none';
  /** Names that are there, wherever they are written. */
  readonly names: ReadonlySet<string>;
  /** Other places of this file whose handlers come in here. */
  readonly through: ReadonlySet<TypeScript.Node>;
  /** Offsets of spreads whose members are written where nobody looks, and of computed names. */
  readonly unseen: readonly number[];
  /** Files of the project whose handlers come in here, and what these do not have though their type demands it. */
  readonly lacking: readonly LackingFile[];
}

export interface LackingFile {
  readonly path: string;
  readonly names: readonly string[];
}

type Literal = HandlersPlace['node'];
type Said = Pick<HandlersPlace, 'type' | 'isPartial' | 'typing'>;

/**
 * Looks for the handlers in a syntax tree: objects and classes with the generated type, by annotation, `satisfies`
 * or `implements`, what functions of that type give back, and what is given to the factory.
 */
export function findHandlers(
  ts: typeof TypeScript,
  module: Module,
  modules: Modules,
  target: Target,
): readonly HandlersPlace[] {
  const { file } = module;
  const types = handlersTypes(ts, target);
  const places = new Map<Literal, Said>();
  const settle = (given: TypeScript.Expression, said: Said): void => {
    const { literal } = modules.valueOf(given, module);
    if (literal?.module !== module) return;
    const { node } = literal;
    const isThere = isBare(ts, given, node);
    const typing = !isThere ? 'none' : said.typing;
    if (!places.has(node)) places.set(node, { ...said, typing });
  };
  const say = (given: TypeScript.Expression, type: TypeScript.TypeNode): void => {
    const found = types.read(type, module);
    if (found !== undefined) settle(given, { ...found, typing: 'context' });
  };
  const look = (node: TypeScript.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer && node.type)
      say(node.initializer, node.type);
    if (ts.isSatisfiesExpression(node) || ts.isAssertionExpression(node))
      say(node.expression, node.type);
    if (
      (ts.isArrowFunction(node) ||
        ts.isFunctionExpression(node) ||
        ts.isFunctionDeclaration(node) ||
        ts.isMethodDeclaration(node)) &&
      node.type
    )
      for (const result of resultsOf(ts, node)) say(result, node.type);
    if (ts.isClassLike(node))
      for (const type of node.heritageClauses?.flatMap((clause) => [...clause.types]) ?? []) {
        const found = types.read(type, module);
        if (found !== undefined && !places.has(node))
          places.set(node, { ...found, typing: { named: type.getText(file) } });
      }
    ts.forEachChild(node, look);
  };
  /** After everything that says what it is: what it is given to says less. */
  const lookAtCalls = (node: TypeScript.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = types.nameOf(node.expression, module);
      const [first] = node.arguments;
      if (first !== undefined && (name === target.factory || name === target.partialFactory))
        settle(first, {
          type: target.handlersType,
          isPartial: name === target.partialFactory || target.isOptional,
          typing: 'context',
        });
    }
    ts.forEachChild(node, lookAtCalls);
  };
  look(file);
  lookAtCalls(file);

  return [...places].map(([node, said]) => {
    const reach = reachOf(ts, { node, module }, modules, (value) =>
      value.type === undefined ? [] : types.operationsOf(value.type.node, value.type.module),
    );
    const isWhole = said.type === target.handlersType;
    for (const name of assignedNames(ts, node, module)) reach.names.add(name);
    return { node, ...said, isWhole, ...reach };
  });
}

/** Whether an object stands where it is said what it is, and not elsewhere under a name. */
function isBare(
  ts: typeof TypeScript,
  given: TypeScript.Expression,
  node: TypeScript.Node,
): boolean {
  let at = given;
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isAssertionExpression(at) ||
    ts.isSatisfiesExpression(at)
  )
    at = at.expression;
  return at === node;
}

type Reach = Pick<HandlersPlace, 'names' | 'through' | 'unseen' | 'lacking'>;

/** Everything that an object or a class has by name. `declared` are names that a type vouches for. */
function reachOf(
  ts: typeof TypeScript,
  { node, module }: { readonly node: Literal; readonly module: Module },
  modules: Modules,
  declared: (value: Value) => readonly string[],
  through = new Set<TypeScript.Node>(),
): Reach & { readonly names: Set<string> } {
  const names = new Set<string>();
  const unseen: number[] = [];
  const lacking: LackingFile[] = [];
  through.add(node);
  const take = (expression: TypeScript.Expression, at: number, isBase: boolean): void => {
    const value = modules.valueOf(expression, module);
    const vouched = declared(value);
    for (const name of [...(value.names ?? []), ...vouched]) names.add(name);
    const { literal } = value;
    // What an instance of a class is spread into has its fields, and none of its methods.
    const isInstance = literal !== undefined && !isBase && ts.isClassLike(literal.node);
    if (literal === undefined || isInstance) {
      if (value.names === undefined && vouched.length === 0) unseen.push(at);
      return;
    }
    if (through.has(literal.node)) return;
    const inner = reachOf(ts, literal, modules, declared, through);
    for (const name of inner.names) names.add(name);
    lacking.push(...inner.lacking);
    const isElsewhere = literal.module !== module;
    if (vouched.length === 0)
      unseen.push(...(isElsewhere ? inner.unseen.map(() => at) : inner.unseen));
    else if (isElsewhere && inner.unseen.length === 0) {
      const without = vouched.filter((name) => !inner.names.has(name));
      if (without.length > 0) lacking.push({ path: literal.module.path, names: without });
    }
  };
  const members: readonly (TypeScript.ObjectLiteralElementLike | TypeScript.ClassElement)[] =
    ts.isObjectLiteralExpression(node) ? node.properties : node.members;
  for (const member of members) {
    const at = member.getStart(module.file);
    if (ts.isSpreadAssignment(member)) take(member.expression, at, false);
    else if (member.name === undefined || isStatic(ts, member)) continue;
    else if (ts.isComputedPropertyName(member.name)) {
      const { expression } = member.name;
      if (ts.isStringLiteralLike(expression)) names.add(expression.text);
      else unseen.push(at);
    } else if ('text' in member.name) names.add(member.name.text);
  }
  if (ts.isClassLike(node))
    for (const clause of node.heritageClauses ?? [])
      if (clause.token === ts.SyntaxKind.ExtendsKeyword)
        for (const { expression } of clause.types)
          take(expression, clause.getStart(module.file), true);
  return { names, through, unseen, lacking };
}

function isStatic(ts: typeof TypeScript, node: TypeScript.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false)
  );
}

/** Names that are given to an object later: `handlers.listPets = …`. */
function assignedNames(ts: typeof TypeScript, node: Literal, module: Module): readonly string[] {
  const holders = new Set(
    [...module.constants]
      .filter(([, { initializer }]) => initializer !== undefined && isBare(ts, initializer, node))
      .map(([name]) => name),
  );
  const names: string[] = [];
  const look = (at: TypeScript.Node): void => {
    if (
      ts.isBinaryExpression(at) &&
      at.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(at.left) &&
      ts.isIdentifier(at.left.expression) &&
      holders.has(at.left.expression.text)
    )
      names.push(at.left.name.text);
    ts.forEachChild(at, look);
  };
  if (holders.size > 0) look(module.file);
  return names;
}
