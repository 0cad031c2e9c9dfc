import { didYouMean } from '../../../core/suggestion.js';
import { member } from '../json.js';
import { asNode, originAt, placeAt } from '../openapi/node.js';
import type { Node } from '../openapi/node.js';

/**
 * The object under an extension's name, its members checked: inside our own extensions an unknown one is an error,
 * because nothing else will ever say so. `x-basis` may stand anywhere.
 */
export function extensionAt(node: Node, name: string, known: readonly string[]): Node | undefined {
  const place = placeAt(node, name);
  const extension = place === undefined ? undefined : asNode(place, `"${name}"`);
  if (extension !== undefined) checkExtension(extension, known, `"${name}"`);
  return extension;
}

/** Reports members that an object of an extension does not have. */
export function checkExtension(node: Node, known: readonly string[], what: string): void {
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

/** Says what is wrong with a member of an extension. */
export function refuse(
  node: Node,
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

/** A flag that is `true` or absent. */
export function trueAt(node: Node, name: string): boolean {
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
