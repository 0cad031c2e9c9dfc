import { didYouMean } from '../core/suggestion.js';
import type { DictionaryField, Member } from './dictionary.js';
import type { Reading } from './reading.js';
import type { XmlElement } from './xml.js';

/** What members may refer to. */
export interface Names {
  readonly fields: ReadonlyMap<string, DictionaryField>;
  readonly components: ReadonlySet<string>;
}

/** Reads what a message, a component or a group is made of, in its order. */
export function readMembers(
  element: XmlElement,
  names: Names,
  reading: Reading,
): readonly Member[] {
  const members = new Map<string, Member>();
  for (const child of reading.children(element, 'field', 'group', 'component')) {
    const member = readMember(child, names, reading);
    if (member === undefined) continue;
    const first = members.get(member.name);
    members.set(member.name, first === undefined ? member : once(first, member));
    if (first === undefined) continue;
    const twice = `"${member.name}" stands twice in <${element.name}>`;
    // Public dictionaries have such slips; where both say the same thing, nothing is lost.
    if (first.kind === member.kind && member.kind !== 'group')
      reading.warning('dictionary-duplicate', child, `${twice}, and counts once`);
    else reading.error('dictionary-duplicate', child, twice);
  }
  return [...members.values()];
}

/** What stands twice has to be there if one of the two says so. */
function once(first: Member, second: Member): Member {
  return { ...first, required: first.required || second.required };
}

function readMember(element: XmlElement, names: Names, reading: Reading): Member | undefined {
  const kind = element.name === 'field' || element.name === 'group' ? element.name : 'component';
  const name = reading.nameOf(element);
  const required = readRequired(element, reading);
  const members = kind === 'group' ? readMembers(element, names, reading) : [];
  if (kind !== 'group') reading.children(element);
  if (name === undefined) return undefined;
  const targets = kind === 'component' ? names.components : names.fields;
  if (!targets.has(name)) {
    const what = kind === 'component' ? 'component' : 'field';
    const { hint } = didYouMean(name, targets.keys());
    reading.error('dictionary-reference', element, `there is no ${what} "${name}"`, hint);
    return undefined;
  }
  if (kind !== 'group') return { kind, name, required };
  if (members.length > 0) return { kind, name, required, members };
  reading.error('dictionary-group', element, `the group "${name}" has no members`);
  return undefined;
}

function readRequired(element: XmlElement, reading: Reading): boolean {
  const text = element.attributes.get('required') ?? 'N';
  if (/^[yn]$/i.test(text)) return text.toUpperCase() === 'Y';
  reading.error(
    'dictionary-member',
    element,
    `"required" is ${JSON.stringify(text)}, not "Y" or "N"`,
  );
  return false;
}
