import { camelCase, wordsOf } from '../../plan/names/words.js';

/** Properties that every message has besides its fields. */
const RESERVED: ReadonlySet<string> = new Set(['type', 'other', 'constructor', '__proto__']);

/**
 * Chooses property names for fields, by their names in the document: `ClOrdID` becomes `clOrdId`. A
 * group loses the prefix `No`, unless another field has that name. A field has the same name in all
 * messages.
 */
export function fixMembers(names: readonly string[]): ReadonlyMap<string, string> {
  const candidatesByName = new Map(names.map((name) => [name, candidatesOf(name)]));
  const count = new Map<string, number>();
  for (const [first = ''] of candidatesByName.values())
    count.set(first, (count.get(first) ?? 0) + 1);
  const taken = new Set<string>(RESERVED);
  const members = new Map<string, string>();
  for (const [name, [first = '']] of candidatesByName) {
    if (count.get(first) !== 1 || taken.has(first)) continue;
    members.set(name, first);
  }
  for (const member of members.values()) taken.add(member);
  for (const [name, candidates] of candidatesByName) {
    if (members.has(name)) continue;
    let member =
      candidates.slice(1).find((each) => !taken.has(each)) ?? `${candidates[0] ?? ''}Field`;
    while (taken.has(member)) member += '_';
    taken.add(member);
    members.set(name, member);
  }
  return members;
}

function candidatesOf(name: string): readonly string[] {
  const full = memberName(name);
  const short = /^No[A-Z]/u.test(name) ? memberName(name.slice(2)) : full;
  return [short, full, `${full}Field`, name];
}

function memberName(name: string): string {
  const words = camelCase(wordsOf(name));
  return /^[A-Za-z_$][\w$]*$/u.test(words) ? words : `field${words}`;
}
