import { digestOf } from '../../plan/names/words.js';

/** Most characters of a name that all clients accept. */
const maxLength = 64;

/**
 * Returns the name of a tool: that of the function, unless it has characters that clients reject, or too many. Such a name ends with a digest
 * of the whole, so that it depends on no other.
 */
export function toolName(functionName: string): string {
  const name = functionName.replaceAll(/[^A-Za-z0-9_-]+/g, '_');
  if (name === functionName && name.length <= maxLength) return name;
  return `${name.slice(0, maxLength - 9)}_${digestOf(functionName)}`;
}

/** Returns a name for each parameter that clients accept. `taken` are names with another meaning. */
export function argumentNames(
  parameters: readonly { readonly in: string; readonly name: string }[],
  taken: readonly string[],
): readonly string[] {
  const names = new Set(taken);
  return parameters.map(({ in: place, name }) => {
    const clean = name.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').replaceAll(/^_+|_+$/g, '');
    const plain = (clean === '' ? place : clean).slice(0, maxLength - 12);
    let candidate = names.has(plain) ? `${place}_${plain}` : plain;
    for (let count = 2; names.has(candidate); count += 1) candidate = `${plain}_${count}`;
    names.add(candidate);
    return candidate;
  });
}
