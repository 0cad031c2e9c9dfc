import { type Doc, group, hardLine, indent, line, printDoc, separated } from '../layout.js';
import { fitsUnchanged, printWidth, typeNode } from './lines.js';
import { bodiedLines, docComments, fieldLine, modifiers } from './members.js';
import { typeParametersDoc, typeParametersText } from './parameters.js';
import type { Class } from './structures.js';
import { typeDoc } from './type-docs.js';

/** Prints a class: properties, constructors, accessors, methods, with an empty line between members that have bodies. */
export function printClass(structure: Class): string {
  const { properties = [], ctors = [], getAccessors = [], methods = [] } = structure;
  const fields = properties.map((field) => `  ${fieldLine(field, 2)}\n`).join('');
  const bodies = [
    ...ctors.map((each) => docComments(each.docs, 2) + bodiedLines('constructor', each, 2)),
    ...getAccessors.map(
      (each) =>
        docComments(each.docs, 2) + bodiedLines(`${modifiers(each)}get ${each.name}`, each, 2),
    ),
    ...methods.map(
      (each) => docComments(each.docs, 2) + bodiedLines(`${modifiers(each)}${each.name}`, each, 2),
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
  const start = `${modifiers(structure)}class ${structure.name}`;
  const parent = typeof structure.extends === 'string' ? structure.extends : undefined;
  const interfaces = interfacesOf(structure);
  const clauses = [
    ...(parent === undefined ? [] : [`extends ${parent}`]),
    ...(interfaces.length === 0 ? [] : [`implements ${interfaces.join(', ')}`]),
  ];
  const flat = [`${start}${typeParametersText(structure.typeParameters)}`, ...clauses].join(' ');
  if (fitsUnchanged(`${flat} {`, 0)) return flat;
  const named: Doc = [start, typeParametersDoc(structure.typeParameters)];
  const docs: readonly Doc[] = [
    ...(parent === undefined ? [] : [['extends ', typeDoc(typeNode(parent))]]),
    ...(interfaces.length === 0
      ? []
      : [
          [
            'implements',
            group(
              indent([
                line,
                separated(
                  interfaces.map((each) => typeDoc(typeNode(each))),
                  [',', line],
                ),
              ]),
            ),
          ],
        ]),
  ];
  const [only] = docs;
  if (only !== undefined && docs.length === 1 && interfaces.length < 2) {
    return printDoc(
      [named, ' ', parent === undefined ? ['implements ', ...interfaces] : only],
      printWidth,
      0,
    );
  }
  return printDoc([named, indent(docs.map((doc) => [hardLine, doc])), hardLine], printWidth, 0);
}

function interfacesOf(structure: Class): readonly string[] {
  const { implements: promises } = structure;
  if (promises === undefined) return [];
  return typeof promises === 'string' ? [promises] : (promises as readonly string[]);
}
