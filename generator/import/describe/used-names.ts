import type { Dictionary, Member } from '../dictionary.js';

/** Components and fields that the messages, the header and the trailer use. */
export interface UsedNames {
  readonly components: ReadonlySet<string>;
  /** Fields that are members themselves. Excludes those that count group entries. */
  readonly fields: ReadonlySet<string>;
  /** Fields that count group entries. */
  readonly counts: ReadonlySet<string>;
}

/** Collects the names by following members recursively. */
export function usedNames(dictionary: Dictionary): UsedNames {
  const components = new Set<string>();
  const fields = new Set<string>();
  const counts = new Set<string>();
  const follow = (members: readonly Member[]): void => {
    for (const member of members) {
      if (member.kind === 'field') fields.add(member.name);
      else if (member.kind === 'group') {
        counts.add(member.name);
        follow(member.members);
      } else if (!components.has(member.name)) {
        components.add(member.name);
        follow(dictionary.components.get(member.name)?.members ?? []);
      }
    }
  };
  for (const { members } of dictionary.messages) follow(members);
  follow(dictionary.header);
  follow(dictionary.trailer);
  return { components, fields, counts };
}

/** Removes components and fields that are not used. */
export function withoutUnused(dictionary: Dictionary): Dictionary {
  const { components, fields, counts } = usedNames(dictionary);
  return {
    ...dictionary,
    components: new Map([...dictionary.components].filter(([name]) => components.has(name))),
    fields: new Map(
      [...dictionary.fields].filter(([name]) => fields.has(name) || counts.has(name)),
    ),
  };
}
