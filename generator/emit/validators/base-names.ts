import { isIdentifier } from '../../plan/names.js';
import { camelCase, upperFirst, wordsOf } from '../../plan/words.js';

/**
 * What stands at a location, in its own words: of `#/components/schemas/Pet/properties/tag`, `Tag`, or `PetTag` where
 * that is taken.
 */
export function baseNames(place: string): readonly string[] {
  const tokens = place
    .slice(place.lastIndexOf('#') + 1)
    .split('/')
    .filter((token) => !structural.has(token));
  const names: string[] = [];
  for (let count = 1; count <= Math.min(4, tokens.length); count += 1) {
    if (vague.test(tokens.at(-count) ?? '')) continue;
    const words = tokens.slice(-count).flatMap(wordsOf);
    const name = upperFirst(camelCase(words)).replaceAll(/[^A-Za-z0-9]/g, '');
    if (/^[A-Z]/.test(name) && isIdentifier(name)) names.push(name);
  }
  return names.length === 0 ? ['Value'] : names;
}

/** Tokens that say nothing without the one before. */
const vague =
  /^(?:\d+|items|allOf|anyOf|oneOf|content|application~1json|additionalProperties|not)$/;

const structural = new Set([
  '',
  'components',
  'schemas',
  '$defs',
  'definitions',
  'properties',
  'paths',
  'schema',
]);
