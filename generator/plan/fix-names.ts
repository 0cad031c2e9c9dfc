import type { FixApi, FixGroup, FixRecord, FixValueSet } from '../model/fix.js';
import type { Wish } from './names.js';
import { lowerFirst, pascalCase, wordsOf } from './words.js';

/** What is to be named. */
export interface FixNamed {
  readonly sets: Map<string, FixValueSet>;
  readonly records: Map<string, { readonly record: FixRecord; readonly wish: readonly string[] }>;
  readonly fields: Set<string>;
  /** What each set would be called after the field that has it, alone and with what that stands in. */
  readonly owners: Map<string, readonly [field: string, whole: string]>;
}

/** Every enum, component and entry, with what it would be called. */
export function collect(fix: FixApi): FixNamed {
  const found: FixNamed = {
    sets: new Map(),
    records: new Map(),
    fields: new Set(),
    owners: new Map(),
  };
  const seen = new Set<string>();
  const visit = (record: FixRecord, owner: string): void => {
    if (seen.has(record.key)) return;
    seen.add(record.key);
    for (const part of record.parts) {
      const name = part.component ?? part.name ?? `${owner}Part`;
      add(part, name, `${owner}${name}`);
      visit(part, name);
    }
    for (const field of record.fields) {
      found.fields.add(field.name);
      if (field.kind === 'group') visitGroup(field, owner);
      else if (field.values !== undefined && !found.sets.has(field.values.schema)) {
        found.sets.set(field.values.schema, field.values);
        found.owners.set(field.values.schema, [field.name, `${owner}${field.name}`]);
      }
    }
  };
  const visitGroup = (group: FixGroup, owner: string): void => {
    const short = `${group.name.replace(/^No(?=[A-Z])/u, '')}Entry`;
    add(group.entry, group.entry.name ?? short, `${owner}${short}`);
    visit(group.entry, `${owner}${group.name.replace(/^No(?=[A-Z])/u, '')}`);
  };
  const add = (record: FixRecord, ...wish: readonly string[]): void => {
    if (!found.records.has(record.key)) found.records.set(record.key, { record, wish });
  };
  for (const { record, name } of fix.messages) visit(record, name);
  visit(fix.header, 'Header');
  visit(fix.trailer, 'Trailer');
  return found;
}

/** Names that belong to the whole package. */
export function sharedWishes(base: string, fix: FixApi): readonly Wish[] {
  const small = lowerFirst(base);
  const wish = (key: string, ...candidates: readonly string[]): Wish => ({ key, candidates });
  return [
    wish('codec', `${small}Codec`, `${small}FixCodec`),
    wish('message', `${base}Message`, `${base}FixMessage`),
    wish('view', `${base}View`, `${base}FixView`),
    ...fix.sessions.flatMap(({ name }) => {
      const own = pascalCase(wordsOf(name));
      return [
        wish(`policy ${name}`, `${lowerFirst(own)}Policy`, `${small}${own}Policy`),
        wish(`client ${name}`, `${own}ClientMessage`, `${base}${own}ClientMessage`),
        wish(`server ${name}`, `${own}ServerMessage`, `${base}${own}ServerMessage`),
        wish(`types ${name}`, `${own}Types`, `${base}${own}Types`),
        wish(`descriptor ${name}`, `${lowerFirst(own)}Descriptor`, `${small}${own}Descriptor`),
        wish(`initiator ${name}`, `create${own}Initiator`, `create${base}${own}Initiator`),
        wish(`acceptor ${name}`, `create${own}Acceptor`, `create${base}${own}Acceptor`),
      ];
    }),
  ];
}

/** Names of messages, which give way to nothing but those. */
export function messageWishes({ messages }: FixApi): readonly Wish[] {
  return messages.map(({ name, msgType }) => {
    const own = typeName(name);
    return { key: `message ${msgType}`, candidates: [own, `${own}Message`] };
  });
}

/** Names of enums, components and entries. */
export function otherWishes({ sets, records, owners }: FixNamed): readonly Wish[] {
  return [
    ...[...sets.values()].map(({ schema, name }): Wish => {
      const [field = 'Value', whole = field] = owners.get(schema) ?? [];
      const own = typeName(name ?? field);
      const candidates = [own, name === undefined ? typeName(whole) : `${own}Value`];
      return { key: `values ${schema}`, candidates: [...candidates, `${typeName(whole)}Value`] };
    }),
    ...[...records].map(([key, { wish }]): Wish => {
      const [first = '', second = ''] = wish.map(typeName);
      return { key: `record ${key}`, candidates: [first, second, `${second}Fields`] };
    }),
  ];
}

/** As the document spells it, where that is a name of a type. */
function typeName(name: string): string {
  return /^[A-Z][A-Za-z0-9]*$/u.test(name) ? name : pascalCase(wordsOf(name));
}
