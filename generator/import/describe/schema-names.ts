import type { Dictionary, GroupMember, Member } from '../dictionary.js';

/** Names of the schemas in a description. Fields always keep their names. */
export interface SchemaNames {
  message(name: string): string;
  component(name: string): string;
  /** The schema name of a group's entry. Groups with equal members share a schema. */
  entry(group: GroupMember): string;
  /** Entry schemas by name, in the order of first use. */
  readonly entries: ReadonlyMap<string, GroupMember>;
  readonly header: string;
  readonly trailer: string;
}

/** Assigns the names. If a name is already in use, the kind is appended. */
export function schemaNames(dictionary: Dictionary): SchemaNames {
  const taken = new Set(dictionary.fields.keys());
  const choose = (...candidates: readonly string[]): string => {
    const longest = candidates.at(-1) ?? '';
    const name = [...candidates, `${longest}Schema`, `${longest}SchemaOfFix`].find(
      (candidate) => !taken.has(candidate),
    );
    if (name === undefined) throw new Error(`every name for ${longest} is taken`);
    taken.add(name);
    return name;
  };
  const messages = new Map(
    dictionary.messages.map(({ name }) => [name, choose(name, `${name}Message`)]),
  );
  const components = new Map(
    [...dictionary.components.keys()].map((name) => [name, choose(name, `${name}Component`)]),
  );
  const [header, trailer] = [choose('StandardHeader'), choose('StandardTrailer')];
  const groups = groupsOf(dictionary, (name) => messages.get(name) ?? name, { header, trailer });
  const variants = new Map<string, Set<string>>();
  for (const { group } of groups)
    variants.set(group.name, (variants.get(group.name) ?? new Set()).add(signature(group)));
  const bySignature = new Map<string, string>();
  const entries = new Map<string, GroupMember>();
  for (const { group, owner } of groups) {
    const key = signature(group);
    if (bySignature.has(key)) continue;
    const short = `${group.name.replace(/^No(?=[A-Z])/, '')}Entry`;
    const long = `${owner}${short}`;
    const name = variants.get(group.name)?.size === 1 ? choose(short, long) : choose(long);
    bySignature.set(key, name);
    entries.set(name, group);
  }
  const lookUp = (names: ReadonlyMap<string, string>, name: string | undefined): string => {
    const assigned = names.get(name ?? '');
    if (assigned === undefined) throw new Error(`${name} was given no name`);
    return assigned;
  };
  return {
    message: (name) => lookUp(messages, name),
    component: (name) => lookUp(components, name),
    entry: (group) => lookUp(bySignature, signature(group)),
    entries,
    header,
    trailer,
  };
}

interface OwnedGroup {
  readonly group: GroupMember;
  /** The message, component or group that contains the group. */
  readonly owner: string;
}

function groupsOf(
  dictionary: Dictionary,
  messageName: (name: string) => string,
  { header, trailer }: { readonly header: string; readonly trailer: string },
): readonly OwnedGroup[] {
  const groupsIn = (members: readonly Member[], owner: string): readonly OwnedGroup[] =>
    members.flatMap((member) => {
      if (member.kind !== 'group') return [];
      const own = member.name.replace(/^No(?=[A-Z])/, '');
      return [{ group: member, owner }, ...groupsIn(member.members, `${owner}${own}`)];
    });
  return [
    ...dictionary.messages.flatMap(({ name, members }) => groupsIn(members, messageName(name))),
    ...groupsIn(dictionary.header, header),
    ...groupsIn(dictionary.trailer, trailer),
    ...[...dictionary.components.values()].flatMap(({ name, members }) => groupsIn(members, name)),
  ];
}

/** A key that is equal for groups with the same name and the same members, including nested ones. */
function signature(group: GroupMember): string {
  const part = (member: Member): string =>
    `${member.kind} ${member.name} ${member.required ? 'Y' : 'N'}${member.kind === 'group' ? list(member.members) : ''}`;
  const list = (members: readonly Member[]): string => `(${members.map(part).join(',')})`;
  return `${group.name}${list(group.members)}`;
}
