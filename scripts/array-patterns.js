import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * Rewrites array patterns of TypeScript to element access: `const [name, id] = member` becomes `const $p0 = member, name = $p0[0], id =
 * $p0[1]`. JavaScript evaluates a pattern with an iterator, which allocates objects and is slow until V8 optimises the function; in a short
 * run it rarely does. Line numbers do not change. `test/scripts/array-patterns.test.ts` verifies that the generator uses such patterns only
 * with arrays.
 */
export function withoutArrayPatterns(text, path = 'file.ts') {
  if (!text.includes('[')) return text;
  if (text.includes('$p')) throw new Error(`${path} has a name that begins with $p`);
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const edits = [];
  let count = 0;
  const replace = ({ pos, end }, by) => edits.push({ pos, end, by });
  const insert = (at, by) => edits.push({ pos: at, end: at, by });
  const rangeOf = (node) => ({ pos: node.getStart(source), end: node.end });
  const replacePattern = (pattern) => {
    const name = `$p${count++}`;
    replace(rangeOf(pattern), name + linesIn(pattern));
    return { name, parts: partsOf(pattern, name) };
  };
  // Line breaks of text that is removed.
  const linesIn = (node) => '\n'.repeat(node.getText(source).split('\n').length - 1);

  /** Declarators on one line, such as `a = $p0[0]`. */
  function partsOf(pattern, of) {
    return pattern.elements.flatMap((element, index) => {
      if (ts.isOmittedExpression(element)) return [];
      const { name, initializer, dotDotDotToken } = element;
      const item = dotDotDotToken ? `${of}.slice(${index})` : `${of}[${index}]`;
      const fallback = initializer && ` === undefined ? ${onOneLine(initializer)} : ${item}`;
      const value = fallback === undefined ? item : `${item}${fallback}`;
      if (!ts.isArrayBindingPattern(name)) return [`${onOneLine(name)} = ${value}`];
      const inner = `$p${count++}`;
      return [`${inner} = ${value}`, ...partsOf(name, inner)];
    });
  }

  function onOneLine(node) {
    return node.getText(source).replaceAll(/\s*\n\s*/g, ' ');
  }

  function visit(node) {
    if (ts.isForOfStatement(node)) visitLoop(node);
    else if (ts.isVariableDeclaration(node) && isPattern(node) && node.initializer) {
      const { parts } = replacePattern(node.name);
      insert(node.end, parts.map((part) => `, ${part}`).join(''));
    } else if (ts.isFunctionLike(node) && node.body) visitFunction(node);
    ts.forEachChild(node, visit);
  }

  function visitLoop({ initializer, statement }) {
    if (!ts.isVariableDeclarationList(initializer)) return;
    const [declared] = initializer.declarations;
    if (!isPattern(declared)) return;
    const keyword = initializer.flags & ts.NodeFlags.Const ? 'const' : 'let';
    insertInto(statement, declarations([replacePattern(declared.name)], keyword));
  }

  function visitFunction({ parameters, body }) {
    const patterns = parameters.filter(isPattern).map(({ name }) => replacePattern(name));
    if (patterns.length === 0) return;
    const before = declarations(patterns, 'let');
    if (ts.isBlock(body)) return insert(body.getStart(source) + 1, before);
    insert(body.getStart(source), `{${before} return (`);
    insert(body.end, '); }');
  }

  function declarations(patterns, keyword) {
    const parts = patterns.flatMap((each) => each.parts);
    return parts.length === 0 ? '' : ` ${keyword} ${parts.join(', ')};`;
  }

  function insertInto(statement, before) {
    if (ts.isBlock(statement)) return insert(statement.getStart(source) + 1, before);
    insert(statement.getStart(source), `{${before} `);
    insert(statement.end, ' }');
  }

  visit(source);
  return applyEdits(text, edits);
}

function isPattern({ name }) {
  return ts.isArrayBindingPattern(name);
}

function applyEdits(text, edits) {
  let out = '';
  let position = 0;
  for (const { pos, end, by } of edits.toSorted((a, b) => a.pos - b.pos || a.end - b.end)) {
    if (pos < position) throw new Error('the default of a pattern contains another pattern');
    out += text.slice(position, pos) + by;
    position = end;
  }
  return out + text.slice(position);
}

const generator = fileURLToPath(new URL('../generator/', import.meta.url));
const cache = new Map();

/** Plugin for esbuild. */
export const esbuildArrayPatterns = {
  name: 'array-patterns',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(generator)) return undefined;
      const contents = cache.get(path) ?? withoutArrayPatterns(readFileSync(path, 'utf8'), path);
      cache.set(path, contents);
      return { contents, loader: 'ts' };
    });
  },
};
