import { defineError, defineWarning, type DiagnosticType } from '../core/diagnostic.js';
import { didYouMean } from '../core/suggestion.js';
import {
  dictionaryDuplicate,
  dictionaryMember,
  dictionaryReference,
} from './dictionary-diagnostics.js';
import type { DictionaryField, Member } from './dictionary.js';
import type { DictionaryReader } from './dictionary-reader.js';
import type { XmlElement } from './xml.js';

/** A field or component that occurs twice with the same meaning. */
export const dictionaryRepetition: DiagnosticType<{ default: { name: string; element: string } }> =
  defineWarning('dictionary-repetition', {
    default: ({ name, element }) => `"${name}" occurs twice in <${element}>, and counts once`,
  });

/** A group without members. */
export const dictionaryGroup: DiagnosticType<{ default: { name: string } }> = defineError(
  'dictionary-group',
  { default: ({ name }) => `the group "${name}" has no members` },
);

/** Names that members may refer to. */
export interface Names {
  readonly fields: ReadonlyMap<string, DictionaryField>;
  readonly components: ReadonlySet<string>;
}

/** Reads the members of a message, a component or a group, in order. */
export function readMembers(
  element: XmlElement,
  names: Names,
  reader: DictionaryReader,
): readonly Member[] {
  const members = new Map<string, Member>();
  for (const child of reader.children(element, 'field', 'group', 'component')) {
    const member = readMember(child, names, reader);
    if (member === undefined) continue;
    const first = members.get(member.name);
    members.set(member.name, first === undefined ? member : mergeDuplicates(first, member));
    if (first === undefined) continue;
    const duplicate = { name: member.name, element: element.name };
    // Public dictionaries contain such duplicates. They are harmless if both refer to the same field or component.
    if (first.kind === member.kind && member.kind !== 'group')
      reader.report(dictionaryRepetition.default(duplicate), child);
    else reader.report(dictionaryDuplicate.member(duplicate), child);
  }
  return [...members.values()];
}

/** A duplicate member is required if either of the two is. */
function mergeDuplicates(first: Member, second: Member): Member {
  return { ...first, required: first.required || second.required };
}

function readMember(
  element: XmlElement,
  names: Names,
  reader: DictionaryReader,
): Member | undefined {
  const kind = element.name === 'field' || element.name === 'group' ? element.name : 'component';
  const name = reader.nameOf(element);
  const required = readRequired(element, reader);
  const members = kind === 'group' ? readMembers(element, names, reader) : [];
  if (kind !== 'group') reader.children(element);
  if (name === undefined) return undefined;
  const targets = kind === 'component' ? names.components : names.fields;
  if (!targets.has(name)) {
    const targetKind = kind === 'component' ? 'component' : 'field';
    const { hint } = didYouMean(name, targets.keys());
    reader.report(dictionaryReference.default({ kind: targetKind, name }), element, hint);
    return undefined;
  }
  if (kind !== 'group') return { kind, name, required };
  if (members.length > 0) return { kind, name, required, members };
  reader.report(dictionaryGroup.default({ name }), element);
  return undefined;
}

function readRequired(element: XmlElement, reader: DictionaryReader): boolean {
  const text = element.attributes.get('required') ?? 'N';
  if (/^[yn]$/i.test(text)) return text.toUpperCase() === 'Y';
  const expected = '"Y" or "N"';
  reader.report(dictionaryMember.choice({ name: 'required', value: text, expected }), element);
  return false;
}
