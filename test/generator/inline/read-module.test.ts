import { readdirSync, readFileSync } from 'node:fs';
import { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { readLinks, readModule } from '../../../generator/inline/read-module.js';

const paths = readdirSync('runtime', { recursive: true, encoding: 'utf8' })
  .map((path) => `runtime/${path.replaceAll('\\', '/')}`)
  .filter((path) => /(?<!\.d)\.ts$/.test(path) && !/\/(?:node_modules|dist)\//.test(path));

test('there are modules of the runtime', () => {
  expect(paths.length).toBeGreaterThan(300);
});

test('the statements of every module of the runtime are those that a parser finds', () => {
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
    const own = file.statements.filter(
      (each) =>
        !ts.isImportDeclaration(each) &&
        !(ts.isExportDeclaration(each) && each.moduleSpecifier !== undefined),
    );
    const read = readModule(text).statements;
    expect(
      read.map(({ declares }) => declares),
      path,
    ).toEqual(own.map(namesOf));
    for (const [index, statement] of own.entries()) {
      const { text: copied = '', isExported, words = new Set() } = read[index] ?? {};
      expect(copied.endsWith(statement.getText(file)), `${path}: ${copied}`).toBe(true);
      expect(isExported, path).toBe(statement.getText(file).startsWith('export '));
      const missing = identifiersIn(statement).filter((word) => !words.has(word));
      expect(missing, path).toEqual([]);
    }
  }
});

test('the links of every module of the runtime are those that a parser finds', () => {
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    const { importedFiles } = ts.preProcessFile(text, true, true);
    const dynamic = [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, name = '']) => name);
    expect(
      dynamic.filter((name) => name.startsWith('.')),
      path,
    ).toEqual([]);
    expect(
      new Set([...readLinks(text).map(({ specifier }) => specifier), ...dynamic]),
      path,
    ).toEqual(new Set(importedFiles.map(({ fileName }) => fileName)));
  }
});

test('names of imports and exports are read with their aliases', () => {
  const { imports, forwards, stars } = readModule(`import { a as b, type C } from './one.js';
import type { D } from './two.js';
export { e } from './three.js';
export * from './four.js';
`);
  expect(imports.map(({ name, original, isType }) => [name, original, isType])).toEqual([
    ['b', 'a', false],
    ['C', 'C', true],
    ['D', 'D', true],
  ]);
  expect(forwards.map(({ name }) => name)).toEqual(['e']);
  expect(stars).toEqual(['./four.js']);
});

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  )
    return [statement.name?.text ?? ''];
  return [];
}

function boundNames(name: ts.BindingName): readonly string[] {
  return ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((each) => (ts.isBindingElement(each) ? boundNames(each.name) : []));
}

/** Identifiers that may refer to declarations of the module. */
function identifiersIn(node: ts.Node): readonly string[] {
  const isMember = ts.isPropertyAccessExpression(node) || ts.isQualifiedName(node);
  if (ts.isIdentifier(node)) return [node.text];
  if (isMember) return identifiersIn(ts.isQualifiedName(node) ? node.left : node.expression);
  const inner: string[] = [];
  ts.forEachChild(node, (child) => void inner.push(...identifiersIn(child)));
  return inner;
}
