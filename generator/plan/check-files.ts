import type { SchemaId } from '../model/schema.js';
import { fileName } from './files.js';
import { digestOf, wordsOf } from './names/words.js';

/** Extension of the files with checks: TypeScript, or JavaScript with declarations beside it. */
export type CheckExtension = '.ts' | '.js';

/**
 * File that exports the checks of a package. If there are many checks, it re-exports them from
 * several files.
 */
export function checksFile(extension: CheckExtension): string {
  return `validators${extension}`;
}

/** Files of one check. */
export interface CheckFiles {
  /** File that exports the names of the check. */
  readonly exports: string;
  /** File that contains the checking function. */
  readonly functions: string;
  readonly audience: Audience;
}

/**
 * Messages that lead to a schema: those of operations and channels, only those of webhooks and
 * callbacks, or none.
 */
export type Audience = 'operations' | 'webhooks' | 'unreferenced';

/** All audiences, in the order in which they own functions that several of them use. */
export const audiences: readonly Audience[] = ['operations', 'webhooks', 'unreferenced'];

/** Data that determines the file of a check. */
export interface FiledCheck {
  readonly id: SchemaId;
  /** Name of the schema. */
  readonly name: string;
  /** Name of the webhook or callback that contains the schema, if it is inline in one. */
  readonly webhook: string | undefined;
  /** Service, if only its operations use the schema. */
  readonly service: string | undefined;
}

/** Number of checks from which they are split into several files. */
const splitFrom = 300;

/**
 * Chooses the files of all checks. Most descriptions need a single file, for which the result is
 * `undefined`. If there are many checks, named ones are grouped by the words of their names, those
 * of inline bodies by service. Checks that only webhooks need, and those of schemas that nothing
 * refers to, are in separate folders, so that a program loads them only if it needs them.
 *
 * The file of a check depends only on what uses it, its own name and on how many names begin with
 * the same words. Unrelated additions therefore do not move it.
 */
export function planCheckFiles(
  checks: readonly FiledCheck[],
  audienceOf: (id: SchemaId) => Audience,
  extension: CheckExtension,
): ((id: SchemaId) => CheckFiles) | undefined {
  if (checks.length < splitFrom) return undefined;
  const files = new Map<SchemaId, CheckFiles>();
  const addFile = (id: SchemaId, audience: Audience, group: string): void => {
    const path = audience === 'operations' ? group : `${audience}/${group}`;
    files.set(id, {
      exports: `validators/${path}${extension}`,
      functions: `validators/functions/${path}${extension}`,
      audience,
    });
  };
  const byAudience = groupBy(checks, ({ id, webhook }) =>
    webhook === undefined ? audienceOf(id) : 'webhooks',
  );
  for (const [audience, members] of byAudience) {
    const grouped: NamedCheck[] = [];
    for (const { id, name, webhook = name, service } of members) {
      if (service === undefined) grouped.push({ id, name: webhook, words: wordsOf(webhook) });
      else addFile(id, audience, service);
    }
    for (const { group, id } of groupsOf(grouped, 0)) addFile(id, audience, group);
  }
  return (id) => {
    const known = files.get(id);
    if (known === undefined) throw new Error(`the check of ${id} has a file`);
    return known;
  };
}

/** Messages that a table of checks is for. A program that needs one kind does not load the other. */
export type CheckedMessages = 'requests' | 'responses';

/** File that contains the table of a service's checks, if checks are split. */
export function serviceChecksFile(
  service: string,
  messages: CheckedMessages,
  extension: CheckExtension,
): string {
  return `validators/${messages}/${service}${extension}`;
}

/**
 * File that combines the tables of all services, if checks are split. It is outside the folder of
 * the groups, one of which may be called `requests`.
 */
export function combinedChecksFile(messages: CheckedMessages, extension: CheckExtension): string {
  return `${messages === 'requests' ? 'request' : 'response'}-checks${extension}`;
}

/**
 * File that contains the table of webhooks' checks. If checks are split, it is a separate file,
 * which only receivers of webhooks load.
 */
export function webhookChecksFile(isSplit: boolean, extension: CheckExtension): string {
  return isSplit ? `webhook-checks${extension}` : checksFile(extension);
}

interface NamedCheck {
  readonly id: SchemaId;
  readonly name: string;
  readonly words: readonly string[];
}

interface GroupedCheck {
  readonly id: SchemaId;
  readonly group: string;
}

/** Largest number of checks that share a file. */
const maxGroupSize = 60;
/** Number of checks with a common next word from which they get a separate file. */
const minGroupSize = 12;

/**
 * Groups checks by their word at index `depth` until each group fits in a file. All names share the
 * words before that index.
 */
function groupsOf(checks: readonly NamedCheck[], depth: number): readonly GroupedCheck[] {
  const prefix = checks[0]?.words.slice(0, depth) ?? [];
  if (depth > 0 && checks.length <= maxGroupSize) return asOneGroup(checks, prefix);
  const grouped: GroupedCheck[] = [];
  const rest: NamedCheck[] = [];
  for (const [word, members] of groupBy(checks, ({ words }) => words[depth] ?? '')) {
    if (word !== '' && members.length >= minGroupSize)
      grouped.push(...groupsOf(members, depth + 1));
    else rest.push(...members);
  }
  // Rare words share the file of the preceding words, or files of neighbours if there are too many.
  if (depth > 0 && rest.length <= maxGroupSize) return [...grouped, ...asOneGroup(rest, prefix)];
  return [...grouped, ...asNeighbours(rest, prefix)];
}

/**
 * Divides checks in the order of their names. A file begins at every name whose digest is a multiple
 * of a constant, and is named after it, so that an addition moves no checks except those after it in
 * its own file.
 */
function asNeighbours(
  checks: readonly NamedCheck[],
  prefix: readonly string[],
): readonly GroupedCheck[] {
  let words = prefix.length > 0 ? prefix : [withoutNeighbour];
  return [...checks]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((check) => {
      if (Number.parseInt(digestOf(check.name).slice(-4), 16) % neighbours === 0)
        words = check.words;
      return asOneGroup([check], words);
    });
}

/** Mean number of checks in a file of neighbours. */
const neighbours = 20;

/** File of the checks before the first that names a file. */
const withoutNeighbour = 'schemas';

function asOneGroup(
  checks: readonly NamedCheck[],
  words: readonly string[],
): readonly GroupedCheck[] {
  const group = fileName(words.filter((word) => word !== ''));
  return checks.map(({ id }) => ({ id, group }));
}

function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const known = groups.get(keyOf(item));
    if (known === undefined) groups.set(keyOf(item), [item]);
    else known.push(item);
  }
  return groups;
}
