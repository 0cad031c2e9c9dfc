import { type Doc, group, hardLine, indent, line as newLine, separated } from '../layout.js';
import { printDoc } from './print-doc.js';
import { empty, type Code } from '../code.js';
import { flat, isCode } from '../syntax.js';
import { fitsUnchanged } from './lines.js';
import { bodiedLines, docComments, fieldLine, modifiers } from './members.js';
import { typeParametersDoc, typeParametersText } from './parameters.js';
import type { Class } from './structures.js';
import { layOut } from './syntax-layout.js';

/** Prints a class: properties, constructors, accessors, methods, with an empty line between members that have bodies. */
export function printClass(structure: Class): string {
  const { properties = [], ctors = [], getAccessors = [], methods = [] } = structure;
  const fields = properties.map((field) => `  ${fieldLine(field, 2)}\n`).join('');
  const bodies = [
    ...ctors.map((each) => docComments(each.docs, 2) + bodiedLines('constructor', each, 2)),
    ...getAccessors.map(
      (each) =>
        docComments(each.docs, 2) +
        bodiedLines(`${modifiers(each)}get ${flat(each.name)}`, each, 2),
    ),
    ...methods.map(
      (each) =>
        docComments(each.docs, 2) + bodiedLines(`${modifiers(each)}${flat(each.name)}`, each, 2),
    ),
  ].map((text) => `  ${text}\n`);
  const sections = [...(fields === '' ? [] : [fields]), ...bodies];
  const head = header(structure);
  if (sections.length === 0) return `${docComments(structure.docs, 0)}${head.trimEnd()} {}`;
  // A header on several lines ends with a line break, so that its brace is on a separate line.
  const brace = head.endsWith('\n') ? '{' : ' {';
  const body = `${brace}\n${sections.join('\n')}}`;
  return docComments(structure.docs, 0) + head + body;
}

function header(structure: Class): string {
  const start = `${modifiers(structure)}class ${flat(structure.name ?? empty)}`;
  const parent = structure.extends;
  const interfaces = interfacesOf(structure);
  const clauses = [
    ...(parent === undefined ? [] : [`extends ${flat(parent)}`]),
    ...(interfaces.length === 0 ? [] : [`implements ${interfaces.map(flat).join(', ')}`]),
  ];
  const line = [`${start}${typeParametersText(structure.typeParameters)}`, ...clauses].join(' ');
  if (fitsUnchanged(`${line} {`, 0)) return line;
  const named: Doc = [start, typeParametersDoc(structure.typeParameters)];
  const docs: readonly Doc[] = [
    ...(parent === undefined ? [] : [['extends ', layOut(parent)]]),
    ...(interfaces.length === 0
      ? []
      : [
          [
            'implements',
            group(indent([newLine, separated(interfaces.map(layOut), [',', newLine])])),
          ],
        ]),
  ];
  const [only] = docs;
  if (only !== undefined && docs.length === 1 && interfaces.length < 2) {
    return printDoc(
      [named, ' ', parent === undefined ? ['implements ', ...interfaces.map(layOut)] : only],
      0,
    );
  }
  return printDoc([named, indent(docs.map((doc) => [hardLine, doc])), hardLine], 0);
}

function interfacesOf({ implements: interfaces = [] }: Class): readonly Code[] {
  return isCode(interfaces) ? [interfaces] : interfaces;
}
