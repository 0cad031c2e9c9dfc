// Prints measurements of the structure of generator/ and runtime/, or of the root folders that are named:
//   node scripts/structure.js [folder...]
// For information only; no test enforces them. docs/architecture.md records them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const roots = process.argv.slice(2);
if (roots.length === 0) roots.push('generator', 'runtime');

/** Files of TypeScript below a folder, without declarations and what is installed or built. */
function sourcesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesBelow(path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

/** Reads one file: its length, exported names, value imports by name, and longest functions. */
function readModule(path) {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const module = { path, lines: text.split('\n').length - 1, exports: [], imports: [], long: [] };
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) module.imports.push(...importsOf(path, statement));
    else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined)
      module.imports.push(reExportOf(path, statement));
    else if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      module.exports.push(...declaredNames(statement));
  }
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) {
      const { line: first } = file.getLineAndCharacterOfPosition(node.getStart());
      const { line: last } = file.getLineAndCharacterOfPosition(node.getEnd());
      if (last - first + 1 > 120) module.long.push(`${node.name?.getText() ?? '=>'}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return module;
}

function importsOf(path, { moduleSpecifier, importClause }) {
  const target = targetOf(path, moduleSpecifier.text);
  if (target === undefined || importClause === undefined) return [];
  const named = importClause.namedBindings;
  if (importClause.isTypeOnly) return [{ target, names: namesIn(named), isValue: false }];
  if (named === undefined || ts.isNamespaceImport(named))
    return [{ target, names: ['*'], isValue: true }];
  const isValue =
    importClause.name !== undefined || named.elements.some(({ isTypeOnly }) => !isTypeOnly);
  return [{ target, names: namesIn(named), isValue }];
}

function reExportOf(path, { moduleSpecifier, exportClause, isTypeOnly }) {
  const names = exportClause === undefined ? ['*'] : namesIn(exportClause);
  return { target: targetOf(path, moduleSpecifier.text), names, isValue: !isTypeOnly };
}

function namesIn(bindings) {
  if (bindings === undefined || bindings.elements === undefined) return ['*'];
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

function targetOf(path, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  const target = join(dirname(path), specifier).replace(/\.js$/, '.ts');
  return existsSync(target) ? target : undefined;
}

function declaredNames(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => ({
      name: name.getText(),
      isFunction: false,
    }));
  return statement.name === undefined
    ? []
    : [{ name: statement.name.text, isFunction: ts.isFunctionDeclaration(statement) }];
}

const modules = roots.flatMap(sourcesBelow).map(readModule);
const byPath = new Map(modules.map((module) => [module.path, module]));
const valueImports = (path) =>
  (byPath.get(path)?.imports ?? [])
    .filter(({ isValue, target }) => isValue && byPath.has(target))
    .map(({ target }) => target);

/** Strongly connected components of more than one node (Tarjan). */
function cyclesOf(nodes, edgesOf) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const components = [];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of edgesOf(node)) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const component = stack.splice(stack.indexOf(node));
    components.push(component);
  };
  for (const node of nodes) if (!index.has(node)) visit(node);
  return components;
}

/** The longest chain of value imports among the entries of a folder, with a cycle counted as one. */
function floorsOf(folder, entries) {
  const entryOf = (path) => {
    const inside = relative(folder, path);
    return inside.startsWith('..') ? undefined : inside.split('/')[0];
  };
  const edges = new Map(entries.map((entry) => [entry, new Set()]));
  for (const { path } of modules) {
    const from = entryOf(path);
    if (from === undefined) continue;
    for (const target of valueImports(path)) {
      const to = entryOf(target);
      if (to !== undefined && to !== from) edges.get(from)?.add(to);
    }
  }
  const heights = new Map();
  // Components come out in the order of their dependencies.
  for (const component of cyclesOf(entries, (entry) => edges.get(entry) ?? [])) {
    const below = component.flatMap((entry) =>
      [...edges.get(entry)].map((next) => heights.get(next) ?? 0),
    );
    for (const entry of component) heights.set(entry, 1 + Math.max(0, ...below));
  }
  return Math.max(...heights.values());
}

const exported = modules.flatMap(({ path, exports }) => exports.map((each) => ({ ...each, path })));
const importersOf = new Map();
for (const { path, imports } of modules)
  for (const { target, names } of imports)
    for (const name of names) {
      const key = `${target}#${name}`;
      importersOf.set(key, (importersOf.get(key) ?? new Set()).add(path));
    }
const functions = exported.filter(({ isFunction }) => isFunction);
const single = functions.filter(({ path, name }) => importersOf.get(`${path}#${name}`)?.size === 1);
const short = modules.filter(({ lines }) => lines < 40);
const cycles = cyclesOf(
  modules.map(({ path }) => path),
  valueImports,
).filter(({ length }) => length > 1);
const percent = (part, whole) => `${Math.round((part / whole) * 100)} %`;

for (const root of roots) {
  const own = modules.filter(({ path }) => path.startsWith(`${root}/`));
  const lines = own.reduce((sum, each) => sum + each.lines, 0);
  console.log(`${root}: ${own.length} files, ${lines} lines`);
}
console.log(`exported names: ${exported.length}`);
console.log(
  `exported functions with one importer: ${single.length} of ${functions.length} (${percent(single.length, functions.length)})`,
);
console.log(
  `files below 40 lines: ${short.length} of ${modules.length} (${percent(short.length, modules.length)})`,
);
console.log(`functions over 120 lines: ${modules.flatMap(({ long }) => long).length}`);
console.log(`cycles of value imports: ${cycles.length} (${cycles.flat().length} files)`);
for (const cycle of cycles) console.log(`  ${cycle.length}: ${cycle.slice(0, 4).join(', ')}`);
console.log('folders with more than 20 entries (entries on floors):');
const folders = [...new Set(modules.map(({ path }) => dirname(path)))];
for (const folder of folders.sort()) {
  const inside = modules.filter(({ path }) => path.startsWith(`${folder}/`));
  const entries = [...new Set(inside.map(({ path }) => relative(folder, path).split('/')[0]))];
  if (entries.length > 20)
    console.log(`  ${folder}: ${entries.length} on ${floorsOf(folder, entries)}`);
}
