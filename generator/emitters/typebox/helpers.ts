import { code, type Name } from '../../printer/code.js';
import { privateFunction } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { functionType, generic, readonlyArray } from '../../printer/types.js';
import { returns } from '../../printer/values.js';
import { runtimeName } from '../schema-terms/tests.js';

/** Helper that gives a schema the type of its values. A bundler removes a call of it that is not used. */
export function typedFunction(name: Name, type: Name): Declaration {
  const result = generic(code`${type}.TUnsafe`, [code`Value`]);
  return privateFunction(name, {
    docs: [code`Creates a schema of the given type.`],
    typeParameters: [code`Value`],
    parameters: [{ name: code`make`, type: functionType([], code`${type}.TSchema`) }],
    returnType: result,
    statements: [returns(code`${type}.Unsafe<Value>(make())`)],
  });
}

/** Helper that creates the definitions of a cycle. A bundler removes a call of it that is not used. */
export function togetherFunction(name: Name, type: Name): Declaration {
  return privateFunction(name, {
    docs: [code`Creates schemas that refer to each other by their names.`],
    parameters: [{ name: code`make`, type: functionType([], code`${type}.TProperties`) }],
    returnType: code`${type}.TProperties`,
    statements: [returns(code`make()`)],
  });
}

/** Helper that adds the violations of a generated check. */
export function beyondFunction(name: Name, type: Name, scope: FileScope): Declaration {
  const violation = runtimeName(scope, 'Violation', true);
  const text = runtimeName(scope, 'violationText');
  const value = { label: code`value`, type: code`unknown` };
  return privateFunction(name, {
    docs: [
      code`Adds the violations that the generated check finds, for keywords that TypeBox cannot express.`,
    ],
    parameters: [
      { name: code`schema`, type: code`${type}.TSchema` },
      { name: code`check`, type: functionType([value], readonlyArray(violation)) },
    ],
    returnType: code`${type}.TSchema`,
    statements: [
      code`return ${type}.Refine(
  schema,
  (value) => check(value).length === 0,
  (value) => check(value).map(${text}).join('; '),
);`,
    ],
  });
}
