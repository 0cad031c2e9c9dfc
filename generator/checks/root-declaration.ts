import { identifierName, isIdentifier } from '../plan/names.js';
import { code, identifier, join, stringLiteral, type Text as Code } from '../printer/code.js';
import type { KeyedRoot } from './compile-checks.js';
import type { CheckFunction } from './emit-context.js';
import type { ValidatorFile } from './file-context.js';

const printWidth = 100;

/**
 * Declarations of a named schema: guard, reporting check, assertion, Standard Schema. An unnamed
 * one has only a constant. Only the guard has a doc comment, because the types of the others are
 * self-explanatory.
 */
export function rootDeclaration(root: KeyedRoot, names: CheckFunction, file: ValidatorFile): Code {
  if (root.constant !== undefined) return constantDeclaration(root, root.constant, names, file);
  const { guard, report, assert, standard, type } = root;
  const returnType = type === undefined ? code`boolean` : code`value is ${type}`;
  const violationsType = code`readonly ${file.runtimeType('Violation')}[]`;
  const lines = [
    code`/** ${guardDocs(root)} */`,
    ...exportedArrow(guard, returnType, guardCall(names, file)),
    ...exportedArrow(report, violationsType, violations(root, names, file)),
  ];
  if (assert !== undefined && type !== undefined) {
    const call = code`/* @__PURE__ */ ${file.runtime('assertion')}`;
    const start = code`export const ${assert}: ${file.runtimeType('Assertion')}<${type}> =`;
    lines.push(assignment(start, call, [stringLiteral(root.name), report]));
  }
  if (standard !== undefined && type !== undefined) {
    const call = code`/* @__PURE__ */ ${file.runtime('standardSchema')}`;
    const declared = code`${file.runtimeType('CheckedSchema')}<${type}>`;
    lines.push(assignment(code`export const ${standard}: ${declared} =`, call, [guard, report]));
  }
  return join(lines, '\n');
}

/** Declaration such as `const limitCheck: Check = checkOf(fitsLimit, description, '#/…');`. */
function constantDeclaration(
  root: KeyedRoot,
  constant: Code,
  names: CheckFunction,
  file: ValidatorFile,
): Code {
  const isDeep = file.isBounded(names.key);
  const call = code`/* @__PURE__ */ ${file.runtime(isDeep ? 'deepCheckOf' : 'checkOf')}`;
  const values = [names.name, ...locationArgument(root, names, file)];
  return assignment(code`const ${constant}: ${file.runtimeType('Check')} =`, call, values);
}

/** Call that an arrow function returns. */
interface ReturnedCall {
  readonly function: Code;
  readonly arguments: readonly Code[];
}

/** Call of a guard. A recursive check needs a depth limit. */
function guardCall(names: CheckFunction, file: ValidatorFile): ReturnedCall {
  return file.isBounded(names.key)
    ? { function: file.runtime('accepts'), arguments: [names.name, code`value`] }
    : { function: names.name, arguments: [code`value`] };
}

function violations(root: KeyedRoot, names: CheckFunction, file: ValidatorFile): ReturnedCall {
  const location = locationArgument(root, names, file);
  return {
    function: file.runtime(file.isBounded(root.key) ? 'deepViolationsOf' : 'violationsOf'),
    arguments: [names.name, code`value`, ...location],
  };
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
 * Declaration such as
 * `export const isPolicy = (value: unknown): value is Policy => fitsPolicy(value);`.
 */
function exportedArrow(name: Code, returns: Code, body: ReturnedCall): readonly Code[] {
  const start = code`export const ${name} = (value: unknown): ${returns} =>`;
  if (start.length <= printWidth) return arrow(start, body);
  return [
    code`export const ${name} = (`,
    code`  value: unknown,`,
    ...arrow(code`): ${returns} =>`, body),
  ];
}

/** Lays out the returned call: after the arrow, or on the next line. */
function arrow(start: Code, answer: ReturnedCall): readonly Code[] {
  const call = code`${answer.function}(${join(answer.arguments, ', ')});`;
  const line = code`${start} ${call}`;
  if (line.length <= printWidth) return [line];
  const indented = code`  ${call}`;
  if (indented.length <= printWidth) return [start, indented];
  return [
    start,
    code`  ${answer.function}(`,
    ...answer.arguments.map((value) => code`    ${value},`),
    code`  );`,
  ];
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
