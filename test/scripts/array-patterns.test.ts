import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { withoutArrayPatterns } from '../../scripts/array-patterns.js';

const root = resolve(import.meta.dirname, '../..');

describe('withoutArrayPatterns', () => {
  test.each([
    ['a constant', 'const [a, , b] = [1, 2, 3]; result = [a, b];'],
    ['several declarators', 'const x = [1], [a] = x, [b] = [a + 1]; result = [a, b];'],
    ['a variable', 'let [a, b] = [1, 2]; a += b; result = a;'],
    ['a missing item', 'const [a, b] = [1]; result = [a, b];'],
    ['a default', 'const [a = 5, b = { c: 6 }] = [undefined, null]; result = [a, b];'],
    ['a rest element', 'const [a, ...b] = [1, 2, 3]; result = [a, b];'],
    ['nested patterns', 'const [[a, [b]], { c }] = [[1, [2]], { c: 3 }]; result = [a, b, c];'],
    ['an empty pattern', 'const [] = [1]; result = 1;'],
    ['several lines', 'const [\n  a,\n  b = "x",\n] = [\n  1,\n];\nresult = [a, b];'],
    ['parameters', 'result = [[1, 2], [3, 4]].map(([a, b = 0], index) => a + b + index);'],
    ['an object as the result', 'result = [[1, 2]].map(([a, b]) => ({ a, b }));'],
    ['nested arrow functions', 'result = [[[1, 2]]].map(([a]) => (([b, c]) => b + c)(a));'],
    [
      'a function with a body',
      'function sum([a, b], [c] = [3]) { return a + b + c; } result = sum([1, 2]);',
    ],
    ['a loop', 'result = 0; for (const [a, b] of new Map([[1, 2], [3, 4]])) result += a * b;'],
    ['a loop with a body', 'result = []; for (let [a] of [[1], [2]]) { a++; result.push(a); }'],
    [
      'nested loops',
      'result = []; for (const [a] of [[[1]]]) for (const [b] of [a]) result.push(b);',
    ],
    [
      'constants of each iteration',
      'const all = []; for (const [a] of [[1], [2]]) all.push(() => a); result = all.map((f) => f());',
    ],
  ])('keeps the meaning of %s', (_, text) => {
    const without = withoutArrayPatterns(text);
    expect(without).not.toMatch(/(?:const|let|\(|,) ?\[[^\]]*\](?: of | = \w| = \[|\) =>)/);
    expect(resultOf(without)).toEqual(resultOf(text));
    expect(without.split('\n')).toHaveLength(text.split('\n').length);
  });

  test('keeps type annotations', () => {
    expect(withoutArrayPatterns('const [a, b]: readonly [string, number] = pair;')).toBe(
      'const $p0: readonly [string, number] = pair, a = $p0[0], b = $p0[1];',
    );
  });

  test('is applied in the generator to indexed values only', { timeout: 300_000 }, () => {
    const { options, fileNames } = configuration();
    const files = fileNames.filter((path) => path.startsWith(join(root, 'generator/')));
    const program = ts.createProgram(files, options);
    const checker = program.getTypeChecker();
    const others: string[] = [];
    let patterns = 0;
    const hasItems = (type: ts.Type): boolean =>
      type.isUnion()
        ? type.types.every(hasItems)
        : checker.isArrayLikeType(type) || type.symbol?.name === 'Uint8Array';
    for (const file of program.getSourceFiles()) {
      if (!files.includes(file.fileName)) continue;
      const visit = (node: ts.Node): void => {
        if (ts.isArrayBindingPattern(node)) {
          patterns += 1;
          const { parent } = node;
          const given = ts.isVariableDeclaration(parent) ? parent.initializer : undefined;
          const type = checker.getNonNullableType(checker.getTypeAtLocation(given ?? parent));
          if (!hasItems(type)) {
            const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
            const typeName = checker.typeToString(type);
            others.push(`${file.fileName}:${line + 1} ${node.getText(file)} of ${typeName}`);
          }
        }
        ts.forEachChild(node, visit);
      };
      visit(file);
    }
    expect(others).toEqual([]);
    expect(patterns).toBeGreaterThan(400);
  });
});

function resultOf(text: string): unknown {
  const context = { result: undefined };
  runInNewContext(text, context);
  return JSON.parse(JSON.stringify(context.result));
}

function configuration(): ts.ParsedCommandLine {
  const read = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  return ts.parseJsonConfigFileContent(read.config, ts.sys, root);
}
