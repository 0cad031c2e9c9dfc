import type { ts as TypeScript } from 'ts-morph';
import type { ImportedName, Module } from './module.js';
import type { Target } from './target.js';

/** What the types of a person's file say about handlers. */
export interface HandlersTypes {
  /** The generated type that one stands for, and whether it lets members be missing. */
  read(
    node: TypeScript.TypeNode,
    module: Module,
  ): { readonly type: string; readonly isPartial: boolean } | undefined;
  /** What something of that type has a handler for. */
  operationsOf(node: TypeScript.TypeNode, module: Module): readonly string[];
  /** What is called, by the name that it was exported with. */
  nameOf(node: TypeScript.Expression, module: Module): string | undefined;
}

/** Reads types by name. A file that imports one from the generated server itself means no other of that name. */
export function handlersTypes(ts: typeof TypeScript, target: Target): HandlersTypes {
  const services = new Set(target.operations.map(({ service }) => service));
  const exportedName = (local: string, module: Module): string | undefined => {
    const from = module.imports.get(local);
    if (from === undefined) return local;
    const isTarget = (each: ImportedName): boolean => bare(each.from) === bare(target.module);
    const isElsewhere = !isTarget(from);
    const isHere = [...module.imports.values()].some(
      (each) => isTarget(each) && each.name === from.name,
    );
    return isElsewhere && isHere ? undefined : from.name;
  };
  const read: HandlersTypes['read'] = (node, module) => {
    const name = typeName(ts, node);
    if (name === undefined) return undefined;
    const own = name.isLocal ? exportedName(name.text, module) : name.text;
    const [inner] = ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
    if (inner !== undefined && own !== undefined && wrappers.has(own)) {
      const found = read(inner, module);
      return found && { ...found, isPartial: found.isPartial || own === 'Partial' };
    }
    return own === target.handlersType || services.has(own ?? '')
      ? { type: own ?? '', isPartial: target.isOptional }
      : undefined;
  };
  return {
    read,
    operationsOf(node, module) {
      const found = read(node, module);
      if (found === undefined || found.isPartial) return [];
      return target.operations
        .filter(({ service }) => found.type === target.handlersType || found.type === service)
        .map(({ name }) => name);
    },
    nameOf(node, module) {
      if (ts.isIdentifier(node)) return exportedName(node.text, module);
      return ts.isPropertyAccessExpression(node) ? node.name.text : undefined;
    },
  };
}

/** Types of the language that are what they hold, for this purpose. */
const wrappers = new Set(['Partial', 'Required', 'Readonly', 'Promise']);

function typeName(
  ts: typeof TypeScript,
  node: TypeScript.TypeNode,
): { readonly text: string; readonly isLocal: boolean } | undefined {
  if (ts.isExpressionWithTypeArguments(node)) {
    const { expression } = node;
    if (ts.isIdentifier(expression)) return { text: expression.text, isLocal: true };
    return ts.isPropertyAccessExpression(expression)
      ? { text: expression.name.text, isLocal: false }
      : undefined;
  }
  if (ts.isImportTypeNode(node)) {
    const { qualifier } = node;
    return qualifier !== undefined && ts.isIdentifier(qualifier)
      ? { text: qualifier.text, isLocal: false }
      : undefined;
  }
  if (!ts.isTypeReferenceNode(node)) return undefined;
  return ts.isIdentifier(node.typeName)
    ? { text: node.typeName.text, isLocal: true }
    : { text: node.typeName.right.text, isLocal: false };
}

/** A relative import without its extension, which a project may leave out or write as it likes. */
function bare(specifier: string): string {
  return specifier.startsWith('.') ? specifier.replace(/\.[jt]s$/u, '') : specifier;
}
