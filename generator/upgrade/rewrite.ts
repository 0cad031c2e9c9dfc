import type { ts as TypeScript } from 'ts-morph';
import type { Sentence } from '../core/diagnostic.js';
import { defineWarning, type DiagnosticType } from '../core/diagnostic.js';
import type { Replacement } from './changes.js';

/** A use of a former export that cannot be rewritten automatically. */
export const upgradeByHand: DiagnosticType<{ default: { former: string; use: string } }> =
  defineWarning('upgrade-by-hand', {
    default: ({ former, use }) => `"${former}" is now "${use}", and this use was not rewritten`,
  });

/** What changed for the modules of a program. */
export interface ModuleChanges {
  /** Current specifier of a module that moved. */
  movedModule(specifier: string): string | undefined;
  /** Replacement of a former export of a module. */
  replacementOf(specifier: string, name: string): Replacement | undefined;
}

/** Result of rewriting a file. */
export interface Rewritten {
  readonly text: string;
  /** Number of changed imports and uses. */
  readonly changes: number;
  readonly problems: readonly { readonly sentence: Sentence; readonly start: number }[];
}

/** A new binding for a former import, and the code that replaces its uses. */
interface Rebinding {
  readonly symbol: TypeScript.Symbol | undefined;
  readonly former: string;
  /** Local name of the former import. */
  readonly local: string;
  readonly use: string;
  /** True if the use is a name, which can be exported under its former name. */
  readonly isName: boolean;
}

/** Rewrites imports and uses of former exports in one file. All other text stays, byte for byte. */
export function rewriteUses(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
  checker: TypeScript.TypeChecker,
  changes: ModuleChanges,
): Rewritten {
  const text = file.text;
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const problems: { readonly sentence: Sentence; readonly start: number }[] = [];
  const edit = (node: TypeScript.Node, by: string): void =>
    void edits.push({ start: node.getStart(file), end: node.end, text: by });
  const byHand = (node: TypeScript.Node, former: string, use: string): void =>
    void problems.push({
      sentence: upgradeByHand.default({ former, use }),
      start: node.getStart(file),
    });
  const names = identifierTexts(ts, file);
  const rebindings = new Map<string, Rebinding[]>();
  const namespaces = new Map<TypeScript.Symbol, string>();

  const freeName = (name: string): string => {
    let free = name;
    for (let number = 2; names.has(free); number += 1) free = `${name}${number}`;
    names.add(free);
    return free;
  };

  const imported = namesByModule(ts, file);
  /** Local name of an export, which is imported by a new declaration unless the file imports it already. */
  const importFrom = (from: string, name: string, added: Map<string, string[]>): string => {
    const names = imported.get(from) ?? new Map<string, string>();
    imported.set(from, names);
    const known = names.get(name);
    if (known !== undefined) return known;
    const local = freeName(name);
    names.set(name, local);
    added.set(from, [...(added.get(from) ?? []), local === name ? name : `${name} as ${local}`]);
    return local;
  };

  const rewriteNamedImports = (
    declaration: TypeScript.ImportDeclaration,
    bindings: TypeScript.NamedImports,
    specifier: string,
  ): void => {
    const added = new Map<string, string[]>();
    const kept = new Map<string, string>();
    for (const element of bindings.elements) {
      const name = (element.propertyName ?? element.name).text;
      if (changes.replacementOf(specifier, name) === undefined) kept.set(name, element.name.text);
    }
    const elements = new Set<string>();
    let isChanged = false;
    for (const element of bindings.elements) {
      const former = (element.propertyName ?? element.name).text;
      const replacement = changes.replacementOf(specifier, former);
      const type = element.isTypeOnly ? 'type ' : '';
      if (replacement === undefined) {
        elements.add(element.getText(file));
        continue;
      }
      isChanged = true;
      const { name, use, helper, from = specifier } = replacement;
      const local = element.name.text;
      if (element.propertyName !== undefined && use === undefined) {
        elements.add(`${type}${name} as ${local}`);
        continue;
      }
      let newLocal = kept.get(name);
      if (from !== specifier) newLocal = importFrom(from, name, added);
      else if (newLocal === undefined) {
        newLocal = freeName(name);
        kept.set(name, newLocal);
        elements.add(`${type}${newLocal === name ? name : `${name} as ${newLocal}`}`);
      }
      const helperLocal = helper === undefined ? '' : importFrom(helper.from, helper.name, added);
      const list = rebindings.get(local) ?? [];
      rebindings.set(local, list);
      list.push({
        symbol: checker.getSymbolAtLocation(element.name),
        former,
        local,
        use: use?.(newLocal, helperLocal) ?? newLocal,
        isName: use === undefined,
      });
    }
    const [first] = bindings.elements;
    const last = bindings.elements.at(-1);
    if (!isChanged || first === undefined || last === undefined) return;
    const quote = declaration.moduleSpecifier.getText(file).charAt(0);
    const end = text.slice(0, declaration.end).endsWith(';') ? ';' : '';
    const lines = [...added].map(
      ([from, names]) => `import type { ${names.join(', ')} } from ${quote}${from}${quote}${end}`,
    );
    if (elements.size === 0 && declaration.importClause?.name === undefined) {
      edit(declaration, lines.join('\n'));
      return;
    }
    const between = text.slice(first.getStart(file), last.end).includes('\n')
      ? `,\n${' '.repeat(columnOf(text, first.getStart(file)))}`
      : ', ';
    edits.push({
      start: first.getStart(file),
      end: last.end,
      text: [...elements].join(between),
    });
    if (lines.length > 0)
      edits.push({ start: declaration.end, end: declaration.end, text: `\n${lines.join('\n')}` });
  };

  const rewriteExportFrom = (node: TypeScript.NamedExports, specifier: string): void => {
    for (const element of node.elements) {
      const former = (element.propertyName ?? element.name).text;
      const replacement = changes.replacementOf(specifier, former);
      if (replacement === undefined) continue;
      if (replacement.use !== undefined) byHand(element, former, codeOf(replacement));
      else edit(element, `${replacement.name} as ${element.name.text}`);
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
      if (replacement.use !== undefined) byHand(element, name.text, codeOf(replacement));
      else if (element.propertyName === undefined) edit(name, `${replacement.name}: ${name.text}`);
      else edit(name, replacement.name);
    }
  };

  const visitImports = (node: TypeScript.Node): void => {
    const specifier = moduleSpecifierOf(ts, node);
    if (specifier !== undefined) {
      const moved = changes.movedModule(specifier.text);
      if (moved !== undefined) {
        const quote = text.charAt(specifier.getStart(file));
        edit(specifier, `${quote}${moved}${quote}`);
      }
      const current = moved ?? specifier.text;
      if (ts.isImportDeclaration(node)) {
        const bindings = node.importClause?.namedBindings;
        if (bindings !== undefined && ts.isNamedImports(bindings))
          rewriteNamedImports(node, bindings, current);
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
        if (replacement !== undefined) edit(name, replacement.name);
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
      if (!isName) byHand(node, former, use);
      else edit(parent, `${use} as ${parent.name.text}`);
    } else if (ts.isShorthandPropertyAssignment(parent)) edit(parent, `${local}: ${use}`);
    else edit(node, use);
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
      if (replacement?.helper !== undefined) byHand(node, member.name.text, codeOf(replacement));
      else if (replacement !== undefined) edit(member.name, codeOf(replacement));
    }
    ts.forEachChild(node, visitUses);
  };

  visitImports(file);
  visitUses(file);
  return { text: applyEdits(text, edits), changes: edits.length, problems };
}

/** Code of a use if the imports have their own names. */
function codeOf({ name, helper, use }: Replacement): string {
  return use?.(name, helper?.name ?? '') ?? name;
}

/** Local names of the file's named imports, by module and name. */
function namesByModule(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
): Map<string, Map<string, string>> {
  const modules = new Map<string, Map<string, string>>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    const from = moduleSpecifierOf(ts, statement)?.text;
    if (from === undefined || bindings === undefined || !ts.isNamedImports(bindings)) continue;
    const names = modules.get(from) ?? new Map<string, string>();
    modules.set(from, names);
    for (const { name, propertyName } of bindings.elements)
      names.set((propertyName ?? name).text, name.text);
  }
  return modules;
}

/** Specifier of a module in an import, an export, an import type, or a call such as `import()`, `require()` and `vi.mock()`. */
function moduleSpecifierOf(
  ts: typeof TypeScript,
  node: TypeScript.Node,
): TypeScript.StringLiteralLike | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    return node.moduleSpecifier !== undefined && ts.isStringLiteralLike(node.moduleSpecifier)
      ? node.moduleSpecifier
      : undefined;
  if (ts.isImportTypeNode(node)) {
    const { argument } = node;
    return ts.isLiteralTypeNode(argument) && ts.isStringLiteralLike(argument.literal)
      ? argument.literal
      : undefined;
  }
  if (!ts.isCallExpression(node)) return undefined;
  const [first] = node.arguments;
  const callee = node.expression;
  const isModuleCall =
    callee.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(callee) && callee.text === 'require') ||
    (ts.isPropertyAccessExpression(callee) && /^(?:do|un)?mock$/iu.test(callee.name.text));
  return isModuleCall && first !== undefined && ts.isStringLiteralLike(first) ? first : undefined;
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

function identifierTexts(ts: typeof TypeScript, file: TypeScript.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: TypeScript.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

function applyEdits(
  text: string,
  edits: readonly { readonly start: number; readonly end: number; readonly text: string }[],
): string {
  let result = '';
  let done = 0;
  for (const { start, end, text: by } of edits.toSorted((one, other) => one.start - other.start)) {
    result += text.slice(done, start) + by;
    done = end;
  }
  return result + text.slice(done);
}
