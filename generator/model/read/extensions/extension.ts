import { didYouMean } from '../../../core/suggestion.js';
import { member } from '../json.js';
import { asNode, originAt, childAt } from '../openapi/node.js';
import type { ObjectNode } from '../openapi/node.js';

/**
 * Returns the object under an extension's name, with its members checked. An unknown member is an error inside the project's extensions,
 * because no other tool would report it. `x-basis` is always allowed.
 */
export function extensionAt(
  node: ObjectNode,
  name: string,
  known: readonly string[],
): ObjectNode | undefined {
  const valueNode = childAt(node, name);
  const extension = valueNode === undefined ? undefined : asNode(valueNode, `"${name}"`);
  if (extension !== undefined) checkExtension(extension, known, `"${name}"`);
  return extension;
}

/** Reports members that the extension does not define. */
export function checkExtension(node: ObjectNode, known: readonly string[], what: string): void {
  for (const name of Object.keys(node.value)) {
    if (name === 'x-basis' || known.includes(name)) continue;
    node.reporter.error(
      'invalid-extension',
      originAt(node, name),
      `"${name}" is not a member of ${what}`,
      {
        part: 'key',
        ...didYouMean(name, known),
      },
    );
  }
}

/** Reports an error in a member of an extension. */
export function refuse(
  node: ObjectNode,
  keys: readonly (string | number)[],
  message: string,
  hint?: string,
): undefined {
  node.reporter.error(
    'invalid-extension',
    originAt(node, ...keys),
    message,
    hint === undefined ? {} : { hint },
  );
  return undefined;
}

/** Returns true if the flag is `true`; reports any other value. */
export function trueAt(node: ObjectNode, name: string): boolean {
  const value = member(node.value, name);
  if (value === undefined) return false;
  if (value !== true)
    refuse(
      node,
      [name],
      `"${name}" is given, but is not true`,
      'leave it out where it does not hold',
    );
  return value === true;
}
