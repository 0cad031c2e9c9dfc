import type { Dictionary, GroupMember, Member } from '../dictionary.js';

/** What the schemas of a dictionary's parts are called. Fields have their own names, always. */
export interface SchemaNames {
  message(name: string): string;
  component(name: string): string;
  /** The entry of a group, by the group: those with equal members share one schema. */
  entry(group: GroupMember): string;
  /** Every entry, with its group, in the order in which the dictionary first has it. */
  readonly entries: ReadonlyMap<string, GroupMember>;
  readonly header: string;
  readonly trailer: string;
}

/** Chooses the names: a part that is called as a field or another part is has its kind added. */
export function schemaNames(dictionary: Dictionary): SchemaNames {
  const taken = new Set(dictionary.fields.keys());
  const choose = (...wishes: readonly string[]): string => {
    const longest = wishes.at(-1) ?? '';
    const name = [...wishes, `${longest}Schema`, `${longest}SchemaOfFix`].find(
      (wish) => !taken.has(wish),
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
  const named = (names: ReadonlyMap<string, string>, name: string | undefined): string => {
    const found = names.get(name ?? '');
    if (found === undefined) throw new Error(`${name} was given no name`);
    return found;
  };
  return {
    message: (name) => named(messages, name),
    component: (name) => named(components, name),
    entry: (group) => named(bySignature, signature(group)),
    entries,
    header,
    trailer,
  };
}

interface OwnedGroup {
  readonly group: GroupMember;
  /** The message, component or group that it stands in. */
  readonly owner: string;
}

function groupsOf(
  dictionary: Dictionary,
  messageName: (name: string) => string,
  { header, trailer }: { readonly header: string; readonly trailer: string },
): readonly OwnedGroup[] {
  const below = (members: readonly Member[], owner: string): readonly OwnedGroup[] =>
    members.flatMap((member) => {
      if (member.kind !== 'group') return [];
      const own = member.name.replace(/^No(?=[A-Z])/, '');
      return [{ group: member, owner }, ...below(member.members, `${owner}${own}`)];
    });
  return [
    ...dictionary.messages.flatMap(({ name, members }) => below(members, messageName(name))),
    ...below(dictionary.header, header),
    ...below(dictionary.trailer, trailer),
    ...[...dictionary.components.values()].flatMap(({ name, members }) => below(members, name)),
  ];
}

/** Equal for groups of one name and equal members, nested ones included. */
function signature(group: GroupMember): string {
  const part = (member: Member): string =>
    `${member.kind} ${member.name} ${member.required ? 'Y' : 'N'}${member.kind === 'group' ? list(member.members) : ''}`;
  const list = (members: readonly Member[]): string => `(${members.map(part).join(',')})`;
  return `${group.name}${list(group.members)}`;
}
