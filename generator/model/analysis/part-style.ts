import type { Style } from '../api.js';
import type { WireType } from './wire-type.js';

/**
 * Whether a style can spell what a part of a form is (OpenAPI 3.1.1 section 4.8.12.4): texts alone and lists of them for
 * `form`, lists for the delimited styles, and objects whose members are declared and have no parts of their own for all of these;
 * any object and any list for `deepObject`.
 */
export function styleSupportsPart(style: Style | undefined, type: WireType | undefined): boolean {
  if (type === undefined || type.types.length === 0) return false;
  if (style === 'deepObject')
    return type.types.every((each) => each === 'object' || each === 'array');
  return type.types.every((each) => {
    if (each === 'array') return type.items !== undefined && isText(type.items);
    if (each !== 'object') return style === undefined || style === 'form';
    const members = Object.values(type.properties ?? {});
    return members.length > 0 && members.every(isText);
  });
}

function isText({ types }: WireType): boolean {
  return types.length > 0 && !types.includes('array') && !types.includes('object');
}
