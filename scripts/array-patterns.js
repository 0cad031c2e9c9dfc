import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/**
 * Writes array patterns of TypeScript as what they mean of an array: `const [name, id] = member` becomes
 * `const $p0 = member, name = $p0[0], id = $p0[1]`. JavaScript walks through an iterator for a pattern, which makes objects
 * and many steps until V8 optimises the function, and most functions of a run are over before. Lines stay where they are.
 * That nothing but arrays meets a pattern in the generator is what `test/scripts/array-patterns.test.ts` holds.
 */
export function withoutArrayPatterns(text, path = 'file.ts') {
  if (!text.includes('[')) return text;
  if (text.includes('$p')) throw new Error(`${path} has a name that begins with $p`);
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const edits = [];
  let count = 0;
  const replace = ({ pos, end }, by) => edits.push({ pos, end, by });
  const insert = (at, by) => edits.push({ pos: at, end: at, by });
  const whole = (node) => ({ pos: node.getStart(source), end: node.end });
  const named = (pattern) => {
    const name = `$p${count++}`;
    replace(whole(pattern), name + linesIn(pattern));
    return { name, parts: partsOf(pattern, name) };
  };
  // What is not copied stays on its line.
  const linesIn = (node) => '\n'.repeat(node.getText(source).split('\n').length - 1);

  /** Declarators, such as `a = $p0[0]`, on one line. */
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
      const { parts } = named(node.name);
      insert(node.end, parts.map((part) => `, ${part}`).join(''));
    } else if (ts.isFunctionLike(node) && node.body) visitFunction(node);
    ts.forEachChild(node, visit);
  }

  function visitLoop({ initializer, statement }) {
    if (!ts.isVariableDeclarationList(initializer)) return;
    const [declared] = initializer.declarations;
    if (!isPattern(declared)) return;
    const keyword = initializer.flags & ts.NodeFlags.Const ? 'const' : 'let';
    within(statement, declarations([named(declared.name)], keyword));
  }

  function visitFunction({ parameters, body }) {
    const found = parameters.filter(isPattern).map(({ name }) => named(name));
    if (found.length === 0) return;
    const before = declarations(found, 'let');
    if (ts.isBlock(body)) return insert(body.getStart(source) + 1, before);
    insert(body.getStart(source), `{${before} return (`);
    insert(body.end, '); }');
  }

  function declarations(found, keyword) {
    const parts = found.flatMap((each) => each.parts);
    return parts.length === 0 ? '' : ` ${keyword} ${parts.join(', ')};`;
  }

  function within(statement, before) {
    if (ts.isBlock(statement)) return insert(statement.getStart(source) + 1, before);
    insert(statement.getStart(source), `{${before} `);
    insert(statement.end, ' }');
  }

  visit(source);
  return applied(text, edits);
}

function isPattern({ name }) {
  return ts.isArrayBindingPattern(name);
}

function applied(text, edits) {
  let out = '';
  let at = 0;
  for (const { pos, end, by } of edits.toSorted((a, b) => a.pos - b.pos || a.end - b.end)) {
    if (pos < at) throw new Error('a default of a pattern has a pattern of its own');
    out += text.slice(at, pos) + by;
    at = end;
  }
  return out + text.slice(at);
}

const generator = fileURLToPath(new URL('../generator/', import.meta.url));
const known = new Map();

/** For esbuild. */
export const esbuildArrayPatterns = {
  name: 'array-patterns',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(generator)) return undefined;
      const contents = known.get(path) ?? withoutArrayPatterns(readFileSync(path, 'utf8'), path);
      known.set(path, contents);
      return { contents, loader: 'ts' };
    });
  },
};
