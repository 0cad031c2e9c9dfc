import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { parse } from 'yaml';

/** Field or group of a message: tags of the groups around it, its tag, and true if it is required. */
export type Slot = string;

/** Contents of a dictionary, read from its XML without code of the generator. */
export interface DictionaryContents {
  readonly messages: ReadonlyMap<string, readonly Slot[]>;
  /** Tag to name, data type and values. */
  readonly fields: ReadonlyMap<number, string>;
}

type Elements = ReadonlyMap<string, XmlElement>;

/** Slots of every message by MsgType, `header` and `trailer` among them, and all fields. */
export function contentsOfDictionary(...texts: readonly string[]): DictionaryContents {
  const roots = texts.flatMap((text) => parseXml(text).root ?? []);
  const fields = index(roots, 'fields');
  const components = index(roots, 'components');
  const slots = (element: XmlElement | undefined, group: string, isNeeded: boolean): Slot[] =>
    below(element).flatMap((child) => {
      const name = child.attributes['name'] ?? '';
      const needed = isNeeded && child.attributes['required'] === 'Y';
      if (child.name === 'component') return slots(components.get(name), group, needed);
      const tag = fields.get(name)?.attributes['number'] ?? '?';
      const own = `${group}${tag}${needed ? ' needed' : ''}`;
      if (child.name === 'field') return [own];
      const [first] = slots(child, '', false);
      return [
        `${own} begins with ${first?.split(' ')[0]}`,
        ...slots(child, `${group}${tag}/`, true),
      ];
    });
  const sections = roots.flatMap(below);
  const messages = sections.filter(({ name }) => name === 'messages').flatMap(below);
  const frames = sections.filter(({ name }) => name === 'header' || name === 'trailer');
  return {
    messages: new Map(
      [
        ...messages.map((message) => [message.attributes['msgtype'] ?? '', message] as const),
        ...frames
          .filter((frame) => below(frame).length > 0)
          .map((frame) => [frame.name, frame] as const),
      ].map(([key, element]) => [key, slots(element, '', true).sort()]),
    ),
    fields: new Map(
      [...fields.values()].map((field) => {
        const values = below(field)
          .map(
            ({ attributes }) => `${attributes['enum']}=${plain(attributes['description'] ?? '')}`,
          )
          .sort();
        const { name, number, type } = field.attributes;
        return [Number(number), [name, type, ...values].join(' ')];
      }),
    ),
  };
}

/** A name without letter case and signs, as a dictionary's and a program's have it in common. */
export function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

function index(roots: readonly XmlElement[], section: string): Elements {
  const found = new Map<string, XmlElement>();
  for (const element of roots
    .flatMap(below)
    .filter(({ name }) => name === section)
    .flatMap(below)) {
    const name = element.attributes['name'] ?? '';
    // A transport lists components that it leaves empty, and fields without their values.
    if (below(element).length > 0 || below(found.get(name)).length === 0) found.set(name, element);
  }
  return found;
}

function below(element: XmlElement | undefined): readonly XmlElement[] {
  return (element?.children ?? []).filter((node) => node instanceof XmlElement);
}

interface Schema {
  readonly [member: string]: unknown;
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly enum?: readonly (string | number)[];
}

interface Description {
  readonly servers: {
    readonly fix: { readonly 'x-fix-session': { readonly [part: string]: Schema } };
  };
  readonly components: {
    readonly messages: {
      readonly [name: string]: { readonly 'x-fix-msg-type': string; readonly payload: Schema };
    };
    readonly schemas: { readonly [name: string]: Schema };
  };
}

/** The same, looked up in the description. */
export function contentsOfDescription(text: string): DictionaryContents {
  const description: Description = parse(text);
  const { schemas, messages } = description.components;
  const follow = (schema: Schema | undefined): Schema =>
    schema?.$ref === undefined
      ? (schema ?? {})
      : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const properties = (schema: Schema): readonly (readonly [string, Schema])[] => [
    ...(schema.allOf ?? []).flatMap((part) => properties(follow(part))),
    ...Object.entries(schema.properties ?? {}),
  ];
  const slots = (schema: Schema, group: string): Slot[] => {
    const needed = new Set(schema.required);
    return properties(schema).flatMap(([name, property]) => {
      const own = follow(property);
      const tag = String(own['x-fix-tag']);
      const slot = `${group}${tag}${needed.has(name) ? ' needed' : ''}`;
      if (own.items === undefined) return [slot];
      const entry = follow(own.items);
      const first = properties(entry).find(([name]) => name === own['x-fix-delimiter'])?.[1];
      return [
        `${slot} begins with ${String(follow(first)['x-fix-tag'])}`,
        ...slots(entry, `${group}${tag}/`),
      ];
    });
  };
  const session = description.servers.fix['x-fix-session'];
  const frames = ['header', 'trailer'].map((part) => [part, follow(session[part])] as const);
  const fields = Object.entries(schemas).filter(([, schema]) => schema['x-fix-tag'] !== undefined);
  return {
    messages: new Map(
      [
        ...Object.values(messages).map(
          (message) => [message['x-fix-msg-type'], follow(message.payload)] as const,
        ),
        ...frames,
      ].map(([key, schema]) => [key, slots(schema, '').sort()]),
    ),
    fields: new Map(
      fields.map(([name, schema]) => {
        const names = schema['x-enum-varnames'];
        const listed = Array.isArray(names)
          ? (schema.enum ?? []).map((value, at) => `${value}=${plain(String(names[at]))}`)
          : [...String(schema['description'] ?? '').matchAll(/(\S+): ([^.]+)\./g)].map(
              ([, value, meaning = '']) => `${value}=${plain(meaning)}`,
            );
        return [
          Number(schema['x-fix-tag']),
          [name, schema['x-fix-type'], ...listed.sort()].join(' '),
        ];
      }),
    ),
  };
}
