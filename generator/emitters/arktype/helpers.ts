import { code, stringLiteral, type Code, type Leaf, type Name } from '../../printer/code.js';
import { constant, privateFunction } from '../../printer/declare.js';
import type { Declaration } from '../../printer/source-file.js';
import { functionType, readonlyArray } from '../../printer/types.js';
import { call, pureCall } from '../../printer/values.js';
import { runtimeName } from '../schema-terms/tests.js';
import type { ArktypeContext } from './context.js';

/** Type of functions that test a value, and report what they find. */
function predicateOf(value: Leaf, { ark }: ArktypeContext): Code {
  return functionType(
    [
      { label: code`value`, type: value },
      { label: code`context`, type: code`${ark}.Traversal` },
    ],
    code`boolean`,
  );
}

/**
 * Helper that creates a schema on first use. Schemas may be recursive, and the import remains cheap.
 * What it creates has no static type, because those of ArkType take long to compare.
 */
export function lazilyFunction(name: Name, also: Name, { ark }: ArktypeContext): Declaration {
  return privateFunction(name, {
    docs: [code`Creates a schema of the given type when it is first used.`],
    typeParameters: [code`Value`],
    parameters: [{ name: code`make`, type: functionType([], code`unknown`) }],
    returnType: code`${ark}.Type<Value>`,
    statements: [
      code`let predicate: ReturnType<typeof ${also}> | undefined;
const schema: ${ark}.Type = ${ark}.type.unknown.narrow((value: unknown, context: ${ark}.Traversal) => {
  predicate ??= ${also}(make());
  return predicate(value, context);
});
return schema as ${ark}.Type<Value>;`,
    ],
  });
}

/** Helper that reports what another schema finds. */
export function alsoFunction(name: Name, details: Name, context: ArktypeContext): Declaration {
  const { ark } = context;
  return privateFunction(name, {
    docs: [code`Requires values to satisfy a schema, and reports what it finds.`],
    parameters: [{ name: code`schema`, type: code`unknown` }],
    returnType: predicateOf(code`unknown`, context),
    statements: [
      code`const validate: ${ark}.Type = ${ark}.type.raw(schema);
return (value, context) => {
  const result = validate(value);
  if (!(result instanceof ${ark}.type.errors)) return true;
  for (const error of result.flatMap(({ flat }) => flat)) {
    context.reject({ ...${details}(error), relativePath: [...error.path] });
    // A branch of a union has a single error.
    if (context.failFast) return false;
  }
  return false;
};`,
    ],
  });
}

/**
 * Helper that describes an error. ArkType fails to describe that of a union at a member with the
 * name of one that every object has, which only data decides.
 */
export function detailsFunction(name: Name, { ark }: ArktypeContext): Declaration {
  const text = code`string`;
  return privateFunction(name, {
    docs: [code`Describes an error by what is expected, for a union by what its branches expect.`],
    parameters: [{ name: code`error`, type: code`${ark}.ArkError` }],
    returnType: code`{ readonly expected: ${text}; readonly actual: ${text}; readonly problem?: ${text} }`,
    statements: [
      code`const { actual } = error;
if (!error.hasCode(${stringLiteral('union')})) return { expected: error.expected, actual, problem: error.problem };
const branches = error.errors.map(({ path, expected }) => {
  const within = path.slice(error.path.length).join(${stringLiteral('.')});
  return within === '' ? expected : ['one whose', within, 'is', expected].join(' ');
});
return { expected: [...new Set(branches)].join(${stringLiteral(' or ')}), actual };`,
    ],
  });
}

/** Helper that reports values that do not pass a test. */
export function expectsFunction(name: Name, context: ArktypeContext): Declaration {
  return privateFunction(name, {
    docs: [code`Requires values to pass a test, and reports what is expected.`],
    typeParameters: [code`Value`],
    parameters: [
      {
        name: code`test`,
        type: functionType([{ label: code`value`, type: code`Value` }], code`boolean`),
      },
      { name: code`expected`, type: code`string` },
    ],
    returnType: predicateOf(code`Value`, context),
    statements: [code`return (value, context) => test(value) || context.mustBe(expected);`],
  });
}

/** Helper for unions, without the static types of ArkType, which grow with the number of members. */
export function anyOfFunction(name: Name, { ark }: ArktypeContext): Declaration {
  return privateFunction(name, {
    docs: [code`Accepts what one of several schemas accepts.`],
    parameters: [{ name: code`schemas`, type: readonlyArray(code`unknown`) }],
    returnType: code`${ark}.Type`,
    statements: [code`return ${ark}.type.or(...schemas.map((schema) => ${ark}.type.raw(schema)));`],
  });
}

/** Schema of numbers. Those of ArkType include infinite ones. */
export function finiteConstant(name: Name, expects: Name, context: ArktypeContext): Declaration {
  const { ark } = context;
  return constant(
    name,
    code`${ark}.Type<number>`,
    pureCall(code`${ark}.type.number.narrow`, [
      call(expects, [code`Number.isFinite`, stringLiteral('a finite number')]),
    ]),
  );
}

/** Helper that adds the violations of a generated check. */
export function beyondFunction(name: Name, context: ArktypeContext): Declaration {
  const { scope } = context;
  const violation = runtimeName(scope, 'Violation', true);
  const issues = runtimeName(scope, 'standardIssues');
  const value = { label: code`value`, type: code`unknown` };
  return privateFunction(name, {
    docs: [
      code`Adds the violations that the generated check finds, for keywords that ArkType cannot express.`,
    ],
    parameters: [{ name: code`check`, type: functionType([value], readonlyArray(violation)) }],
    returnType: predicateOf(code`unknown`, context),
    statements: [
      code`return (value, context) => {
  const found = ${issues}(value, check(value));
  for (const { message, path } of found) {
    context.reject({ expected: message, problem: message, relativePath: [...path] });
    if (context.failFast) return false;
  }
  return found.length === 0;
};`,
    ],
  });
}
