import { defineError, type DiagnosticType, type Reporter } from '../core/diagnostic.js';
import { rootOrigin, type SourceText } from '../core/origin.js';
import type {
  Component,
  Dictionary,
  DictionaryMessage,
  DictionaryVersion,
  Member,
} from './dictionary.js';
import { readFields } from './read-fields.js';
import { readMembers, type Names } from './read-members.js';
import { dictionaryDuplicate, dictionaryMember } from './dictionary-diagnostics.js';
import { createDictionaryReader, type DictionaryReader } from './dictionary-reader.js';
import type { XmlElement } from './xml.js';

/** Components that contain themselves, or are nested too deeply. */
export const dictionaryCycle: DiagnosticType<{
  default: { names: readonly string[] };
  depth: { limit: number };
}> = defineError('dictionary-cycle', {
  default: ({ names }) =>
    `${names.map((name) => `"${name}"`).join(' contains ')} contains "${names[0] ?? ''}" again`,
  depth: ({ limit }) => `components contain one another deeper than ${limit} levels`,
});

const sections = ['header', 'messages', 'trailer', 'components', 'fields'] as const;

/**
 * Reads a dictionary in the XML format of QuickFIX. Reports all errors with their positions. Returns `undefined` if the version is unknown.
 */
export function readDictionary(
  root: XmlElement,
  source: SourceText,
  reporter: Reporter,
): Dictionary | undefined {
  const reader = createDictionaryReader(rootOrigin(source), reporter);
  const version = readVersion(root, reader);
  if (version === undefined) return undefined;
  const sectionElements = new Map<string, XmlElement[]>();
  for (const child of reader.children(root, ...sections))
    sectionElements.set(child.name, [...(sectionElements.get(child.name) ?? []), child]);
  const items = (section: (typeof sections)[number], item: string): readonly XmlElement[] =>
    (sectionElements.get(section) ?? []).flatMap((element) => reader.children(element, item));
  const fields = readFields(items('fields', 'field'), reader);
  const componentElements = items('components', 'component');
  const names: Names = {
    fields,
    components: new Set(
      componentElements.flatMap(({ attributes }) => attributes.get('name') ?? []),
    ),
  };
  const components = readComponents(componentElements, names, reader);
  const members = (section: 'header' | 'trailer'): readonly Member[] =>
    (sectionElements.get(section) ?? []).flatMap((element) => readMembers(element, names, reader));
  return {
    version,
    header: members('header'),
    trailer: members('trailer'),
    messages: readMessages(items('messages', 'message'), names, reader),
    components,
    fields,
  };
}

function readVersion(root: XmlElement, reader: DictionaryReader): DictionaryVersion | undefined {
  if (root.name !== 'fix') {
    const hint = 'a dictionary of QuickFIX begins with <fix type="FIX" major="4" minor="2">';
    reader.report(dictionaryMember.root({ name: root.name }), root, hint);
    return undefined;
  }
  const kind = root.attributes.get('type') ?? 'FIX';
  const major = readNumber(root, 'major', reader);
  const minor = readNumber(root, 'minor', reader);
  const servicePack = root.attributes.has('servicepack')
    ? readNumber(root, 'servicepack', reader)
    : 0;
  if (kind !== 'FIX' && kind !== 'FIXT') {
    const expected = '"FIX" or "FIXT"';
    reader.report(dictionaryMember.choice({ name: 'type', value: kind, expected }), root);
    return undefined;
  }
  if (major === undefined || minor === undefined || servicePack === undefined) return undefined;
  return { kind, major, minor, servicePack };
}

function readNumber(
  element: XmlElement,
  name: string,
  reader: DictionaryReader,
): number | undefined {
  const text = reader.attribute(element, name);
  if (text === undefined || /^[0-9]{1,3}$/.test(text))
    return text === undefined ? undefined : Number(text);
  const expected = 'an integer of up to three digits';
  reader.report(dictionaryMember.choice({ name, value: text, expected }), element);
  return undefined;
}

function readMessages(
  elements: readonly XmlElement[],
  names: Names,
  reader: DictionaryReader,
): readonly DictionaryMessage[] {
  const messages = new Map<string, DictionaryMessage>();
  const types = new Map<string, string>();
  for (const element of elements) {
    const name = reader.nameOf(element);
    const msgType = reader.attribute(element, 'msgtype');
    const members = readMembers(element, names, reader);
    if (name === undefined || msgType === undefined) continue;
    const existing = types.get(msgType);
    if (messages.has(name)) {
      reader.report(dictionaryDuplicate.message({ name }), element);
    } else if (existing !== undefined) {
      reader.report(dictionaryDuplicate.msgType({ name: existing, msgType }), element);
    } else {
      const isAdmin = element.attributes.get('msgcat') === 'admin';
      messages.set(name, { name, msgType, isAdmin, members });
      types.set(msgType, name);
    }
  }
  return [...messages.values()];
}

function readComponents(
  elements: readonly XmlElement[],
  names: Names,
  reader: DictionaryReader,
): ReadonlyMap<string, Component> {
  const components = new Map<string, Component>();
  const elementsByName = new Map<string, XmlElement>();
  for (const element of elements) {
    const name = reader.nameOf(element);
    const members = readMembers(element, names, reader);
    if (name === undefined) continue;
    if (components.has(name)) {
      reader.report(dictionaryDuplicate.component({ name }), element);
      continue;
    }
    components.set(name, { name, members });
    elementsByName.set(name, element);
  }
  for (const chain of invalidChains(components)) {
    const element = elementsByName.get(chain[0] ?? '');
    const sentence =
      chain.length > MAX_NESTING_DEPTH
        ? dictionaryCycle.depth({ limit: MAX_NESTING_DEPTH })
        : dictionaryCycle.default({ names: chain.slice(0, 8) });
    if (element !== undefined) reader.report(sentence, element);
  }
  return components;
}

/** Maximum nesting depth of components. Public dictionaries have six levels. */
const MAX_NESTING_DEPTH = 64;

/** Chains of components that form a cycle or exceed the depth limit. */
function invalidChains(components: ReadonlyMap<string, Component>): readonly (readonly string[])[] {
  const invalid: (readonly string[])[] = [];
  const visited = new Set<string>();
  const follow = (name: string, chain: readonly string[]): void => {
    const start = chain.indexOf(name);
    if (start >= 0) invalid.push(chain.slice(start));
    else if (chain.length > MAX_NESTING_DEPTH) invalid.push(chain);
    else if (!visited.has(name)) {
      const members = components.get(name)?.members ?? [];
      for (const child of componentsIn(members)) follow(child, [...chain, name]);
      visited.add(name);
    }
  };
  for (const name of components.keys()) follow(name, []);
  return invalid;
}

function componentsIn(members: readonly Member[]): readonly string[] {
  return members.flatMap((member) => {
    if (member.kind === 'component') return [member.name];
    return member.kind === 'group' ? componentsIn(member.members) : [];
  });
}
