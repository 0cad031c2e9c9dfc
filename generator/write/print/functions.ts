import { block, docComments, modifiers, signatureLine } from './members.js';
import type { FunctionStructure } from './structures.js';

/** A function, its overloads first. */
export function printFunction(structure: FunctionStructure): string {
  const name = `function ${structure.name}`;
  const overloads = (structure.overloads ?? []).map((overload) => {
    const exported = overload.isExported ?? structure.isExported;
    const before = modifiers({ ...overload, isExported: exported });
    return `${docComments(overload.docs, 0)}${signatureLine(`${before}${name}`, overload, ';', 0)}\n`;
  });
  const head = signatureLine(`${modifiers(structure)}${name}`, structure, ' {', 0);
  const body = block(structure.statements, 0);
  return `${overloads.join('')}${docComments(structure.docs, 0)}${head.slice(0, -1)}${body}`;
}
