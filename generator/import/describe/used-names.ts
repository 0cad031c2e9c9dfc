import type { Dictionary, Member } from '../dictionary.js';

/** Which components and fields the messages, the header and the trailer need. */
export interface UsedNames {
  readonly components: ReadonlySet<string>;
  /** Those that stand in a message as fields; what counts a group's entries is not among them. */
  readonly fields: ReadonlySet<string>;
  /** Those that count a group's entries. */
  readonly counts: ReadonlySet<string>;
}

/** Follows members from the messages to the last field. */
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

/** The dictionary with no component that nothing needs. */
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
