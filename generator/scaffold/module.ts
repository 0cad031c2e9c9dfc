import type { ts as TypeScript } from 'ts-morph';

/** An import. `name` is `*` for the namespace and `default` for the default export. */
export interface ImportedName {
  readonly from: string;
  readonly name: string;
}

/** The declarations, imports and exports of a file, by name. */
export interface Module {
  readonly path: string;
  readonly file: TypeScript.SourceFile;
  readonly constants: ReadonlyMap<string, TypeScript.VariableDeclaration>;
  readonly classes: ReadonlyMap<string, TypeScript.ClassLikeDeclaration>;
  readonly functions: ReadonlyMap<string, TypeScript.FunctionDeclaration>;
  readonly imports: ReadonlyMap<string, ImportedName>;
  /** Exported values: a local name, an expression, or an import. */
  readonly exports: ReadonlyMap<string, string | TypeScript.Expression | ImportedName>;
  /** Modules that are re-exported entirely. */
  readonly stars: readonly string[];
}

/** Analyses a file. Declarations of the file take precedence over those inside functions. */
export function analyseModule(
  ts: typeof TypeScript,
  path: string,
  file: TypeScript.SourceFile,
): Module {
  const constants = new Map<string, TypeScript.VariableDeclaration>();
  const classes = new Map<string, TypeScript.ClassLikeDeclaration>();
  const functions = new Map<string, TypeScript.FunctionDeclaration>();
  const exports = new Map<string, string | TypeScript.Expression | ImportedName>();
  const stars: string[] = [];

  const declare = (node: TypeScript.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name))
      setFirst(constants, node.name.text, node);
    if (ts.isClassLike(node) && node.name !== undefined) setFirst(classes, node.name.text, node);
    if (ts.isFunctionDeclaration(node) && node.name !== undefined)
      setFirst(functions, node.name.text, node);
  };
  const declareBelow = (node: TypeScript.Node): void => {
    declare(node);
    ts.forEachChild(node, declareBelow);
  };
  const readExport = (statement: TypeScript.Statement): void => {
    if (ts.isExportAssignment(statement)) exports.set('default', statement.expression);
    if (ts.isExportDeclaration(statement)) {
      const { moduleSpecifier, exportClause } = statement;
      const from =
        moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier)
          ? moduleSpecifier.text
          : undefined;
      if (exportClause === undefined) {
        if (from !== undefined) stars.push(from);
      } else if (ts.isNamedExports(exportClause)) {
        for (const { name, propertyName } of exportClause.elements) {
          const sourceName = propertyName?.text ?? name.text;
          exports.set(name.text, from === undefined ? sourceName : { from, name: sourceName });
        }
      } else if (from !== undefined) exports.set(exportClause.name.text, { from, name: '*' });
    }
    if (!ts.canHaveModifiers(statement)) return;
    const kinds = ts.getModifiers(statement)?.map(({ kind }) => kind) ?? [];
    if (!kinds.includes(ts.SyntaxKind.ExportKeyword)) return;
    const isDefault = kinds.includes(ts.SyntaxKind.DefaultKeyword);
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name)
      : ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)
        ? [statement.name]
        : [];
    for (const name of names)
      if (name !== undefined && ts.isIdentifier(name))
        exports.set(isDefault ? 'default' : name.text, name.text);
  };

  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) statement.declarationList.declarations.forEach(declare);
    else declare(statement);
    readExport(statement);
  }
  declareBelow(file);
  return {
    path,
    file,
    constants,
    classes,
    functions,
    imports: readImports(ts, file),
    exports,
    stars,
  };
}

function setFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}

function readImports(
  ts: typeof TypeScript,
  file: TypeScript.SourceFile,
): ReadonlyMap<string, ImportedName> {
  const names = new Map<string, ImportedName>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    const from = statement.moduleSpecifier.text;
    const { name: defaultName, namedBindings: bindings } = statement.importClause ?? {};
    if (defaultName !== undefined) names.set(defaultName.text, { from, name: 'default' });
    if (bindings === undefined) continue;
    if (ts.isNamespaceImport(bindings)) names.set(bindings.name.text, { from, name: '*' });
    else
      for (const { name, propertyName } of bindings.elements)
        names.set(name.text, { from, name: propertyName?.text ?? name.text });
  }
  return names;
}
