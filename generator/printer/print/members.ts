import { code, isLeaf, textOf, type Code } from '../code.js';
import { flat } from '../flat.js';
import { isCode } from '../syntax.js';
import { assignedLine, fitsUnchanged, typedLine } from './lines.js';
import { printDoc } from './print-doc.js';
import { bodyLines } from './statements.js';
import { signatureDoc, signatureText, typeParametersText } from './parameters.js';
import type { Field, Index, Parameter, Property, TypeParameter } from './structures.js';

/** Doc comments, each followed by a line break. */
export function docComments(docs: readonly unknown[] | undefined, depth: number): string {
  let out = '';
  for (const doc of docs ?? []) {
    if (!isCode(doc) || !isLeaf(doc)) throw new Error('a doc comment is text');
    out += `${docComment(textOf(doc), depth)}\n${' '.repeat(depth)}`;
  }
  return out;
}

function docComment(text: string, depth: number): string {
  if (!text.includes('\n')) return `/** ${text} */`;
  const start = `\n${' '.repeat(depth)} *`;
  let out = '/**';
  // A leading line break replaces the one after the opening of the comment.
  for (let at = text.startsWith('\n') ? 1 : 0, end = 0; end >= 0; at = end + 1) {
    end = text.indexOf('\n', at);
    const line = end < 0 ? text.slice(at) : text.slice(at, end);
    out += line === '' ? start : `${start} ${line}`;
  }
  return `${out}${start}/`;
}

/** Modifiers of a declaration or a member, in the order of the syntax. */
export function modifiers(structure: {
  readonly isExported?: boolean | undefined;
  readonly hasDeclareKeyword?: boolean | undefined;
  readonly isAbstract?: boolean | undefined;
  readonly scope?: string | undefined;
  readonly isStatic?: boolean | undefined;
  readonly hasOverrideKeyword?: boolean | undefined;
  readonly isAsync?: boolean | undefined;
  readonly isReadonly?: boolean | undefined;
}): string {
  let words = structure.isExported === true ? 'export ' : '';
  if (structure.hasDeclareKeyword === true) words += 'declare ';
  if (structure.scope !== undefined) words += `${structure.scope} `;
  if (structure.isAbstract === true) words += 'abstract ';
  if (structure.isStatic === true) words += 'static ';
  if (structure.hasOverrideKeyword === true) words += 'override ';
  if (structure.isAsync === true) words += 'async ';
  if (structure.isReadonly === true) words += 'readonly ';
  return words;
}

/** Prints a property of an interface. */
export function propertyLine(property: Property, depth: number): string {
  const before = `${modifiers(property)}${flat(property.name)}${property.hasQuestionToken === true ? '?' : ''}`;
  const comments = docComments(property.docs, depth);
  if (property.type === undefined) return `${comments}${before};`;
  return comments + typedLine(before, ':', property.type, ';', depth);
}

/** Prints an index signature. */
export function indexLine(index: Index, depth: number): string {
  const before = `${modifiers(index)}[${flat(index.keyName ?? code`key`)}: ${flat(index.keyType ?? code`string`)}]`;
  return (
    docComments(index.docs, depth) +
    typedLine(before, ':', index.returnType ?? code`unknown`, ';', depth)
  );
}

/** Prints a property of a class. */
export function fieldLine(field: Field, depth: number): string {
  const mark =
    field.hasQuestionToken === true ? '?' : field.hasExclamationToken === true ? '!' : '';
  const before = `${modifiers(field)}${flat(field.name)}${mark}`;
  const comments = docComments(field.docs, depth);
  const { type, initializer } = field;
  if (initializer !== undefined)
    return comments + assignedLine(before, type, initializer, ';', depth);
  return comments + (type === undefined ? `${before};` : typedLine(before, ':', type, ';', depth));
}

/** Prints `before<T>(parameters): result`, followed by `after`. */
export function signatureLine(
  before: string,
  signature: {
    readonly typeParameters?: readonly (TypeParameter | Code)[] | undefined;
    readonly parameters?: readonly Parameter[] | undefined;
    readonly returnType?: Code | undefined;
  },
  after: string,
  depth: number,
): string {
  const { typeParameters, parameters } = signature;
  const result = signature.returnType;
  const line = `${before}${typeParametersText(typeParameters)}${signatureText(parameters, result)}${after}`;
  if (fitsUnchanged(line, depth)) return line;
  return printDoc([before, signatureDoc(typeParameters, parameters, result), after], depth);
}

/** Prints a signature with a body. The opening brace, or both braces of an empty body, must fit on its line. */
export function bodiedLines(
  before: string,
  member: Parameters<typeof signatureLine>[1] & { readonly statements?: unknown },
  depth: number,
): string {
  const { statements } = member;
  const list: readonly unknown[] =
    statements === undefined ? [] : Array.isArray(statements) ? statements : [statements];
  const head = signatureLine(before, member, list.length === 0 ? ' {}' : ' {', depth);
  return list.length === 0 ? head : head.slice(0, -1) + block(list, depth);
}

function block(list: readonly unknown[], depth: number): string {
  const statements = list.map((statement) => {
    if (!isCode(statement)) throw new Error('a statement is code');
    return statement;
  });
  return `{\n${bodyLines(statements, depth + 2).join('\n')}\n${' '.repeat(depth)}}`;
}
