import { type Doc, group, hardLine, indent, line as newLine, separated } from '../layout.js';
import { printDoc } from './print-doc.js';
import { empty, type Code } from '../code.js';
import { flat } from '../flat.js';
import { isCode } from '../syntax.js';
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
  const head = docComments(structure.docs, 0) + header(structure, sections.length === 0);
  return sections.length === 0 ? head : `${head}\n${sections.join('\n')}}`;
}

/** Everything up to the brace that opens the body, or to both braces of an empty body. */
function header(structure: Class, isEmpty: boolean): string {
  const braces = isEmpty ? '{}' : '{';
  const start = `${modifiers(structure)}class ${flat(structure.name ?? empty)}`;
  const parent = structure.extends;
  const interfaces = interfacesOf(structure);
  const clauses = [
    ...(parent === undefined ? [] : [`extends ${flat(parent)}`]),
    ...(interfaces.length === 0 ? [] : [`implements ${interfaces.map(flat).join(', ')}`]),
  ];
  const line = [`${start}${typeParametersText(structure.typeParameters)}`, ...clauses].join(' ');
  if (fitsUnchanged(`${line} ${braces}`, 0)) return `${line} ${braces}`;
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
    const clause = parent === undefined ? ['implements ', ...interfaces.map(layOut)] : only;
    return printDoc([named, ' ', clause, ' ', braces], 0);
  }
  // After a header of several lines, the brace is on a line of its own. A space before it counts, as in the formatter.
  const end: Doc = isEmpty ? braces : [hardLine, braces];
  return printDoc([named, indent(docs.map((doc) => [hardLine, doc])), ' ', end], 0);
}

function interfacesOf({ implements: interfaces = [] }: Class): readonly Code[] {
  return isCode(interfaces) ? [interfaces] : interfaces;
}
