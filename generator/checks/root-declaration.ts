import { identifierName, isIdentifier } from '../plan/names.js';
import { code, identifier, join, stringLiteral, type Text as Code } from '../printer/code.js';
import type { CheckRoot, KeyedRoot } from './compile-checks.js';
import type { CheckFunction } from './emit-context.js';
import type { ValidatorFile } from './file-context.js';

const printWidth = 100;

/**
 * Declarations of a named schema: the guard, and an object with the full check, the assertion and the
 * Standard Schema. An unnamed one has only a constant. Only the guard has a doc comment, because the
 * type of the object is self-explanatory.
 */
export function rootDeclaration(root: KeyedRoot, names: CheckFunction, file: ValidatorFile): Code {
  if (root.constant !== undefined) return constantDeclaration(root, root.constant, names, file);
  const { guard, schema } = root;
  const isBounded = file.isBounded(names.key);
  // A recursive check needs a depth limit.
  const call = isBounded
    ? code`${file.runtime('accepts')}(${names.name}, value)`
    : code`${names.name}(value)`;
  const lines = file.isTyped
    ? [
        code`/** ${guardDocs(root)} */`,
        ...functionHead(guard, returnTypeOf(root)),
        code`  return ${call};`,
        code`}`,
      ]
    : [untypedGuard(guard, call)];
  if (schema !== undefined) {
    const create = file.runtime(isBounded ? 'recursiveSchema' : 'schema');
    const schemaType = file.isTyped
      ? code`: ${schemaTypeOf(root, file.runtimeType('Schema'))}`
      : code``;
    const values = [stringLiteral(root.name), names.name, ...locationArgument(root, names, file)];
    lines.push(
      assignment(
        code`export const ${schema}${schemaType} =`,
        code`/* @__PURE__ */ ${create}`,
        values,
      ),
    );
  }
  return join(lines, '\n');
}

/**
 * Types of the declarations of a named schema, for the declarations beside a JavaScript file.
 * `schemaType` is the name of the type of schema objects.
 */
export function rootTypes(
  root: Pick<CheckRoot, 'guard' | 'schema' | 'type' | 'name'>,
  schemaType: Code,
): Code {
  const { guard, schema } = root;
  const [start, end] = [code`export declare function ${guard}(`, code`): ${returnTypeOf(root)};`];
  const flat = code`${start}value: unknown${end}`;
  const lines = [
    code`/** ${guardDocs(root)} */`,
    flat.length <= printWidth ? flat : code`${start}\n  value: unknown,\n${end}`,
  ];
  if (schema !== undefined)
    lines.push(code`export declare const ${schema}: ${schemaTypeOf(root, schemaType)};`);
  return join(lines, '\n');
}

function returnTypeOf({ type }: Pick<CheckRoot, 'type'>): Code {
  return type === undefined ? code`boolean` : code`value is ${type}`;
}

function schemaTypeOf({ type }: Pick<CheckRoot, 'type'>, schemaType: Code): Code {
  return code`${schemaType}<${type ?? code`unknown`}>`;
}

function functionHead(name: Code, returns: Code): readonly Code[] {
  const start = code`export function ${name}(value: unknown): ${returns} {`;
  if (start.length <= printWidth) return [start];
  return [code`export function ${name}(`, code`  value: unknown,`, code`): ${returns} {`];
}

function untypedGuard(name: Code, call: Code): Code {
  const start = code`export const ${name} = (value) =>`;
  const isShort = start.length + 1 + call.length + 1 <= printWidth;
  return isShort ? code`${start} ${call};` : code`${start}\n  ${call};`;
}

/** Declaration such as `const limitCheck: Check = checkOf(matchesLimit, '#/…');`. */
function constantDeclaration(
  root: KeyedRoot,
  constant: Code,
  names: CheckFunction,
  file: ValidatorFile,
): Code {
  const isBounded = file.isBounded(names.key);
  const call = code`/* @__PURE__ */ ${file.runtime(isBounded ? 'recursiveCheckOf' : 'checkOf')}`;
  const values = [names.name, ...locationArgument(root, names, file)];
  const type = file.isTyped ? code`: ${file.runtimeType('Check')}` : code``;
  return assignment(code`const ${constant}${type} =`, call, values);
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
function guardDocs({ name, type }: Pick<CheckRoot, 'name' | 'type'>): Code {
  if (type !== undefined && isIdentifier(type)) return code`Type guard for {@link ${type}}.`;
  return isIdentifier(name)
    ? code`True if a value matches the schema ${identifier(identifierName(name))}.`
    : code`True if a value matches the schema.`;
}

/**
 * Lays out an initializer: on the same line, on the next line, or with one line for each argument.
 */
function assignment(start: Code, call: Code, values: readonly Code[]): Code {
  const flat = code`${call}(${join(values, ', ')});`;
  if (start.length + 1 + flat.length <= printWidth) return code`${start} ${flat}`;
  const isShort = start.length + 1 + call.length + 1 <= printWidth;
  if (!isShort && flat.length + 2 <= printWidth) return code`${start}\n  ${flat}`;
  const indent = isShort ? code`` : code`  `;
  const lines = values.map((value) => code`${indent}  ${value},`);
  const multiline = code`${call}(\n${lines}\n${indent});`;
  return isShort ? code`${start} ${multiline}` : code`${start}\n  ${multiline}`;
}
