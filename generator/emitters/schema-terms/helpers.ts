import { code, stringLiteral, type Code, type Leaf, type Name } from '../../printer/code.js';
import { privateFunction } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { functionType, readonlyArray, readonlyTuple } from '../../printer/types.js';
import { objectLines, returns } from '../../printer/values.js';
import { constraintMessage, type Constraint } from './constraints.js';
import { runtimeName } from './tests.js';

/** What creates a schema on first use in a library. */
export interface LazyParts {
  /** Type of any schema. */
  readonly schema: Leaf;
  /** Type of the schema of a type. */
  of(value: Leaf): Code;
  /** Function of the library that takes the function that creates the schema. */
  readonly lazy: Leaf;
}

/**
 * Helper that creates a schema on first use. Schemas may be recursive, and the import remains
 * cheap.
 */
export function lazilyFunction(name: Name, { schema, of, lazy }: LazyParts): Declaration {
  const type = of(code`Value`);
  return privateFunction(name, {
    docs: [code`Creates a schema of the given type when it is first used.`],
    typeParameters: [code`Value`],
    parameters: [{ name: code`make`, type: functionType([], schema) }],
    returnType: type,
    statements: [code`const schema: ${schema} = ${lazy}(make);`, returns(code`schema as ${type}`)],
  });
}

/** Helper of the Zod family that adds the violations of a generated check. `context` is the type of a refinement's context. */
export function beyondFunction(name: Name, scope: FileScope, context: Leaf): Declaration {
  const violation = runtimeName(scope, 'Violation', true);
  const issues = runtimeName(scope, 'standardIssues');
  const value = { label: code`value`, type: code`unknown` };
  return privateFunction(name, {
    docs: [
      code`Adds the violations that the generated check finds, for keywords that Zod cannot express.`,
    ],
    parameters: [{ name: code`check`, type: functionType([value], readonlyArray(violation)) }],
    returnType: functionType([value, { label: code`context`, type: context }], code`void`),
    statements: [
      code`return (value, context) => {
  for (const { message, path } of ${issues}(value, check(value))) {
    context.addIssue({ code: ${stringLiteral('custom')}, message, path: [...path] });
  }
};`,
    ],
  });
}

/** Helper of the Zod family that types schemas as members of a discriminated union. */
export function discriminableFunction(name: Name, zod: Name): Declaration {
  const someOf = (type: Leaf): Code => readonlyTuple([type, code`...${type}[]`]);
  const type = someOf(code`${zod}.core.$ZodTypeDiscriminable`);
  return privateFunction(name, {
    docs: [code`Types schemas as members of a discriminated union.`],
    parameters: [{ name: code`schemas`, type: someOf(code`${zod}.core.$ZodType`) }],
    returnType: type,
    statements: [returns(code`schemas as ${type}`)],
  });
}

/** Message of a refinement of Zod 4 and Zod Mini. `abort` prevents the following pattern test on text that is too long. */
export function refineOptions(constraint: Constraint): Code {
  const value = stringLiteral(constraintMessage(constraint));
  const { keyword } = constraint;
  if (keyword !== 'minLength' && keyword !== 'maxLength') return value;
  return objectLines([
    { key: code`error`, value },
    { key: code`abort`, value: code`true` },
  ]);
}
