import ts from 'typescript';

/**
 * Suppressions in generated code: `any` as a type, and comments that silence the compiler. Only files that contain the words are parsed,
 * because descriptions use them too.
 */
export function suppressions(path: string, text: string): readonly string[] {
  if (!suspicious.test(text)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const at = (position: number, what: string): void => {
    found.push(`${path}:${file.getLineAndCharacterOfPosition(position).line + 1}: ${what}`);
  };
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) at(node.getStart(file), 'any');
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const { index } of text.matchAll(/^\s*(?:\/\/|\/\*)\s*@ts-/gm)) at(index, 'a directive');
  return found;
}

/** A line that is no part of a comment and has the word, or a comment that begins as a directive does. */
const suspicious = /^(?!\s*\*|\s*\/\*\*).*\bany\b|^\s*(?:\/\/|\/\*)\s*@ts-/m;
