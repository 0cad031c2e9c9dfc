import { identifierName, isIdentifier } from '../plan/names.js';
import { code, identifier, join, stringLiteral, type Text as Code } from '../printer/code.js';
import type { KeyedRoot } from './compile-checks.js';
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
  const { guard, schema, type } = root;
  const returnType = type === undefined ? code`boolean` : code`value is ${type}`;
  const isBounded = file.isBounded(names.key);
  // A recursive check needs a depth limit.
  const call = isBounded
    ? code`${file.runtime('accepts')}(${names.name}, value)`
    : code`${names.name}(value)`;
  const lines = [
    code`/** ${guardDocs(root)} */`,
    ...functionHead(guard, returnType),
    code`  return ${call};`,
    code`}`,
  ];
  if (schema !== undefined) {
    const create = file.runtime(isBounded ? 'recursiveSchema' : 'schema');
    const schemaType = code`${file.runtimeType('Schema')}<${type ?? code`unknown`}>`;
    const values = [stringLiteral(root.name), names.name, ...locationArgument(root, names, file)];
    lines.push(
      assignment(
        code`export const ${schema}: ${schemaType} =`,
        code`/* @__PURE__ */ ${create}`,
        values,
      ),
    );
  }
  return join(lines, '\n');
}

function functionHead(name: Code, returns: Code): readonly Code[] {
  const start = code`export function ${name}(value: unknown): ${returns} {`;
  if (start.length <= printWidth) return [start];
  return [code`export function ${name}(`, code`  value: unknown,`, code`): ${returns} {`];
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
  return assignment(code`const ${constant}: ${file.runtimeType('Check')} =`, call, values);
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
function guardDocs({ name, type }: KeyedRoot): Code {
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
