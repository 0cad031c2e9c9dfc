import { invalidExtension } from '../../../core/diagnostics/extensions.js';
import type { Sentence } from '../../../core/diagnostic.js';
import { didYouMean } from '../../../core/suggestion.js';
import { member } from '../json.js';
import { asNode, originAt, childAt, objectAt, textAt } from '../openapi/node.js';
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
    node.reporter.report(invalidExtension.member({ name, what }), originAt(node, name), {
      part: 'key',
      ...didYouMean(name, known),
    });
  }
}

/** Reports an error in an extension, at keys below a node. */
export function refuse(
  node: ObjectNode,
  keys: readonly (string | number)[],
  sentence: Sentence,
  hint?: string,
): undefined {
  node.reporter.report(sentence, originAt(node, ...keys), hint === undefined ? {} : { hint });
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
      invalidExtension.value({ what: `"${name}"`, expected: 'true' }),
      'omit it otherwise',
    );
  return value === true;
}

/** Reads a map from names to texts. Unknown names are reported if `known` lists the allowed ones. */
export function textMapAt(
  node: ObjectNode,
  name: string,
  known?: readonly string[],
): { readonly [name: string]: string } {
  const map = objectAt(node, name);
  if (map === undefined) return {};
  if (known !== undefined) checkExtension(map, known, `"${name}"`);
  const names = Object.keys(map.value).filter((each) => known === undefined || each !== 'x-basis');
  return Object.fromEntries(
    names.flatMap((each): [string, string][] => {
      const text = textAt(map, each);
      return text === undefined ? [] : [[each, text]];
    }),
  );
}
