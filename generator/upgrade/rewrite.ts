import type { ts as TypeScript } from 'ts-morph';
import type { Replacement } from './changes.js';
import { FileEdits, type Rewritten } from './file-edits.js';
import {
  createImportRewriter,
  type ModuleChanges,
  moduleSpecifierOf,
  type Rebinding,
} from './named-imports.js';

/** Rewrites imports and uses of former exports in one file. All other text stays, byte for byte. */
export function rewriteUses(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  checker: TypeScript.TypeChecker,
  changes: ModuleChanges,
): Rewritten {
  const edits = new FileEdits(file);
  const rebindings = new Map<string, Rebinding[]>();
  const imports = createImportRewriter(ts, edits, checker, changes, rebindings);
  const namespaces = new Map<TypeScript.Symbol, string>();

  const rewriteExportFrom = (node: TypeScript.NamedExports, specifier: string): void => {
    for (const element of node.elements) {
      const former = (element.propertyName ?? element.name).text;
      const replacement = changes.replacementOf(specifier, former);
      if (replacement === undefined) continue;
      if (replacement.use !== undefined) edits.byHand(element, former, codeOf(replacement));
      else edits.replace(element, `${replacement.name} as ${element.name.text}`);
    }
  };

  const rewriteDynamicImport = (call: TypeScript.CallExpression, specifier: string): void => {
    const awaited = ts.isAwaitExpression(call.parent) ? call.parent : call;
    const { parent } = awaited;
    if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return;
    for (const element of parent.name.elements) {
      const name = element.propertyName ?? element.name;
      if (!ts.isIdentifier(name)) continue;
      const replacement = changes.replacementOf(specifier, name.text);
      if (replacement === undefined) continue;
      if (replacement.use !== undefined) edits.byHand(element, name.text, codeOf(replacement));
      else if (element.propertyName === undefined)
        edits.replace(name, `${replacement.name}: ${name.text}`);
      else edits.replace(name, replacement.name);
    }
  };

  const visitImports = (node: TypeScript.Node): void => {
    const specifier = moduleSpecifierOf(ts, node);
    if (specifier !== undefined) {
      const moved = changes.movedModule(specifier.text);
      if (moved !== undefined) {
        const quote = file.text.charAt(specifier.getStart(file));
        edits.replace(specifier, `${quote}${moved}${quote}`);
      }
      const current = moved ?? specifier.text;
      if (ts.isImportDeclaration(node)) {
        const bindings = node.importClause?.namedBindings;
        if (bindings !== undefined && ts.isNamedImports(bindings))
          imports.rewrite(node, bindings, current);
        else if (bindings !== undefined) {
          const symbol = checker.getSymbolAtLocation(bindings.name);
          if (symbol !== undefined) namespaces.set(symbol, current);
        }
      } else if (ts.isExportDeclaration(node)) {
        if (node.exportClause !== undefined && ts.isNamedExports(node.exportClause))
          rewriteExportFrom(node.exportClause, current);
      } else if (ts.isCallExpression(node)) rewriteDynamicImport(node, current);
      else if (ts.isImportTypeNode(node) && node.qualifier !== undefined) {
        const name = leftmost(ts, node.qualifier);
        const replacement = changes.replacementOf(current, name.text);
        if (replacement !== undefined) edits.replace(name, replacement.name);
      }
    }
    ts.forEachChild(node, visitImports);
  };

  const rewriteUse = (
    node: TypeScript.Identifier,
    { former, local, use, isName }: Rebinding,
  ): void => {
    const { parent } = node;
    if (ts.isExportSpecifier(parent)) {
      if (!isName) edits.byHand(node, former, use);
      else edits.replace(parent, `${use} as ${parent.name.text}`);
    } else if (ts.isShorthandPropertyAssignment(parent)) edits.replace(parent, `${local}: ${use}`);
    else edits.replace(node, use);
  };

  const visitUses = (node: TypeScript.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node)) {
      const found = rebindings
        .get(node.text)
        ?.find(({ symbol }) => symbol === symbolOf(ts, checker, node));
      if (found !== undefined && found.use !== node.text) rewriteUse(node, found);
      return;
    }
    const member = namespaceMember(ts, node);
    const symbol = member && checker.getSymbolAtLocation(member.namespace);
    const specifier = symbol && namespaces.get(symbol);
    if (member !== undefined && specifier !== undefined) {
      const replacement = changes.replacementOf(specifier, member.name.text);
      if (replacement?.helper !== undefined)
        edits.byHand(node, member.name.text, codeOf(replacement));
      else if (replacement !== undefined) edits.replace(member.name, codeOf(replacement));
    }
    ts.forEachChild(node, visitUses);
  };

  visitImports(file);
  visitUses(file);
  return edits.result();
}

/** Code of a use if the imports have their own names. */
function codeOf({ name, helper, use }: Replacement): string {
  return use?.(name, helper?.name ?? '') ?? name;
}

/** The parts of `namespace.name`, in an expression or a type. */
function namespaceMember(
  ts: typeof TypeScript,
  node: TypeScript.Node,
): { readonly namespace: TypeScript.Identifier; readonly name: TypeScript.Identifier } | undefined {
  if (ts.isPropertyAccessExpression(node))
    return ts.isIdentifier(node.expression) && ts.isIdentifier(node.name)
      ? { namespace: node.expression, name: node.name }
      : undefined;
  if (!ts.isQualifiedName(node) || !ts.isIdentifier(node.left)) return undefined;
  return { namespace: node.left, name: node.right };
}

function leftmost(ts: typeof TypeScript, name: TypeScript.EntityName): TypeScript.Identifier {
  return ts.isIdentifier(name) ? name : leftmost(ts, name.left);
}

function symbolOf(
  ts: typeof TypeScript,
  checker: TypeScript.TypeChecker,
  node: TypeScript.Identifier,
): TypeScript.Symbol | undefined {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent) && parent.name === node)
    return checker.getShorthandAssignmentValueSymbol(parent);
  if (ts.isExportSpecifier(parent) && parent.parent.parent.moduleSpecifier === undefined)
    return checker.getExportSpecifierLocalTargetSymbol(parent);
  return checker.getSymbolAtLocation(node);
}
