import fc from 'fast-check';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import {
  code,
  commentLines,
  join,
  literal,
  memberAccess,
  moduleSpecifier,
  propertyKey,
  propertyName,
  regularExpression,
  stringLiteral,
} from '../../../generator/printer/code.js';
import { randomRuns } from '../../rounds.js';

fc.configureGlobal(randomRuns(500));

/** Text that has broken out of generated files, or is made to be misread. */
const hostile: readonly string[] = [
  "'",
  '"',
  '`',
  '\'"`',
  '\\',
  "\\'",
  "it's",
  '${process.exit(1)}',
  '`${x}`',
  '*/',
  '/*',
  '*//*',
  '\n',
  '\r\n',
  '\u2028\u2029',
  '\u0000\u0007\u001b\u007f\u0085',
  '\ud800',
  'a\udc00b',
  '😀',
  '👨\u200d👩\u200d👧',
  '\u202e\u2066\u061c\u200f',
  '\ufeff',
  '\u00ad\u180e\u{e0041}',
  '__proto__',
  'constructor',
  '</script><script>alert(1)</script>',
  '</SCRIPT',
  '<!--',
  '-->',
  ']]>',
  '// @ts-ignore',
  '@ts-expect-error',
  '//# sourceMappingURL=https://example.com/x',
  'trailing\\',
  'trailing*',
  'trailing/',
  '  leading',
  '',
  'use strict',
  '*\u0000/',
  '*\u200e/',
];

function parse(text: string): ts.SourceFile {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true);
  const { diagnostics } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  });
  expect(diagnostics).toEqual([]);
  return file;
}

/** Value of an expression, read by the compiler; only literals are allowed. */
function valueOf(text: string): unknown {
  const file = parse(`const x = ${text};`);
  expect(file.statements).toHaveLength(1);
  const [statement] = file.statements;
  if (statement === undefined || !ts.isVariableStatement(statement))
    throw new Error('it is one statement');
  const initializer = statement.declarationList.declarations[0]?.initializer;
  if (initializer === undefined) throw new Error('it has a value');
  return evaluate(initializer);
}

function evaluate(node: ts.Expression): unknown {
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isPrefixUnaryExpression(node)) return -Number(evaluate(node.operand));
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(evaluate);
  if (!ts.isObjectLiteralExpression(node))
    throw new Error(`${ts.SyntaxKind[node.kind]} is no literal`);
  const members = node.properties.map((property): [string, unknown] => {
    if (!ts.isPropertyAssignment(property)) throw new Error('a member has a value');
    return [nameOf(property.name), evaluate(property.initializer)];
  });
  return Object.fromEntries(members);
}

function nameOf(name: ts.PropertyName): string {
  if (ts.isComputedPropertyName(name)) {
    if (!ts.isStringLiteral(name.expression)) throw new Error('a key is text');
    return name.expression.text;
  }
  // Bare or quoted, `__proto__: x` would set the prototype.
  if (name.getText().includes('__proto__')) throw new Error('a bare __proto__');
  return 'text' in name ? name.text : '';
}

describe('string literal', () => {
  it.each(hostile)('keeps its value: %j', (text) => {
    expect(valueOf(stringLiteral(text))).toBe(text);
  });

  it('keeps its value for any string', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.constantFrom(...hostile)).map((parts) => parts.join('')),
        ),
        (text) => {
          expect(valueOf(stringLiteral(text))).toBe(text);
        },
      ),
    );
  });

  it('contains no invisible characters', () => {
    for (const text of hostile)
      expect(stringLiteral(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|<\/script|<!--/iu);
  });

  it('has the quotes that need fewer escapes', () => {
    expect(stringLiteral("it's")).toBe('"it\'s"');
    expect(stringLiteral('say "hi"')).toBe('\'say "hi"\'');
    expect(stringLiteral('plain')).toBe("'plain'");
  });
});

describe('literal', () => {
  it('keeps its value for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(valueOf(literal(plain))).toEqual(plain);
      }),
    );
  });

  it('keeps __proto__ as an ordinary property', () => {
    const value: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
    expect(Object.hasOwn(Object(valueOf(literal(value))), '__proto__')).toBe(true);
  });

  it('throws for values without a literal, and keeps -0', () => {
    for (const value of [NaN, Infinity, undefined, () => 1]) expect(() => literal(value)).toThrow();
    expect(literal(-0)).toBe('-0');
    expect(literal(1e21)).toBe('1e21');
  });
});

describe('property', () => {
  it.each([...hostile, 'plain', '$id', '42', 'class', 'größe'])(
    'keeps its name in types and in literals: %j',
    (name) => {
      const file = parse(`interface X { ${propertyName(name)}: 1 }`);
      const [declaration] = file.statements;
      if (declaration === undefined || !ts.isInterfaceDeclaration(declaration))
        throw new Error('it is one interface');
      expect(declaration.members).toHaveLength(1);
      const own = declaration.members[0]?.name;
      expect(own && 'text' in own && own.text).toBe(name);
      expect(valueOf(`{ ${propertyKey(name)}: 1 }`)).toEqual(Object.fromEntries([[name, 1]]));
    },
  );

  it.each(hostile)('is accessed by its name: %j', (name) => {
    const file = parse(`${memberAccess(code`value`, name)};`);
    const [statement] = file.statements;
    if (statement === undefined || !ts.isExpressionStatement(statement))
      throw new Error('it is one expression');
    const { expression } = statement;
    const read = ts.isPropertyAccessExpression(expression)
      ? expression.name.text
      : ts.isElementAccessExpression(expression) &&
        ts.isStringLiteral(expression.argumentExpression) &&
        expression.argumentExpression.text;
    expect(read).toBe(name);
  });
});

describe('comment', () => {
  it.each(hostile)('is not closed and contains no directives: %j', (text) => {
    for (const content of [text, `${text}\n${text}`, `a\n${text}\nb`]) {
      const lines = commentLines(content);
      const comment = `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */`;
      const file = parse(`${comment}\nconst x = 1;\n`);
      expect(file.statements).toHaveLength(1);
      expect(file.statements[0]?.getFullText()).toContain(comment);
      expect(lines.join('\n')).not.toMatch(
        /^\s*@|sourceMappingURL=|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/mu,
      );
    }
  });

  it('keeps its text', () => {
    const prose = 'First line, `code` and <b>.\n\n- a list\n  with more';
    expect(join(commentLines(prose), '\n')).toBe(prose);
  });
});

describe('regular expression', () => {
  it.each(['/', '\\/', '[/]', "'", '\n', '\u2028', '*/', '(?<a>b)\\k<a>', '${x}'])(
    'keeps its pattern: %j',
    (pattern) => {
      const file = parse(`const x = ${regularExpression(pattern)};`);
      let found: string | undefined;
      const visit = (node: ts.Node): void => {
        if (
          ts.isNewExpression(node) &&
          node.arguments?.[0] !== undefined &&
          ts.isStringLiteral(node.arguments[0])
        )
          found = node.arguments[0].text;
        ts.forEachChild(node, visit);
      };
      visit(file);
      expect(found).toBe(pattern);
    },
  );
});

describe('module specifier', () => {
  it.each(["'; alert(1); '", '../a\\b', 'a b', '', 'https://example.com/x'])(
    'rejects %j',
    (path) => {
      expect(() => moduleSpecifier(path)).toThrow();
    },
  );
});
