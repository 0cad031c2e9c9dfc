import type { ParameterDescriptor, WireType } from '../descriptor.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import type { ValueTexts } from './value-text.js';

/**
 * Names that belong to other parameters or to credentials. An exploded object neither sends nor receives properties with these
 * names. `name[` stands for all names with this prefix.
 */
export type ClaimedNames = ReadonlySet<string>;

/** Style of a parameter, by default that of its location (OpenAPI, Parameter Object, `style`). */
export function styleOf(parameter: ParameterDescriptor): NonNullable<ParameterDescriptor['style']> {
  if (parameter.style !== undefined) return parameter.style;
  return parameter.in === 'path' || parameter.in === 'header' ? 'simple' : 'form';
}

/** True if a parameter is exploded. That is the default for the styles `form` and `cookie`. */
export function explodes(parameter: ParameterDescriptor): boolean {
  const style = styleOf(parameter);
  return parameter.explode ?? (style === 'form' || style === 'cookie' || style === 'deepObject');
}

/** Names that the parameters of one location use on the wire. For exploded objects these are their property names. */
export function claimedNames(
  declared: readonly ParameterDescriptor[],
  location: 'query' | 'cookie',
): Set<string> {
  const names = new Set<string>();
  for (const parameter of declared) {
    if (parameter.in !== location) continue;
    const { name, type } = parameter;
    if (!isSpread(parameter)) {
      names.add(name);
      if (styleOf(parameter) === 'deepObject') names.add(`${name}[`);
      continue;
    }
    if (hasOwnName(parameter) || parameter.allowEmptyValue === true) names.add(name);
    for (const member of Object.keys(type.properties ?? {})) names.add(member);
  }
  return names;
}

/** True if a name does not belong to a free-form object. */
export function isClaimed(name: string, claimed: ClaimedNames): boolean {
  return claimed.has(name) || claimed.has(`${name.split('[', 1)[0] ?? ''}[`);
}

/**
 * Rejects properties of an exploded object that would be confused with another parameter. Declared properties are accepted as
 * the description defines them.
 *
 * @throws {EncodingError}
 */
export function requireUnclaimed(
  texts: ValueTexts,
  { properties = {} }: WireType,
  claimed: ClaimedNames,
  pointer: string,
): void {
  if (texts.kind !== 'members') return;
  for (const [name] of texts.members) {
    if (Object.hasOwn(properties, name) || !isClaimed(name, claimed)) continue;
    throw new EncodingError(memberPointer(pointer, name), 'a name that no other parameter has');
  }
}

/** True if a parameter's value may be an object whose properties become separate pairs. */
export function isSpread(parameter: ParameterDescriptor): boolean {
  return (
    parameter.content === undefined &&
    styleOf(parameter) !== 'deepObject' &&
    explodes(parameter) &&
    parameter.type.types.includes('object')
  );
}

/** True if an exploded parameter also uses its own name, because its value may be something other than an object. */
export function hasOwnName({ type }: ParameterDescriptor): boolean {
  return type.types.some((name) => name !== 'object');
}
