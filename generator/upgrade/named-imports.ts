import type { ts as TypeScript } from 'ts-morph';
import type { Replacement } from './changes.js';
import type { FileEdits } from './file-edits.js';

/** What changed for the modules of a program. */
export interface ModuleChanges {
  /** Current specifier of a module that moved. */
  movedModule(specifier: string): string | undefined;
  /** Replacement of a former export of a module. */
  replacementOf(specifier: string, name: string): Replacement | undefined;
}

/** A new binding for a former import, and the code that replaces its uses. */
export interface Rebinding {
  readonly symbol: TypeScript.Symbol | undefined;
  readonly former: string;
  /** Local name of the former import. */
  readonly local: string;
  readonly use: string;
  /** True if the use is a name, which can be exported under its former name. */
  readonly isName: boolean;
}

/** Rewrites named imports of one file. */
export interface ImportRewriter {
  /** Rewrites the bindings of a declaration, which imports from the module `specifier`. */
  readonly rewrite: (
    declaration: TypeScript.ImportDeclaration,
    bindings: TypeScript.NamedImports,
    specifier: string,
  ) => void;
}

/** Creates the rewriter of a file's imports. New bindings are added to `rebindings`, by the former local name. */
export function createImportRewriter(
  ts: typeof TypeScript,
  edits: FileEdits,
  checker: TypeScript.TypeChecker,
  changes: ModuleChanges,
  rebindings: Map<string, Rebinding[]>,
): ImportRewriter {
  const { file } = edits;
  const { text } = file;
  const names = identifierTexts(ts, file);

  const freeName = (name: string): string => {
    let free = name;
    for (let number = 2; names.has(free); number += 1) free = `${name}${number}`;
    names.add(free);
    return free;
  };

  const imported = namesByModule(ts, file);
  /** Local name of an export, which is imported by a new declaration unless the file imports it already. */
  const importFrom = (from: string, name: string, added: Map<string, string[]>): string => {
    const known = imported.get(from) ?? new Map<string, string>();
    imported.set(from, known);
    const existing = known.get(name);
    if (existing !== undefined) return existing;
    const local = freeName(name);
    known.set(name, local);
    added.set(from, [...(added.get(from) ?? []), local === name ? name : `${name} as ${local}`]);
    return local;
  };

  const rewrite: ImportRewriter['rewrite'] = (declaration, bindings, specifier) => {
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
      edits.replace(declaration, lines.join('\n'));
      return;
    }
    const between = text.slice(first.getStart(file), last.end).includes('\n')
      ? `,\n${' '.repeat(columnOf(text, first.getStart(file)))}`
      : ', ';
    edits.replaceRange(first.getStart(file), last.end, [...elements].join(between));
    if (lines.length > 0)
      edits.replaceRange(declaration.end, declaration.end, `\n${lines.join('\n')}`);
  };

  return { rewrite };
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
export function moduleSpecifierOf(
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
