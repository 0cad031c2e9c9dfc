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
      const [own, whole] = sessionNames(base, name);
      const each = (key: string, spelling: (of: string) => string): Wish =>
        wish(`${key} ${name}`, spelling(own), spelling(whole), spelling(`${whole}Session`));
      return [
        each('policy', (of) => `${lowerFirst(of)}Policy`),
        each('client', (of) => `${of}ClientMessage`),
        each('server', (of) => `${of}ServerMessage`),
        each('types', (of) => `${of}Types`),
        each('descriptor', (of) => `${lowerFirst(of)}Descriptor`),
        each('initiator', (of) => `create${of}Initiator`),
        each('acceptor', (of) => `create${of}Acceptor`),
      ];
    }),
  ];
}

/**
 * What a session is called: as the package and its server, so that packages can be imported side by side. The server's name is left out
 * where the package's says it already: `fix` of `exchange-fix` is `ExchangeFix`.
 */
function sessionNames(base: string, server: string): readonly [own: string, whole: string] {
  const own = pascalCase(wordsOf(server));
  const whole = `${base}${own}`;
  return [base.toLowerCase().includes(own.toLowerCase()) ? base : whole, whole];
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
