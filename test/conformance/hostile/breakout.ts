import ts from 'typescript';

/**
 * Code in a generated file that is more than a declaration or that uses names from a document. Payloads in strings and comments are
 * allowed.
 */
export function breakouts(path: string, text: string, names: ReadonlySet<string>): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  const found = file.statements
    .filter((statement) => !declarations.has(statement.kind))
    .map((statement) => at(file, statement, ts.SyntaxKind[statement.kind]));
  const visit = (node: ts.Node): void => {
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && names.has(node.text))
      found.push(at(file, node, node.text));
    if (ts.isTaggedTemplateExpression(node) || ts.isTemplateExpression(node))
      found.push(at(file, node, 'a template'));
    if (ts.isRegularExpressionLiteral(node)) found.push(at(file, node, node.text));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function at(file: ts.SourceFile, node: ts.Node, what: string): string {
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return `${file.fileName}:${line + 1}: ${what}`;
}

/** A generated module declares; it does nothing when it is loaded. */
const declarations: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.VariableStatement,
]);
