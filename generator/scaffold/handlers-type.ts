import type { ts as TypeScript } from 'ts-morph';
import type { ImportedName, Module } from './module.js';
import type { Target } from './target.js';

/** Resolves types of handlers. */
export interface HandlersTypes {
  /** The generated handlers type that a type refers to, and true if it allows missing members. */
  read(
    node: TypeScript.TypeNode,
    module: Module,
  ): { readonly type: string; readonly isPartial: boolean } | undefined;
  /** Names of the operations that the type has handlers for. */
  operationsOf(node: TypeScript.TypeNode, module: Module): readonly string[];
  /** The exported name of an expression that is called. */
  nameOf(node: TypeScript.Expression, module: Module): string | undefined;
}

/** Creates a resolver. If a file imports a name from the target, an import of the same name from another module is ignored. */
export function handlersTypes(ts: typeof TypeScript, target: Target): HandlersTypes {
  const services = new Set(target.operations.map(({ service }) => service));
  const exportedName = (local: string, module: Module): string | undefined => {
    const from = module.imports.get(local);
    if (from === undefined) return local;
    const isFromTarget = (each: ImportedName): boolean =>
      withoutExtension(each.from) === withoutExtension(target.module);
    const isOther = !isFromTarget(from);
    const hasTargetImport = [...module.imports.values()].some(
      (each) => isFromTarget(each) && each.name === from.name,
    );
    return isOther && hasTargetImport ? undefined : from.name;
  };
  const read: HandlersTypes['read'] = (node, module) => {
    const name = typeName(ts, node);
    if (name === undefined) return undefined;
    const exported = name.isLocal ? exportedName(name.text, module) : name.text;
    const [inner] = ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
    if (inner !== undefined && exported !== undefined && wrappers.has(exported)) {
      const innerType = read(inner, module);
      return (
        innerType && { ...innerType, isPartial: innerType.isPartial || exported === 'Partial' }
      );
    }
    return exported === target.handlersType || services.has(exported ?? '')
      ? { type: exported ?? '', isPartial: target.isOptional }
      : undefined;
  };
  return {
    read,
    operationsOf(node, module) {
      const handlersType = read(node, module);
      if (handlersType === undefined || handlersType.isPartial) return [];
      return target.operations
        .filter(
          ({ service }) =>
            handlersType.type === target.handlersType || handlersType.type === service,
        )
        .map(({ name }) => name);
    },
    nameOf(node, module) {
      if (ts.isIdentifier(node)) return exportedName(node.text, module);
      return ts.isPropertyAccessExpression(node) ? node.name.text : undefined;
    },
  };
}

/** Built-in types that are treated as their type argument. */
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

/** Removes the extension of a relative import, which depends on the project. */
function withoutExtension(specifier: string): string {
  return specifier.startsWith('.') ? specifier.replace(/\.[jt]s$/u, '') : specifier;
}
