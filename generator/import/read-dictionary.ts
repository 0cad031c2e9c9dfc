import type { Reporter } from '../core/diagnostic.js';
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
import { createReading, type Reading } from './reading.js';
import type { XmlElement } from './xml.js';

const sections = ['header', 'messages', 'trailer', 'components', 'fields'] as const;

/**
 * Reads a dictionary in QuickFIX's XML form. Everything that is wrong is reported at its place; `undefined` where
 * not even its version is known.
 */
export function readDictionary(
  root: XmlElement,
  source: SourceText,
  reporter: Reporter,
): Dictionary | undefined {
  const reading = createReading(rootOrigin(source), reporter);
  const version = readVersion(root, reading);
  if (version === undefined) return undefined;
  const below = new Map<string, XmlElement[]>();
  for (const child of reading.children(root, ...sections))
    below.set(child.name, [...(below.get(child.name) ?? []), child]);
  const items = (section: (typeof sections)[number], item: string): readonly XmlElement[] =>
    (below.get(section) ?? []).flatMap((element) => reading.children(element, item));
  const fields = readFields(items('fields', 'field'), reading);
  const componentElements = items('components', 'component');
  const names: Names = {
    fields,
    components: new Set(
      componentElements.flatMap(({ attributes }) => attributes.get('name') ?? []),
    ),
  };
  const components = readComponents(componentElements, names, reading);
  const members = (section: 'header' | 'trailer'): readonly Member[] =>
    (below.get(section) ?? []).flatMap((element) => readMembers(element, names, reading));
  return {
    version,
    header: members('header'),
    trailer: members('trailer'),
    messages: readMessages(items('messages', 'message'), names, reading),
    components,
    fields,
  };
}

function readVersion(root: XmlElement, reading: Reading): DictionaryVersion | undefined {
  if (root.name !== 'fix') {
    const hint = 'a dictionary of QuickFIX begins with <fix type="FIX" major="4" minor="2">';
    reading.error('dictionary-member', root, `the document is <${root.name}>, not <fix>`, hint);
    return undefined;
  }
  const kind = root.attributes.get('type') ?? 'FIX';
  const major = readNumber(root, 'major', reading);
  const minor = readNumber(root, 'minor', reading);
  const servicePack = root.attributes.has('servicepack')
    ? readNumber(root, 'servicepack', reading)
    : 0;
  if (kind !== 'FIX' && kind !== 'FIXT') {
    const message = `"type" is ${JSON.stringify(kind)}, not "FIX" or "FIXT"`;
    reading.error('dictionary-member', root, message);
    return undefined;
  }
  if (major === undefined || minor === undefined || servicePack === undefined) return undefined;
  return { kind, major, minor, servicePack };
}

function readNumber(element: XmlElement, name: string, reading: Reading): number | undefined {
  const text = reading.attribute(element, name);
  if (text === undefined || /^[0-9]{1,3}$/.test(text))
    return text === undefined ? undefined : Number(text);
  reading.error(
    'dictionary-member',
    element,
    `"${name}" is ${JSON.stringify(text)}, not a whole number`,
  );
  return undefined;
}

function readMessages(
  elements: readonly XmlElement[],
  names: Names,
  reading: Reading,
): readonly DictionaryMessage[] {
  const messages = new Map<string, DictionaryMessage>();
  const types = new Map<string, string>();
  for (const element of elements) {
    const name = reading.nameOf(element);
    const msgType = reading.attribute(element, 'msgtype');
    const members = readMembers(element, names, reading);
    if (name === undefined || msgType === undefined) continue;
    const holder = types.get(msgType);
    if (messages.has(name)) {
      reading.error('dictionary-duplicate', element, `there are two messages "${name}"`);
    } else if (holder !== undefined) {
      reading.error(
        'dictionary-duplicate',
        element,
        `"${holder}" has the MsgType "${msgType}" already`,
      );
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
  reading: Reading,
): ReadonlyMap<string, Component> {
  const components = new Map<string, Component>();
  const places = new Map<string, XmlElement>();
  for (const element of elements) {
    const name = reading.nameOf(element);
    const members = readMembers(element, names, reading);
    if (name === undefined) continue;
    if (components.has(name)) {
      reading.error('dictionary-duplicate', element, `there are two components "${name}"`);
      continue;
    }
    components.set(name, { name, members });
    places.set(name, element);
  }
  for (const way of endlessWays(components)) {
    const place = places.get(way[0] ?? '');
    const shown = way.slice(0, 8).map((name) => `"${name}"`);
    const message =
      way.length > DEEPEST_NESTING
        ? `components hold one another deeper than ${DEEPEST_NESTING} levels`
        : `${shown.join(' holds ')} holds "${way[0] ?? ''}" again`;
    if (place !== undefined) reading.error('dictionary-cycle', place, message);
  }
  return components;
}

/** Levels of components within components beyond which a dictionary is refused; public ones have six. */
const DEEPEST_NESTING = 64;

/** Ways from component to component that come back to their beginning, or go on for too long. */
function endlessWays(components: ReadonlyMap<string, Component>): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const done = new Set<string>();
  const follow = (name: string, way: readonly string[]): void => {
    const at = way.indexOf(name);
    if (at >= 0) found.push(way.slice(at));
    else if (way.length > DEEPEST_NESTING) found.push(way);
    else if (!done.has(name)) {
      const members = components.get(name)?.members ?? [];
      for (const below of componentsIn(members)) follow(below, [...way, name]);
      done.add(name);
    }
  };
  for (const name of components.keys()) follow(name, []);
  return found;
}

function componentsIn(members: readonly Member[]): readonly string[] {
  return members.flatMap((member) => {
    if (member.kind === 'component') return [member.name];
    return member.kind === 'group' ? componentsIn(member.members) : [];
  });
}
