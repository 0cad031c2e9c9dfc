import { identifierName } from '../../plan/names/names.js';
import type { Identifier } from '../../plan/plan.js';
import { code, type Leaf, type Name } from '../../printer/code.js';
import { privateFunction } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { functionType, readonlyArray } from '../../printer/types.js';
import { runtimeName } from '../schema-terms/tests.js';

/** Type of the checks of a value. */
function filterOf(value: Leaf, scope: FileScope): Leaf {
  return code`${scope.name(astIdentifier)}.Filter<${value}>`;
}

const astIdentifier: Identifier = {
  name: identifierName('SchemaAST'),
  from: 'effect/SchemaAST',
  typeOnly: true,
  isNamespace: true,
};

const resultIdentifier: Identifier = {
  name: identifierName('Result'),
  from: 'effect/Result',
  typeOnly: false,
  isNamespace: true,
};

/** Helper that makes a check of a test. */
export function expectsFunction(name: Name, schema: Name, scope: FileScope): Declaration {
  const value = { label: code`value`, type: code`Value` };
  return privateFunction(name, {
    docs: [code`Checks values with a test, and says what is expected.`],
    typeParameters: [code`Value`],
    parameters: [
      { name: code`test`, type: functionType([value], code`boolean`) },
      { name: code`message`, type: code`string` },
    ],
    returnType: filterOf(code`Value`, scope),
    statements: [code`return ${schema}.makeFilter<Value>((value) => test(value) || message);`],
  });
}

/** Helper that makes a check of a schema. */
export function alsoFunction(name: Name, schema: Name, scope: FileScope): Declaration {
  const result = scope.name(resultIdentifier);
  return privateFunction(name, {
    docs: [code`Checks that values satisfy another schema as well.`],
    parameters: [{ name: code`schema`, type: code`${schema}.Codec<unknown>` }],
    returnType: filterOf(code`unknown`, scope),
    statements: [
      code`return ${schema}.makeFilter<unknown>((value) => {
  const result = ${schema}.decodeUnknownResult(schema)(value);
  return ${result}.isSuccess(result) || result.failure.issue;
});`,
    ],
  });
}

/** Helper that adds the violations of a generated check. */
export function beyondFunction(name: Name, schema: Name, scope: FileScope): Declaration {
  const violation = runtimeName(scope, 'Violation', true);
  const issues = runtimeName(scope, 'standardIssues');
  const value = { label: code`value`, type: code`unknown` };
  return privateFunction(name, {
    docs: [
      code`Adds the violations that the generated check finds, for keywords that Effect cannot express.`,
    ],
    parameters: [{ name: code`check`, type: functionType([value], readonlyArray(violation)) }],
    returnType: filterOf(code`unknown`, scope),
    statements: [
      code`return ${schema}.makeFilter<unknown>((value) =>
  ${issues}(value, check(value)).map(({ message, path }) => ({ path, issue: message })),
);`,
    ],
  });
}
