import { code } from '../code.js';
import type { Declaration } from '../source-file.js';
import { flat } from '../flat.js';
import { isCode } from '../syntax.js';
import { structureKinds } from '../structure-kinds.js';
import { printClass } from './classes.js';
import { printFunction } from './functions.js';
import { printInterface } from './interfaces.js';
import { docComments, modifiers } from './members.js';
import { assignedLine, fitsUnchanged, typedLine } from './lines.js';
import { statementLines } from './statements.js';
import { group, indent, indentAfter, line, separated, whenBroken, type Doc } from '../layout.js';
import { printDoc } from './print-doc.js';
import { typeAfter, layOut } from './syntax-layout.js';
import { typeParametersDoc, typeParametersText } from './parameters.js';
import type { Alias, ExportList, ImportList, Variables } from './structures.js';

/** Prints declarations separated by empty lines, except between imports. */
export function printDeclarations(declarations: readonly Declaration[]): string {
  // Joined once, because incremental concatenation keeps all intermediate strings alive.
  const parts: string[] = [];
  let previous: Declaration | undefined;
  for (const declaration of declarations) {
    const text = printDeclaration(declaration);
    if (previous !== undefined) parts.push(isLinked(previous, declaration) ? '\n' : '\n\n');
    parts.push(text);
    previous = declaration;
  }
  if (parts.length === 0) return '';
  parts.push('\n');
  return parts.join('');
}

/** True between imports, and between exports from other modules. */
function isLinked(first: Declaration, second: Declaration): boolean {
  return (
    !isCode(first) &&
    !isCode(second) &&
    (first.kind === structureKinds.import || first.kind === structureKinds.export) &&
    first.kind === second.kind
  );
}

/** Prints a declaration, without a line break at its end. */
export function printDeclaration(declaration: Declaration): string {
  if (isCode(declaration)) return statementLines(declaration, 0);
  switch (declaration.kind) {
    case structureKinds.interface:
      return printInterface(declaration);
    case structureKinds.typeAlias:
      return printAlias(declaration);
    case structureKinds.variables:
      return printVariables(declaration);
    case structureKinds.function:
      return printFunction(declaration);
    case structureKinds.class:
      return printClass(declaration);
    case structureKinds.import:
      return printImport(declaration);
    case structureKinds.export:
      return printExport(declaration);
  }
  throw new Error('a declaration is of a kind that emitters use');
}

function printAlias(alias: Alias): string {
  const head = `${docComments(alias.docs, 0)}${modifiers(alias)}type ${flat(alias.name)}`;
  const start = lastLine(head);
  const oneLine = `${start}${typeParametersText(alias.typeParameters)} = ${flat(alias.type)};`;
  const before = head.slice(0, head.length - start.length);
  if (fitsUnchanged(oneLine, 0)) return before + oneLine;
  const left: Doc = [start, typeParametersDoc(alias.typeParameters)];
  const { type } = alias;
  if (typeof type === 'object' && type.kind === 'union')
    return before + printDoc([left, typeAfter(' =', type), ';'], 0);
  // Parameters with constraints or defaults break before anything else.
  const names = typeParametersText(alias.typeParameters);
  if (names.includes(' extends ') || names.includes(' = '))
    return before + printDoc([left, ' = ', layOut(type), ';'], 0);
  const gap = group(indent(line));
  const right = indentAfter(gap, layOut(type));
  return before + printDoc([left, ' =', gap, right, ';'], 0);
}

function printVariables(statement: Variables): string {
  const [first, ...others] = statement.declarations;
  if (first === undefined || others.length > 0)
    throw new Error('a statement declares one variable');
  const comments = docComments(statement.docs, 0);
  const before = `${modifiers(statement)}${statement.declarationKind ?? 'let'} ${flat(first.name)}`;
  if (first.initializer === undefined)
    return `${comments}${typedLine(before, ':', first.type ?? code`unknown`, ';', 0)}`;
  return comments + assignedLine(before, first.type, first.initializer, ';', 0);
}

function printImport(declaration: ImportList): string {
  const names = specifiers(declaration.namedImports);
  const start = `import ${declaration.isTypeOnly === true ? 'type ' : ''}`;
  const leading = [
    declaration.defaultImport && flat(declaration.defaultImport),
    declaration.namespaceImport && `* as ${flat(declaration.namespaceImport)}`,
  ]
    .filter((each) => each !== undefined && each !== '')
    .join(', ');
  const from = `'${flat(declaration.moduleSpecifier)}';`;
  if (names.length === 0)
    return leading === '' ? `${start}${from}` : `${start}${leading} from ${from}`;
  return printSpecifiers(`${start}${leading === '' ? '' : `${leading}, `}`, names, ` from ${from}`);
}

function printExport(declaration: ExportList): string {
  const names = specifiers(declaration.namedExports);
  const start = `export ${declaration.isTypeOnly === true ? 'type ' : ''}`;
  const from =
    declaration.moduleSpecifier === undefined
      ? ';'
      : ` from '${flat(declaration.moduleSpecifier)}';`;
  if (names.length > 0) return printSpecifiers(start, names, from);
  const namespace = declaration.namespaceExport;
  return `${start}*${namespace === undefined ? '' : ` as ${flat(namespace)}`}${from}`;
}

function printSpecifiers(start: string, names: readonly string[], end: string): string {
  const oneLine = `${start}{ ${names.join(', ')} }${end}`;
  // The formatter never breaks a list of one item.
  if (names.length === 1 || fitsUnchanged(oneLine, 0)) return oneLine;
  const list = group([
    '{',
    indent([line, separated(names, [',', line])]),
    whenBroken(','),
    line,
    '}',
  ]);
  return printDoc([start, list, end], 0);
}

function specifiers(
  list: ImportList['namedImports'] | ExportList['namedExports'],
): readonly string[] {
  return (list ?? []).map((each) => {
    if (isCode(each)) return flat(each);
    const { name, alias, isTypeOnly } = each;
    return `${isTypeOnly === true ? 'type ' : ''}${flat(name)}${alias === undefined ? '' : ` as ${flat(alias)}`}`;
  });
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}
