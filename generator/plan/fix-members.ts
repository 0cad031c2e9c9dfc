import { camelCase, wordsOf } from './words.js';

/** Members that every message has beside its fields. */
const TAKEN: ReadonlySet<string> = new Set(['type', 'other', 'constructor', '__proto__']);

/**
 * What programs call fields, by their names in the document: `ClOrdID` is `clOrdId`. A group goes without its `No`, unless something
 * else has the rest of its name. One field has one name in all messages.
 */
export function fixMembers(names: readonly string[]): ReadonlyMap<string, string> {
  const wishes = new Map(names.map((name) => [name, wishesOf(name)]));
  const count = new Map<string, number>();
  for (const [first = ''] of wishes.values()) count.set(first, (count.get(first) ?? 0) + 1);
  const whole = new Set<string>(TAKEN);
  const members = new Map<string, string>();
  for (const [name, [first = '']] of wishes) {
    if (count.get(first) !== 1 || whole.has(first)) continue;
    members.set(name, first);
  }
  for (const member of members.values()) whole.add(member);
  for (const [name, candidates] of wishes) {
    if (members.has(name)) continue;
    let member =
      candidates.slice(1).find((each) => !whole.has(each)) ?? `${candidates[0] ?? ''}Field`;
    while (whole.has(member)) member += '_';
    whole.add(member);
    members.set(name, member);
  }
  return members;
}

function wishesOf(name: string): readonly string[] {
  const own = memberName(name);
  const short = /^No[A-Z]/u.test(name) ? memberName(name.slice(2)) : own;
  return [short, own, `${own}Field`, name];
}

function memberName(name: string): string {
  const words = camelCase(wordsOf(name));
  return /^[A-Za-z_$][\w$]*$/u.test(words) ? words : `field${words}`;
}
