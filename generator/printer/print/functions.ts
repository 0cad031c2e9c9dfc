import { bodiedLines, docComments, modifiers, signatureLine } from './members.js';
import type { FunctionStructure } from './structures.js';
import { empty } from '../code.js';
import { flat } from '../flat.js';

/** Prints a function after its overloads. */
export function printFunction(structure: FunctionStructure): string {
  const name = `function ${flat(structure.name ?? empty)}`;
  const overloads = (structure.overloads ?? []).map((overload) => {
    const exported = overload.isExported ?? structure.isExported;
    const before = modifiers({ ...overload, isExported: exported });
    return `${docComments(overload.docs, 0)}${signatureLine(`${before}${name}`, overload, ';', 0)}\n`;
  });
  const comments = docComments(structure.docs, 0);
  if (structure.hasDeclareKeyword === true)
    return comments + signatureLine(`${modifiers(structure)}${name}`, structure, ';', 0);
  return `${overloads.join('')}${comments}${bodiedLines(`${modifiers(structure)}${name}`, structure, 0)}`;
}
