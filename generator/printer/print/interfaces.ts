import { type Doc, group, indent, line, separated } from '../layout.js';
import { printDoc } from './print-doc.js';
import type { Code } from '../code.js';
import { flat } from '../flat.js';
import { isCode } from '../syntax.js';
import { fitsUnchanged } from './lines.js';
import { docComments, indexLine, modifiers, propertyLine, signatureLine } from './members.js';
import { typeParametersDoc, typeParametersText } from './parameters.js';
import type { Interface } from './structures.js';
import { layOut } from './syntax-layout.js';

/** Prints an interface: index signatures, properties, methods. */
export function printInterface(structure: Interface): string {
  const { indexSignatures = [], properties = [], methods = [], docs } = structure;
  const members = [
    ...indexSignatures.map((index) => indexLine(index, 2)),
    ...properties.map((property) => propertyLine(property, 2)),
    ...methods.map((method) => {
      const name = `${flat(method.name)}${method.hasQuestionToken === true ? '?' : ''}`;
      return docComments(method.docs, 2) + signatureLine(name, method, ';', 2);
    }),
  ];
  const body =
    members.length === 0 ? '{}' : `{\n${members.map((member) => `  ${member}\n`).join('')}}`;
  return `${docComments(docs, 0)}${header(structure, members.length === 0 ? ' {}' : ' {')} ${body}`;
}

/** `brace` follows on the same line and must fit as well. */
function header(structure: Interface, brace: ' {' | ' {}'): string {
  const start = `${modifiers(structure)}interface ${flat(structure.name)}`;
  const bases = basesOf(structure);
  const oneLine = `${start}${typeParametersText(structure.typeParameters)}${bases.length === 0 ? '' : ` extends ${bases.map(flat).join(', ')}`}`;
  if (fitsUnchanged(oneLine + brace, 0)) return oneLine;
  const named: Doc = [start, typeParametersDoc(structure.typeParameters)];
  const docs = bases.map(layOut);
  const ended = (doc: Doc): string => printDoc([doc, brace], 0).slice(0, -brace.length);
  if (docs.length < 2) return ended(docs.length === 0 ? named : [named, ' extends ', docs]);
  const clause = ['extends', group(indent([line, separated(docs, [',', line])]))];
  return ended(group([named, indent([line, clause])]));
}

function basesOf({ extends: bases = [] }: Interface): readonly Code[] {
  return isCode(bases) ? [bases] : bases;
}
