import type { FixApi, FixGroup, FixRecord, FixValueSet } from '../../model/fix.js';
import type { NameRequest } from '../../plan/names/names.js';
import { lowerFirst, pascalCase, wordsOf } from '../../plan/names/words.js';

/** Parts of a FIX description that need names. */
export interface FixNamed {
  readonly sets: Map<string, FixValueSet>;
  readonly records: Map<
    string,
    { readonly record: FixRecord; readonly candidates: readonly string[] }
  >;
  readonly fields: Set<string>;
  /**
   * Candidates for each value set: the name of its field, alone and with the name of the enclosing
   * record.
   */
  readonly owners: Map<string, readonly [field: string, whole: string]>;
}

/** Collects every value set, component and group entry, with its candidates. */
export function collectNamed(fix: FixApi): FixNamed {
  const result: FixNamed = {
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
      result.fields.add(field.name);
      if (field.kind === 'group') visitGroup(field, owner);
      else if (field.values !== undefined && !result.sets.has(field.values.schema)) {
        result.sets.set(field.values.schema, field.values);
        result.owners.set(field.values.schema, [field.name, `${owner}${field.name}`]);
      }
    }
  };
  const visitGroup = (group: FixGroup, owner: string): void => {
    const short = `${group.name.replace(/^No(?=[A-Z])/u, '')}Entry`;
    add(group.entry, group.entry.name ?? short, `${owner}${short}`);
    visit(group.entry, `${owner}${group.name.replace(/^No(?=[A-Z])/u, '')}`);
  };
  const add = (record: FixRecord, ...candidates: readonly string[]): void => {
    if (!result.records.has(record.key)) result.records.set(record.key, { record, candidates });
  };
  for (const { record, name } of fix.messages) visit(record, name);
  visit(fix.header, 'Header');
  visit(fix.trailer, 'Trailer');
  return result;
}

/** Requests for the names shared by the whole package. */
export function sharedNameRequests(base: string, fix: FixApi): readonly NameRequest[] {
  const small = lowerFirst(base);
  const request = (key: string, ...candidates: readonly string[]): NameRequest => ({
    key,
    candidates,
  });
  return [
    request('codec', `${small}Codec`, `${small}FixCodec`),
    request('message', `${base}Message`, `${base}FixMessage`),
    request('view', `${base}View`, `${base}FixView`),
    ...fix.sessions.flatMap(({ name }) => {
      const [own, whole] = sessionNames(base, name);
      const each = (key: string, spelling: (of: string) => string): NameRequest =>
        request(`${key} ${name}`, spelling(own), spelling(whole), spelling(`${whole}Session`));
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
 * Candidates for a session: the package's name with the server's, so that packages can be imported
 * together. The server's name is omitted if the package's name contains it: `fix` of `exchange-fix`
 * becomes `ExchangeFix`.
 */
function sessionNames(base: string, server: string): readonly [own: string, whole: string] {
  const own = pascalCase(wordsOf(server));
  const whole = `${base}${own}`;
  return [base.toLowerCase().includes(own.toLowerCase()) ? base : whole, whole];
}

/** Requests for message names. They yield only to the shared names of the package. */
export function messageNameRequests({ messages }: FixApi): readonly NameRequest[] {
  return messages.map(({ name, msgType }) => {
    const own = typeName(name);
    return { key: `message ${msgType}`, candidates: [own, `${own}Message`] };
  });
}

/** Requests for the names of value sets, components and group entries. */
export function otherNameRequests({ sets, records, owners }: FixNamed): readonly NameRequest[] {
  return [
    ...[...sets.values()].map(({ schema, name }): NameRequest => {
      const [field = 'Value', whole = field] = owners.get(schema) ?? [];
      const own = typeName(name ?? field);
      const candidates = [own, name === undefined ? typeName(whole) : `${own}Value`];
      return { key: `values ${schema}`, candidates: [...candidates, `${typeName(whole)}Value`] };
    }),
    ...[...records].map(([key, { candidates }]): NameRequest => {
      const [first = '', second = ''] = candidates.map(typeName);
      return { key: `record ${key}`, candidates: [first, second, `${second}Fields`] };
    }),
  ];
}

/** Converts to a type name. A valid name is kept as the document spells it. */
function typeName(name: string): string {
  return /^[A-Z][A-Za-z0-9]*$/u.test(name) ? name : pascalCase(wordsOf(name));
}
