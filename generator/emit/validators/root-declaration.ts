import { identifierName, isIdentifier } from '../../plan/names.js';
import { code, identifier, join, stringLiteral, type Code } from '../code.js';
import type { KeyedRoot } from './compile-checks.js';
import type { CheckFunction } from './frame.js';
import type { FilePrinting } from './printing.js';

const printWidth = 100;

/** What a named schema exports: guard, full check, assertion. Anything else is a constant for the tables of checks. */
export function rootDeclaration(
  root: KeyedRoot,
  names: CheckFunction,
  printing: FilePrinting,
): Code {
  const { name } = names;
  const report = violations(root, names, printing);
  const listed = code`readonly ${printing.runtimeType('Violation')}[]`;
  if (root.constant !== undefined) {
    const type = printing.runtimeType('Check');
    const lines = [
      code`const ${root.constant}: ${type} = {`,
      code`  is: (value) => ${name}(value),`,
      ...arrow(code`  report: (value) =>`, report, code`,`, 2),
      code`};`,
    ];
    return join(lines, '\n');
  }
  const proves = root.type === undefined ? code`boolean` : code`value is ${root.type}`;
  const what = plain(root.name);
  const lines = [
    code`/** Whether a value is what the description calls ${what}; below, every violation of it. */`,
    ...exportedArrow(root.guard, proves, { call: code`${name}(value)` }),
    ...exportedArrow(root.report, listed, report),
  ];
  if (root.assert !== undefined && root.type !== undefined) {
    const type = code`${printing.runtimeType('Assertion')}<${root.type}>`;
    const call = code`/* @__PURE__ */ ${printing.runtime('assertion')}`;
    lines.push(
      assigned(code`export const ${root.assert}: ${type} =`, call, [
        stringLiteral(root.name),
        root.report,
      ]),
    );
  }
  return join(lines, '\n');
}

/** What a function answers: a call, for what a guard has refused where there is one. */
interface Answer {
  readonly guard?: Code;
  readonly call: Code;
}

/** Guards are faster than reports, above all where they call themselves; where much is looked at, once has to do. */
function violations(root: KeyedRoot, names: CheckFunction, printing: FilePrinting): Answer {
  const place = printing.placeOf(root.key);
  const given = code`${names.name}, value, ${printing.description()}, ${place}`;
  const call = code`${printing.runtime('violationsOf')}(${given})`;
  if (printing.isLooping(root.key) && !names.recursive) return { call };
  return { guard: code`${names.name}(value)`, call };
}

/** Names of schemas are document text: in prose only their letters matter. */
function plain(name: string): Code {
  return isIdentifier(name) ? identifier(identifierName(name)) : code`the value`;
}

/** `export const isPolicy = (value: unknown): value is Policy => fitsPolicy(value);`. */
function exportedArrow(name: Code, returns: Code, body: Answer): readonly Code[] {
  const start = code`export const ${name} = (value: unknown): ${returns} =>`;
  if (start.length <= printWidth) return arrow(start, body, code`;`, 0);
  const end = code`): ${returns} =>`;
  return [code`export const ${name} = (`, code`  value: unknown,`, ...arrow(end, body, code`;`, 0)];
}

/** What an arrow answers: behind it, or on the next line. */
function arrow(start: Code, answer: Answer, end: Code, indent: number): readonly Code[] {
  const { guard, call } = answer;
  const body = guard === undefined ? call : code`${guard} ? [] : ${call}`;
  const line = code`${start} ${guard === undefined ? body : code`(${body})`}${end}`;
  if (line.length <= printWidth) return [line];
  const inner = ' '.repeat(indent + 2) as Code;
  const below = code`${inner}${body}${end}`;
  if (below.length <= printWidth) return [start, below];
  if (guard === undefined) return [start, ...brokenCall(inner, inner, call, end)];
  const deeper = code`${inner}  `;
  const last = code`${deeper}: ${call}${end}`;
  return [
    start,
    code`${inner}${guard}`,
    code`${deeper}? []`,
    ...(last.length <= printWidth
      ? [last]
      : brokenCall(code`${deeper}: `, code`${deeper}  `, call, end)),
  ];
}

/** A call with its arguments one below the other. */
function brokenCall(start: Code, indent: Code, call: Code, end: Code): readonly Code[] {
  const opening = call.indexOf('(');
  const values = call.slice(opening + 1, -1).split(', ');
  return [
    code`${start}${call.slice(0, opening) as Code}(`,
    ...values.map((value) => code`${indent}  ${value as Code},`),
    code`${indent})${end}`,
  ];
}

/** What follows `=`: on the same line, on a line of its own, or with its arguments one below the other. */
export function assigned(start: Code, call: Code, values: readonly Code[]): Code {
  const flat = code`${call}(${join(values, ', ')});`;
  if (start.length + 1 + flat.length <= printWidth) return code`${start} ${flat}`;
  const isShort = start.length + 1 + call.length + 1 <= printWidth;
  if (!isShort && flat.length + 2 <= printWidth) return code`${start}\n  ${flat}`;
  const indent = isShort ? code`` : code`  `;
  const lines = values.map((value) => code`${indent}  ${value},`);
  const broken = code`${call}(\n${lines}\n${indent});`;
  return isShort ? code`${start} ${broken}` : code`${start}\n  ${broken}`;
}
