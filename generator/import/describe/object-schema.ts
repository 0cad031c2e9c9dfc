import type { Dictionary, GroupMember, Member } from '../dictionary.js';
import type { SchemaNames } from './schema-names.js';
import type { YamlMap } from './yaml-text.js';

/** Makes the schemas of what has members. */
export interface ObjectSchemas {
  /** Of a message, a header or an entry: with everything that has to be there. */
  whole(members: readonly Member[]): YamlMap;
  /**
   * Of a component. What it requires is required by whoever takes it in as required: a component that
   * may be left out requires nothing.
   */
  part(name: string, members: readonly Member[]): YamlMap;
}

/** Object schemas of a dictionary under the names that were chosen. */
export function objectSchemas(dictionary: Dictionary, names: SchemaNames): ObjectSchemas {
  const membersOf = (component: string): readonly Member[] =>
    dictionary.components.get(component)?.members ?? [];
  const required = memoised((component) => requiredOf(membersOf(component)));
  const first = memoised((component) => firstOf(membersOf(component)));

  function requiredOf(members: readonly Member[]): readonly string[] {
    const all = members
      .filter((member) => member.required)
      .flatMap(({ kind, name }) => (kind === 'component' ? required(name) : [name]));
    return [...new Set(all)];
  }

  function firstOf(members: readonly Member[]): string | undefined {
    const [member, ...rest] = members;
    if (member === undefined) return undefined;
    // A component may be empty, in which case the next member begins the entry.
    return member.kind === 'component' ? (first(member.name) ?? firstOf(rest)) : member.name;
  }

  const property = (member: Exclude<Member, { kind: 'component' }>): YamlMap =>
    member.kind === 'group' ? groupSchema(member) : reference(member.name);

  function groupSchema(group: GroupMember): YamlMap {
    const field = dictionary.fields.get(group.name);
    const counts = (field?.values ?? []).map(({ value }) => Number(value));
    return {
      type: 'array',
      'x-fix-tag': field?.tag ?? 0,
      'x-fix-delimiter': firstOf(group.members) ?? '',
      ...(counts.length > 0 && { minItems: Math.min(...counts), maxItems: Math.max(...counts) }),
      items: reference(names.entry(group)),
    };
  }

  function contents(members: readonly Member[]): YamlMap {
    const taken = members.filter(
      ({ kind, name }) => kind === 'component' && membersOf(name).length > 0,
    );
    const own = members.filter((member) => member.kind !== 'component');
    return {
      ...(taken.length > 0 && { allOf: taken.map(({ name }) => reference(names.component(name))) }),
      ...(own.length > 0 && {
        properties: Object.fromEntries(own.map((member) => [member.name, property(member)])),
      }),
    };
  }

  return {
    whole(members) {
      const list = requiredOf(members);
      return {
        type: 'object',
        ...(list.length > 0 && { required: list }),
        ...contents(members),
      };
    },
    part: (name, members) => ({
      type: 'object',
      'x-fix-component': name,
      ...contents(members),
    }),
  };
}

function reference(name: string): YamlMap {
  return { $ref: `#/components/schemas/${name}` };
}

function memoised<T>(compute: (name: string) => T): (name: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (name) => {
    const found = known.get(name) ?? { value: compute(name) };
    known.set(name, found);
    return found.value;
  };
}
