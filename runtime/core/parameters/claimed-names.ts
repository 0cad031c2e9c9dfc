import type { ParameterDescriptor, WireType } from '../descriptor.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import type { ValueTexts } from './value-text.js';

/**
 * Names that belong to other parameters or to credentials, so that an exploded object neither sends nor takes them; `name[` stands for
 * all that begin so.
 */
export type ClaimedNames = ReadonlySet<string>;

/** The style of a parameter that names none (OpenAPI, Parameter Object, `style`). */
export function styleOf(parameter: ParameterDescriptor): NonNullable<ParameterDescriptor['style']> {
  if (parameter.style !== undefined) return parameter.style;
  return parameter.in === 'path' || parameter.in === 'header' ? 'simple' : 'form';
}

/** Whether a parameter is exploded: by default those of style `form` and `cookie` are. */
export function explodes(parameter: ParameterDescriptor): boolean {
  const style = styleOf(parameter);
  return parameter.explode ?? (style === 'form' || style === 'cookie' || style === 'deepObject');
}

/** The names under which the parameters of one place travel, which is not their own where they are exploded objects. */
export function claimedNames(
  declared: readonly ParameterDescriptor[],
  place: 'query' | 'cookie',
): Set<string> {
  const names = new Set<string>();
  for (const parameter of declared) {
    if (parameter.in !== place) continue;
    const { name, type } = parameter;
    if (!isSpread(parameter)) {
      names.add(name);
      if (styleOf(parameter) === 'deepObject') names.add(`${name}[`);
      continue;
    }
    if (hasOwnName(parameter)) names.add(name);
    for (const member of Object.keys(type.properties ?? {})) names.add(member);
  }
  return names;
}

/** Whether a name belongs to somebody else than a free-form object. */
export function isClaimed(name: string, claimed: ClaimedNames): boolean {
  return claimed.has(name) || claimed.has(`${name.split('[', 1)[0] ?? ''}[`);
}

/**
 * Refuses members of an exploded object that would be taken for another parameter. Declared ones are the description's own.
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

/** Whether a parameter's value may be an object whose members are pairs of their own. */
export function isSpread(parameter: ParameterDescriptor): boolean {
  return (
    parameter.content === undefined &&
    styleOf(parameter) !== 'deepObject' &&
    explodes(parameter) &&
    parameter.type.types.includes('object')
  );
}

/** Whether an exploded parameter also travels under its own name, since its value need not be an object. */
export function hasOwnName({ type }: ParameterDescriptor): boolean {
  return type.types.some((name) => name !== 'object');
}
