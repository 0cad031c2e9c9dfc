import { StructureKind, VariableDeclarationKind } from 'ts-morph';
import fc from 'fast-check';
import {
  type Code,
  type Leaf,
  code,
  commentLines,
  join,
  propertyName,
} from '../../../generator/printer/code.js';
import { exportedFunction } from '../../../generator/printer/declare.js';
import { flat } from '../../../generator/printer/flat.js';
import {
  generic,
  intersection,
  objectType,
  parenthesised,
  readonlyArray,
  readonlyTuple,
  union,
} from '../../../generator/printer/types.js';
import { dataLiteral, type Data } from '../../../generator/typescript/data-literal.js';
import {
  arrow,
  assigns,
  branch,
  call,
  chain,
  destructuring,
  evaluates,
  guard,
  logical,
  list,
  memberOf,
  objectLines,
  objectLiteral,
  returns,
} from '../../../generator/printer/values.js';
import type { BoundName, MethodCall, ObjectMember } from '../../../generator/printer/syntax.js';
import type { Declaration } from '../../../generator/printer/source-file.js';

/** Structures of every kind that emitters use, drawn at random. */

const name: fc.Arbitrary<Code> = fc.constantFrom(
  code`a`,
  code`Policy`,
  code`CreatePolicyArguments`,
  code`aVeryLongNameThatTakesMuchOfALineForItself`,
  code`$x`,
  code`_y`,
);

const member: fc.Arbitrary<Code> = fc.oneof(
  name,
  fc.constantFrom('odd name', '1', '__proto__', 'a-b', "it's").map(propertyName),
);

const docs: fc.Arbitrary<readonly Code[]> = fc.oneof(
  fc.constant([]),
  fc.string({ minLength: 1 }).map((text) => [join(commentLines(`x ${text}`), '\n')]),
  fc.constant([code`First line.\n\nSecond line.\n@deprecated`]),
);

/** Types as emitters write them: on one line, with brackets only where the formatter keeps them. */
const { type } = fc.letrec<{ type: Code; simple: Code; union: Code; object: Code }>((tie) => ({
  simple: fc.oneof(
    name,
    fc.constantFrom(code`string`, code`number`, code`null`, code`'literal'`, code`"it's"`),
  ),
  union: fc.uniqueArray(tie('simple'), { minLength: 2, maxLength: 6 }).map(union),
  object: fc.array(fc.tuple(member, tie('type')), { minLength: 1, maxLength: 5 }).map((members) => {
    return objectType(members.map(([key, type]) => ({ label: code`readonly ${key}?`, type })));
  }),
  type: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('simple'),
    tie('union'),
    tie('object'),
    fc
      .array(tie('type'), { minLength: 1, maxLength: 4 })
      .map((types) => generic(code`Generic`, types)),
    fc.array(tie('type'), { maxLength: 4 }).map(readonlyTuple),
    tie('simple').map(readonlyArray),
    tie('union').map((inner) => readonlyArray(parenthesised(inner))),
    tie('object').map(readonlyArray),
    fc.tuple(name, tie('object')).map(intersection),
    fc
      .tuple(name, name, tie('object'))
      .map(([one, two, inner]) => union([parenthesised(intersection([one, inner])), two])),
  ),
}));

const { value } = fc.letrec<{ value: Data }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(
      'text',
      "it's",
      'a longer text that takes some of a line',
      true,
      null,
      42,
      -1.5,
      '',
    ),
    fc
      .array(tie('value'), { maxLength: 4 })
      .filter((items) => items.some((item) => typeof item !== 'number')),
    fc.dictionary(
      fc.constantFrom('a', 'name', 'odd name', 'aLongNameOfSomeMember', '__proto__'),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}));

const typeParameters: fc.Arbitrary<readonly Code[]> = fc.oneof(
  fc.constant([]),
  fc.constant([code`A`]),
  fc.constant([code`A extends string`, code`B = Record<string, A>`]),
);
/** Return types of functions, which emitters always print. */
const result: fc.Arbitrary<Code> = fc.oneof(
  name,
  fc.array(name, { minLength: 1, maxLength: 4 }).map((types) => generic(code`Generic`, types)),
  fc.uniqueArray(name, { minLength: 2, maxLength: 5 }).map(union),
);
const parameter = fc.record({ name, type, hasQuestionToken: fc.constant(false) });
const parameters = fc.array(parameter, { maxLength: 4 });
/** Calls as emitters write them: of names, or with a literal that stays next to the parentheses. */
const calls: fc.Arbitrary<Code> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        code`call`,
        code`new Thing`,
        code`scope.aVeryLongNameOfSomeFunctionOfTheRuntime`,
      ),
      fc.array(name, { maxLength: 4 }),
    )
    .map(([callee, args]) => call(callee, args)),
  fc
    .tuple(
      fc.array(fc.constant(code`a`), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'aLongerName'), value, { minKeys: 1, maxKeys: 3 }),
    )
    .map(([args, last]) => call(code`call`, [...args, dataLiteral(last)])),
);
const conditions: fc.Arbitrary<Code> = fc
  .array(name, { minLength: 2, maxLength: 5 })
  .map((operands) => logical('&&', operands));
/** Arguments of methods, as the Zod emitter writes them, without objects. */
const simpleArguments: fc.Arbitrary<readonly Code[]> = fc.oneof(
  fc.constant([]),
  fc.array(name, { minLength: 1, maxLength: 2 }),
  name.map((each) => [
    arrow([code`value`], call(code`test`, [code`value`, each])),
    code`'expected a value that passes the test'`,
  ]),
  name.map((each) => [memberOf(call(code`pattern`, [each]), code`test`)]),
);
/** A function, and an object with options. */
function refinement(object: (members: readonly ObjectMember[]) => Code): fc.Arbitrary<Code[]> {
  return name.map((each) => [
    arrow([code`text`], call(code`isLonger`, [code`text`, each])),
    object([
      { key: code`error`, value: code`'expected a shorter text'` },
      { key: code`abort`, value: code`true` },
    ]),
  ]);
}
/** Chains of calls whose arguments are simple or contain chains. */
function chainsOf(
  args: (inner: fc.Arbitrary<Code>) => fc.Arbitrary<readonly Code[]>,
): fc.Arbitrary<Code> {
  const { chained } = fc.letrec<{ chained: Code }>((tie) => ({
    chained: fc
      .tuple(
        fc.constantFrom(code`z`, code`library`),
        fc.array(
          fc.record<MethodCall>({
            name: fc.constantFrom(code`min`, code`optional`, code`discriminatedUnionOfMembers`),
            args: fc.oneof(
              { maxDepth: 3, withCrossShrink: true },
              simpleArguments,
              args(tie('chained')),
            ),
          }),
          { minLength: 1, maxLength: 5 },
        ),
      )
      .map(([start, methods]) => chain(start, methods)),
  }));
  return chained;
}
const nested = chainsOf((inner) =>
  fc.oneof(
    inner.map((each) => [each]),
    inner.map((each) => [arrow([], each)]),
    fc.array(inner, { minLength: 1, maxLength: 3 }).map((items) => [list(items)]),
  ),
);
const chains = fc.oneof(
  nested,
  chainsOf(() =>
    fc.oneof(
      refinement(objectLiteral),
      fc
        .dictionary(
          fc.constantFrom('a', 'aLongerName'),
          fc.constantFrom('text', 1, 'a longer text'),
        )
        .map((each) => [dataLiteral(each)]),
    ),
  ),
);
const label: fc.Arbitrary<Leaf> = fc.constantFrom(code`'a'`, code`'b'`, code`1`);
/** Destructurings, of which some rename properties. */
const bindings: fc.Arbitrary<Code> = fc
  .tuple(
    fc.array(
      fc.record<BoundName>(
        {
          property: fc.constantFrom(code`id`, code`aPropertyWithALongName`, code`'odd name'`),
          constant: fc.constantFrom(code`first`, code`aConstantWithALongName`),
        },
        { requiredKeys: ['property', 'constant'] },
      ),
      { minLength: 1, maxLength: 4 },
    ),
    fc.constantFrom(code`value`, code`aVeryLongNameOfSomeValueOfTheCheck`),
  )
  .map(([names, from]) => destructuring(names, from));
const statement: fc.Arbitrary<Code> = fc.oneof(
  bindings,
  chains.map(returns),
  chains.map((each) => evaluates(call(code`lazily`, [arrow([], each)]))),
  fc.oneof(calls, conditions).map(returns),
  calls.map(evaluates),
  calls.map((initializer) => assigns(code`const constant`, initializer)),
);
const statements: fc.Arbitrary<readonly Code[]> = fc.oneof(
  fc.constant([]),
  fc.constant([code`return;`]),
  fc.array(statement, { minLength: 1, maxLength: 2 }),
);
const property = fc.record({
  name: member,
  type,
  docs,
  hasQuestionToken: fc.boolean(),
  isReadonly: fc.boolean(),
});
const method = fc.record({ name: member, typeParameters, parameters, returnType: result, docs });

const structures: readonly fc.Arbitrary<Declaration>[] = [
  fc.record({
    kind: fc.constant(StructureKind.Interface as const),
    name,
    docs,
    typeParameters,
    isExported: fc.boolean(),
    extends: fc.array(name, { maxLength: 3 }),
    properties: fc.array(property, { maxLength: 4 }),
    methods: fc.array(method, { maxLength: 2 }),
    indexSignatures: fc.array(
      fc.record({
        isReadonly: fc.boolean(),
        keyName: fc.constant(code`name`),
        keyType: fc.constant(code`string`),
        returnType: result,
      }),
      { maxLength: 1 },
    ),
  }),
  fc.record({
    kind: fc.constant(StructureKind.TypeAlias as const),
    name,
    docs,
    typeParameters,
    type,
    isExported: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant(StructureKind.VariableStatement as const),
    docs,
    isExported: fc.boolean(),
    declarationKind: fc.constant(VariableDeclarationKind.Const as const),
    declarations: fc.tuple(
      fc.record({
        name,
        // Constants have types with names. A type that has to be broken before a value has more layouts than we print.
        type: type.filter((each) => flat(each).length <= 35),
        initializer: value.map(dataLiteral),
      }),
    ),
  }),
  fc.record({
    kind: fc.constant(StructureKind.Function as const),
    name,
    docs,
    typeParameters,
    parameters,
    statements,
    isExported: fc.boolean(),
    isAsync: fc.boolean(),
    returnType: result,
    overloads: fc.array(fc.record({ parameters, returnType: result, docs }), { maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant(StructureKind.Class as const),
    name,
    docs,
    typeParameters,
    isExported: fc.boolean(),
    implements: fc.array(name, { maxLength: 3 }),
    properties: fc.array(
      fc.record({
        name: fc.oneof(member, fc.constant(code`#hidden`)),
        type,
        docs,
        isReadonly: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    ctors: fc.array(fc.record({ parameters, statements, docs }), { maxLength: 1 }),
    getAccessors: fc.array(fc.record({ name, returnType: result, statements, docs }), {
      maxLength: 2,
    }),
    methods: fc.array(
      fc.record({
        name: member,
        typeParameters,
        parameters,
        returnType: result,
        statements,
        docs,
        isAsync: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record({
    kind: fc.constant(StructureKind.ImportDeclaration as const),
    moduleSpecifier: fc.constantFrom(code`./types.js`, code`@scope/package`),
    isTypeOnly: fc.boolean(),
    namedImports: fc.array(fc.oneof(fc.record({ name }), fc.record({ name, alias: name })), {
      minLength: 1,
      maxLength: 6,
    }),
  }),
  fc.record({
    kind: fc.constant(StructureKind.ExportDeclaration as const),
    moduleSpecifier: fc.constant(code`./types.js`),
    isTypeOnly: fc.boolean(),
    namedExports: fc.array(fc.record({ name }), { maxLength: 6 }),
  }),
];

/** Any declaration that emitters may make. */
export const declaration: fc.Arbitrary<Declaration> = fc.oneof(...structures);

/** Declarations with objects that have a line for each member although all would fit on one, which ts-morph cannot print. */
const objectsInLines: fc.Arbitrary<Declaration> = chainsOf((inner) =>
  fc.oneof(
    refinement(objectLines),
    inner.map((each) => [each]),
    fc.array(inner, { minLength: 1, maxLength: 3 }).map((items) => [list(items)]),
    fc.tuple(inner, inner).map(([a, b]) => [
      objectLines([
        { key: code`a`, value: a },
        { key: code`aLongerName`, value: b },
      ]),
    ]),
  ),
).map((each) => evaluates(call(code`lazily`, [arrow([], each)])));

/** Statements of checks, which contain others. ts-morph prints them as they are, so that only their layout can be compared. */
const { checkStatement } = fc.letrec<{ checkStatement: Code; body: readonly Code[] }>((tie) => ({
  body: fc.array(tie('checkStatement'), { minLength: 1, maxLength: 3 }),
  checkStatement: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    statement,
    fc.array(name, { minLength: 1, maxLength: 7 }).map(guard),
    bindings,
    fc
      .tuple(fc.oneof(name, conditions), tie('body'), fc.oneof(fc.constant([]), tie('body')))
      .map(([test, then, otherwise]) => branch(test, then, otherwise)),
    fc
      .array(fc.tuple(fc.array(label, { minLength: 1, maxLength: 2 }), tie('body')), {
        minLength: 1,
        maxLength: 3,
      })
      .map((cases): Code => ({
        kind: 'switch',
        on: code`tag`,
        cases: cases.map(([labels, body]) => ({ labels, body, isBlock: true })),
      })),
  ),
}));

/** Declarations whose lines ts-morph cannot break as we do. */
export const withLines: fc.Arbitrary<Declaration> = fc.oneof(
  objectsInLines,
  fc
    .array(checkStatement, { minLength: 1, maxLength: 3 })
    .map((statements) =>
      exportedFunction(code`check`, { parameters: [], returnType: code`boolean`, statements }),
    ),
);
