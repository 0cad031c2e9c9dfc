import type { SchemaId } from '../model/schema.js';
import { fileName } from './files.js';
import { wordsOf } from './words.js';

/** Where the checks of a package are exported: one file, which re-exports those of others where there are many. */
export const checksFile = 'validators.ts';

/** The files of one check. */
export interface CheckFiles {
  /** Where its names are exported. */
  readonly exports: string;
  /** Where the function is that does the work. */
  readonly functions: string;
}

/** What a file is chosen by: what a check is called, and the service whose operations alone hold the schema. */
export interface FiledCheck {
  readonly id: SchemaId;
  readonly name: string;
  readonly service: string | undefined;
}

/** Checks from which on one file would be too long to look into. */
const splitFrom = 300;

/**
 * Chooses the files of all checks: a single one for most descriptions. Many checks are split by what they are called, and
 * those of inline bodies by the service. Where a check is depends on its own name and on how many begin with
 * the same words, so that nothing moves when something unrelated is added.
 */
export function planCheckFiles(
  checks: readonly FiledCheck[],
): ((id: SchemaId) => CheckFiles) | undefined {
  if (checks.length < splitFrom) return undefined;
  const groups = new Map<SchemaId, string>();
  const named: NamedCheck[] = [];
  for (const { id, name, service } of checks) {
    if (service === undefined) named.push({ id, words: wordsOf(name) });
    else groups.set(id, service);
  }
  for (const { group, id } of groupsOf(named, 0)) groups.set(id, group);
  return (id) => {
    const group = groups.get(id) ?? 'other';
    return { exports: `validators/${group}.ts`, functions: `validators/functions/${group}.ts` };
  };
}

/** The file of the tables of a service's checks, where checks are split. */
export function serviceChecksFile(service: string): string {
  return `validators/operations/${service}.ts`;
}

interface NamedCheck {
  readonly id: SchemaId;
  readonly words: readonly string[];
}

interface GroupedCheck {
  readonly id: SchemaId;
  readonly group: string;
}

/** Checks that fill a file. */
const fullGroup = 60;
/** Checks that are enough for a file of their own. */
const ownGroup = 12;

/** Groups checks that have so many first words in common by the next one, until a group fits a file. */
function groupsOf(checks: readonly NamedCheck[], depth: number): readonly GroupedCheck[] {
  const prefix = checks[0]?.words.slice(0, depth) ?? [];
  if (depth > 0 && checks.length <= fullGroup) return inOne(checks, prefix);
  const grouped: GroupedCheck[] = [];
  const rest: NamedCheck[] = [];
  for (const [word, some] of groupBy(checks, ({ words }) => words[depth] ?? '')) {
    if (word !== '' && some.length >= ownGroup) grouped.push(...groupsOf(some, depth + 1));
    else rest.push(...some);
  }
  // Words that few begin with share the file of the words before, or of their letter where these are many.
  if (depth > 0 && rest.length <= fullGroup) return [...grouped, ...inOne(rest, prefix)];
  const letters = groupBy(rest, ({ words }) => words[depth]?.slice(0, 1) ?? '');
  return [
    ...grouped,
    ...[...letters].flatMap(([letter, some]) => inOne(some, [...prefix, letter])),
  ];
}

function inOne(checks: readonly NamedCheck[], words: readonly string[]): readonly GroupedCheck[] {
  const group = fileName(words.filter((word) => word !== ''));
  return checks.map(({ id }) => ({ id, group }));
}

function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const known = groups.get(keyOf(item));
    if (known === undefined) groups.set(keyOf(item), [item]);
    else known.push(item);
  }
  return groups;
}
