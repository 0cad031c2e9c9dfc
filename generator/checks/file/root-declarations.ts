import { identifierName, isIdentifier } from '../../plan/names/names.js';
import {
  code,
  identifier,
  stringLiteral,
  textOf,
  type Code,
  type Leaf,
} from '../../printer/code.js';
import {
  constant,
  declaredConstant,
  declaredFunction,
  exportedConstant,
  exportedFunction,
  inferredConstant,
} from '../../printer/declare.js';
import type { Declaration } from '../../printer/source-file.js';
import { generic } from '../../printer/types.js';
import { arrow, call, pureCall, returns } from '../../printer/values.js';
import type { CheckRoot, KeyedRoot } from '../compile-checks.js';
import { valueName, type CheckFunction } from '../emit-context.js';
import type { ValidatorFile } from './validator-file.js';

/**
 * Declarations of a named schema: the guard, and an object with the full check, the assertion and the
 * Standard Schema. An unnamed one has only a constant. Only the guard has a doc comment, because the
 * type of the object is self-explanatory.
 */
export function rootDeclarations(
  root: KeyedRoot,
  names: CheckFunction,
  file: ValidatorFile,
): readonly Declaration[] {
  if (root.constant !== undefined) return [constantDeclaration(root, root.constant, names, file)];
  const { guard, schema, definition } = root;
  const isBounded = file.isBounded(names.key);
  // A recursive check needs a depth limit.
  const result = isBounded
    ? call(file.runtime('accepts'), [names.name, valueName])
    : call(names.name, [valueName]);
  const guardDeclaration = file.isTyped
    ? exportedFunction(guard, { ...guardSignature(root), statements: [returns(result)] })
    : inferredConstant(guard, arrow([valueName], result));
  if (schema === undefined) return [guardDeclaration];
  const create = file.runtime(isBounded ? 'recursiveSchema' : 'schema');
  const created = pureCall(create, [
    stringLiteral(root.name),
    names.name,
    ...locationArgument(root, names, file),
  ]);
  const initializer =
    definition === undefined
      ? created
      : pureCall(file.runtime('describedSchema'), [created, definition]);
  const schemaType = definition === undefined ? 'Schema' : 'DescribedSchema';
  const schemaDeclaration = file.isTyped
    ? exportedConstant(schema, schemaTypeOf(root, file.runtimeType(schemaType)), initializer)
    : inferredConstant(schema, initializer);
  return [guardDeclaration, schemaDeclaration];
}

/**
 * Types of the declarations of a named schema, for the declarations beside a JavaScript file.
 * `schemaType` is the name of the type of schema objects.
 */
export function rootTypes(
  root: Pick<CheckRoot, 'guard' | 'schema' | 'type' | 'name'>,
  schemaType: Leaf,
): readonly Declaration[] {
  const { guard, schema } = root;
  const guardDeclaration = declaredFunction(guard, guardSignature(root));
  if (schema === undefined) return [guardDeclaration];
  return [guardDeclaration, declaredConstant(schema, schemaTypeOf(root, schemaType))];
}

function guardSignature(root: Pick<CheckRoot, 'name' | 'type'>) {
  return {
    docs: [guardDocs(root)],
    parameters: [{ name: valueName, type: code`unknown` }],
    returnType: root.type === undefined ? code`boolean` : code`value is ${root.type}`,
  };
}

function schemaTypeOf({ type }: Pick<CheckRoot, 'type'>, schemaType: Leaf): Code {
  return generic(schemaType, [type ?? code`unknown`]);
}

/** Declaration such as `const limitCheck: Check = checkOf(matchesLimit, '#/…');`. */
function constantDeclaration(
  root: KeyedRoot,
  name: Leaf,
  names: CheckFunction,
  file: ValidatorFile,
): Declaration {
  const create = file.runtime(file.isBounded(names.key) ? 'recursiveCheckOf' : 'checkOf');
  const type = file.isTyped ? file.runtimeType('Check') : undefined;
  return constant(
    name,
    type,
    pureCall(create, [names.name, ...locationArgument(root, names, file)]),
  );
}

/** Location argument, unless the function embeds its location. */
function locationArgument(
  root: KeyedRoot,
  names: CheckFunction,
  file: ValidatorFile,
): readonly Code[] {
  return names.embedsLocation ? [] : [stringLiteral(file.locationOf(root.key))];
}

/** Doc comment of a guard. Schema names are document text: only valid identifiers appear in it. */
function guardDocs({ name, type }: Pick<CheckRoot, 'name' | 'type'>): Leaf {
  if (type !== undefined && isIdentifier(textOf(type)))
    return code`Type guard for {@link ${type}}.`;
  return isIdentifier(name)
    ? code`True if a value matches the schema ${identifier(identifierName(name))}.`
    : code`True if a value matches the schema.`;
}
