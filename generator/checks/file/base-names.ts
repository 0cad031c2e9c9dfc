import { isIdentifier } from '../../plan/names/names.js';
import { camelCase, upperFirst, wordsOf } from '../../plan/names/words.js';

/**
 * Candidate names for a location: `Tag` for `#/components/schemas/Pet/properties/tag`, or `PetTag`
 * if that is taken.
 */
export function baseNames(location: string): readonly string[] {
  const tokens = location
    .slice(location.lastIndexOf('#') + 1)
    .replaceAll(
      /\/(?:allOf|anyOf|oneOf)\/(\d+)/g,
      (_, index) => `/${ordinals[Number(index)] ?? index}`,
    )
    .split('/')
    .filter((token) => !structural.has(token));
  const names: string[] = [];
  for (let count = 1; count <= Math.min(5, tokens.length); count += 1) {
    if (dependent.test(tokens.at(-count) ?? '') && count < tokens.length) continue;
    const words = tokens.slice(-count).flatMap(wordsOf);
    const name = upperFirst(camelCase(words)).replaceAll(/[^A-Za-z0-9]/g, '');
    if (/^[A-Z]/.test(name) && isIdentifier(name)) names.push(name);
  }
  return names.length === 0 ? ['Value'] : names;
}

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

/** Tokens that are meaningful only with the preceding one. */
const dependent = new RegExp(
  `^(?:\\d+|${ordinals.join('|')}|items|content|application~1json|additionalProperties|not|if|then|else|contains)$`,
);

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
