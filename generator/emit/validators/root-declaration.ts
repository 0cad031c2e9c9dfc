import { identifierName, isIdentifier } from '../../plan/names.js';
import { code, identifier, join, stringLiteral, type Code } from '../code.js';
import type { KeyedRoot } from './compile-checks.js';
import type { CheckFunction } from './frame.js';
import type { FilePrinting } from './printing.js';

const printWidth = 100;

/**
 * What a named schema exports: guard, full check, assertion, Standard Schema; or the constant of an unnamed one. Only the
 * first has a comment: the types of the others say the rest.
 */
export function rootDeclaration(
  root: KeyedRoot,
  names: CheckFunction,
  printing: FilePrinting,
): Code {
  if (root.constant !== undefined) return constantDeclaration(root, root.constant, names, printing);
  const { guard, report, assert, standard, type } = root;
  const proves = type === undefined ? code`boolean` : code`value is ${type}`;
  const listed = code`readonly ${printing.runtimeType('Violation')}[]`;
  const what = plain(root.name);
  const lines = [
    code`/** Whether a value is what the description calls ${what}. */`,
    ...exportedArrow(guard, proves, guardAnswer(names, printing)),
    ...exportedArrow(report, listed, violations(root, names, printing)),
  ];
  if (assert !== undefined && type !== undefined) {
    const call = code`/* @__PURE__ */ ${printing.runtime('assertion')}`;
    const start = code`export const ${assert}: ${printing.runtimeType('Assertion')}<${type}> =`;
    lines.push(assigned(start, call, [stringLiteral(root.name), report]));
  }
  if (standard !== undefined && type !== undefined) {
    const call = code`/* @__PURE__ */ ${printing.runtime('standardSchema')}`;
    const declared = code`${printing.runtimeType('CheckedSchema')}<${type}>`;
    lines.push(assigned(code`export const ${standard}: ${declared} =`, call, [guard, report]));
  }
  return join(lines, '\n');
}

/** `const limitCheck: Check = checkOf(fitsLimit, description, '#/…');`. */
function constantDeclaration(
  root: KeyedRoot,
  constant: Code,
  names: CheckFunction,
  printing: FilePrinting,
): Code {
  const isDeep = printing.isBounded(names.key);
  const call = code`/* @__PURE__ */ ${printing.runtime(isDeep ? 'deepCheckOf' : 'checkOf')}`;
  const values = [names.name, ...placeOf(root, names, printing)];
  return assigned(code`const ${constant}: ${printing.runtimeType('Check')} =`, call, values);
}

/** The call that an arrow answers. */
interface Answer {
  readonly function: Code;
  readonly arguments: readonly Code[];
}

/** Data may nest too deeply for a check that leads back to itself. */
function guardAnswer(names: CheckFunction, printing: FilePrinting): Answer {
  return printing.isBounded(names.key)
    ? { function: printing.runtime('accepts'), arguments: [names.name, code`value`] }
    : { function: names.name, arguments: [code`value`] };
}

function violations(root: KeyedRoot, names: CheckFunction, printing: FilePrinting): Answer {
  const place = placeOf(root, names, printing);
  return {
    function: printing.runtime(printing.isBounded(root.key) ? 'deepViolationsOf' : 'violationsOf'),
    arguments: [names.name, code`value`, ...place],
  };
}

/** Where the schema is written, unless the function says so itself. */
function placeOf(root: KeyedRoot, names: CheckFunction, printing: FilePrinting): readonly Code[] {
  return names.placed ? [] : [stringLiteral(printing.placeOf(root.key))];
}

/** Names of schemas are document text: in prose only their letters matter. */
function plain(name: string): Code {
  return isIdentifier(name) ? identifier(identifierName(name)) : code`the value`;
}

/** `export const isPolicy = (value: unknown): value is Policy => fitsPolicy(value);`. */
function exportedArrow(name: Code, returns: Code, body: Answer): readonly Code[] {
  const start = code`export const ${name} = (value: unknown): ${returns} =>`;
  if (start.length <= printWidth) return arrow(start, body);
  return [
    code`export const ${name} = (`,
    code`  value: unknown,`,
    ...arrow(code`): ${returns} =>`, body),
  ];
}

/** What an arrow answers: behind it, or on the next line. */
function arrow(start: Code, answer: Answer): readonly Code[] {
  const call = code`${answer.function}(${join(answer.arguments, ', ')});`;
  const line = code`${start} ${call}`;
  if (line.length <= printWidth) return [line];
  const below = code`  ${call}`;
  if (below.length <= printWidth) return [start, below];
  return [
    start,
    code`  ${answer.function}(`,
    ...answer.arguments.map((value) => code`    ${value},`),
    code`  );`,
  ];
}

/** What follows `=`: on the same line, on a line of its own, or with its arguments one below the other. */
function assigned(start: Code, call: Code, values: readonly Code[]): Code {
  const flat = code`${call}(${join(values, ', ')});`;
  if (start.length + 1 + flat.length <= printWidth) return code`${start} ${flat}`;
  const isShort = start.length + 1 + call.length + 1 <= printWidth;
  if (!isShort && flat.length + 2 <= printWidth) return code`${start}\n  ${flat}`;
  const indent = isShort ? code`` : code`  `;
  const lines = values.map((value) => code`${indent}  ${value},`);
  const broken = code`${call}(\n${lines}\n${indent});`;
  return isShort ? code`${start} ${broken}` : code`${start}\n  ${broken}`;
}
