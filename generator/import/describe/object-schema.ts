import type { Dictionary, GroupMember, Member } from '../dictionary.js';
import type { SchemaNames } from './schema-names.js';
import type { YamlMap } from './yaml-text.js';

/** Builds object schemas from members. */
export interface ObjectSchemas {
  /** The schema of a message, a header or an entry, including all required properties. */
  complete(members: readonly Member[]): YamlMap;
  /**
   * The schema of a component, without required properties. The schemas that include the component list them if the component itself is
   * required.
   */
  component(name: string, members: readonly Member[]): YamlMap;
}

/** Creates a builder of object schemas with the given names. */
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
    // A component may be empty. The next member is then the first of the entry.
    return member.kind === 'component' ? (first(member.name) ?? firstOf(rest)) : member.name;
  }

  const property = (member: Exclude<Member, { kind: 'component' }>): YamlMap =>
    member.kind === 'group' ? groupSchema(member) : reference(member.name);

  function groupSchema(group: GroupMember): YamlMap {
    const field = dictionary.fields.get(group.name);
    const validCounts = (field?.values ?? []).map(({ value }) => Number(value));
    return {
      type: 'array',
      'x-fix-tag': field?.tag ?? 0,
      'x-fix-delimiter': firstOf(group.members) ?? '',
      ...(validCounts.length > 0 && {
        minItems: Math.min(...validCounts),
        maxItems: Math.max(...validCounts),
      }),
      items: reference(names.entry(group)),
    };
  }

  function contents(members: readonly Member[]): YamlMap {
    const included = members.filter(
      ({ kind, name }) => kind === 'component' && membersOf(name).length > 0,
    );
    const ownMembers = members.filter((member) => member.kind !== 'component');
    return {
      ...(included.length > 0 && {
        allOf: included.map(({ name }) => reference(names.component(name))),
      }),
      ...(ownMembers.length > 0 && {
        properties: Object.fromEntries(ownMembers.map((member) => [member.name, property(member)])),
      }),
    };
  }

  return {
    complete(members) {
      const list = requiredOf(members);
      return {
        type: 'object',
        ...(list.length > 0 && { required: list }),
        ...contents(members),
      };
    },
    component: (name, members) => ({
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
  const cache = new Map<string, { readonly value: T }>();
  return (name) => {
    const cached = cache.get(name) ?? { value: compute(name) };
    cache.set(name, cached);
    return cached.value;
  };
}
