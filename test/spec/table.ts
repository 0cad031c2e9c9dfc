import type { Host } from '../../generator/core/host.js';
import { loadDocument } from '../../generator/load/load.js';
import type { Json } from '../../generator/model/schema.js';
import { keysOf, memberOf } from './description.js';
import type { Basis } from './basis.js';

/** A section of the specification and what becomes of each of its statements. */
export interface Section {
  readonly number: string;
  readonly title: string;
  readonly lines: readonly Line[];
}

/** A statement of the specification, or a part of one, in our words, and how it is met. */
export interface Line {
  readonly section: string;
  /** Row, item or paragraph, as `statementsOf` names it. */
  readonly anchor: string;
  /** Number of its statement, from 1. */
  readonly number: number;
  readonly says: string;
  /** Locations in descriptions that state it. */
  readonly met: readonly Requirement[];
  /** Why a description cannot state it, and which other features implement it. */
  readonly by: readonly { readonly who: Keeper; readonly why: string }[];
  /** Hooks of generated servers, and rules of the sandbox's design by number, that implement what is left to a handler. */
  readonly covered: readonly string[];
  /** The decision where the specification leaves a choice. */
  readonly decided: string | undefined;
  /** Whether the locations state it without a mark, because they cannot have extensions. */
  readonly isUnmarked: boolean;
}

/** Something that descriptions say and the specification does not. */
export interface Beyond {
  readonly says: string;
  readonly basis: Basis;
  readonly places: readonly Requirement[];
}

/** A location, and its expected value. */
export interface Requirement {
  /** Name of the description. */
  readonly document: string;
  /** The location in it, as `Description.find` accepts it. */
  readonly address: string;
  /** The expected value. For an object, only the members listed here are compared. */
  readonly is?: Json;
  /** Values of a list, names of members, or parts of a text that are there. */
  readonly has?: readonly string[];
  /** The same, where they are not. */
  readonly lacks?: readonly string[];
}

/**
 * Who meets what no description says: a `handler` of the server, where it takes state or another service; a `feed`, whose
 * description is a document of its own; the `reader`, for statements about the specification itself.
 */
export type Keeper = (typeof KEEPERS)[number];
export const KEEPERS = ['handler', 'feed', 'reader'] as const;

const MEMBERS: readonly string[] = ['says', 'met', 'decided', 'unmarked', 'covered', ...KEEPERS];

/** Reads the table, one file after another. Throws where a file is not as it should be. */
export function readTable(host: Host, files: readonly string[]): readonly Section[] {
  return files.flatMap((file) => {
    const content = readFile(host, file);
    return keysOf(content).map((number) => readSection(number, member(content, number)));
  });
}

/** Reads the list of what goes beyond the specification. */
export function readBeyond(host: Host, file: string): readonly Beyond[] {
  return listOf(readFile(host, file)).map((entry) => {
    const basis = member(entry, 'basis');
    if (basis !== 'public' && basis !== 'assumed') throw new Error(`"${basis}" is no basis`);
    const places = listOf(member(entry, 'met')).map(readRequirement);
    return { says: textOf(member(entry, 'says')), basis, places };
  });
}

function readFile(host: Host, file: string): Json {
  const { value, diagnostics } = loadDocument(host, file);
  if (value === undefined || diagnostics.length > 0)
    throw new Error(`${file} cannot be read: ${diagnostics[0]?.message}`);
  return value.value;
}

function readSection(number: string, section: Json): Section {
  const statements = member(section, 'statements');
  const lines = keysOf(statements).flatMap((anchor) =>
    listOf(member(statements, anchor)).flatMap((statement, index) =>
      // A statement about several things is a list of lines.
      (Array.isArray(statement) ? statement : [statement]).map((line) =>
        readLine(line, number, anchor, index + 1),
      ),
    ),
  );
  return { number, title: textOf(member(section, 'title')), lines };
}

function readLine(line: Json, section: string, anchor: string, number: number): Line {
  const where = `${section} ${anchor} ${number}`;
  const foreign = keysOf(line).filter((name) => !MEMBERS.includes(name));
  if (foreign.length > 0) throw new Error(`${where} has members of no meaning: ${foreign.join()}`);
  const met = memberOf(line, 'met');
  const decided = memberOf(line, 'decided');
  const covered = memberOf(line, 'covered');
  return {
    section,
    anchor,
    number,
    says: textOf(member(line, 'says')),
    met: met === undefined ? [] : listOf(met).map(readRequirement),
    by: KEEPERS.flatMap((who) => {
      const why = memberOf(line, who);
      return why === undefined ? [] : [{ who, why: textOf(why) }];
    }),
    covered: covered === undefined ? [] : listOf(covered).map(textOf),
    decided: decided === undefined ? undefined : textOf(decided),
    isUnmarked: memberOf(line, 'unmarked') !== undefined,
  };
}

/** `platform:Policy#/required`, alone or under `at` beside what is expected. */
function readRequirement(requirement: Json): Requirement {
  const at = textOf(typeof requirement === 'string' ? requirement : member(requirement, 'at'));
  const [, document = '', address = ''] = /^(\w+):?(.*#.*)$/.exec(at) ?? [];
  if (document === '') throw new Error(`"${at}" is no place`);
  const is = memberOf(requirement, 'is');
  const has = memberOf(requirement, 'has');
  const lacks = memberOf(requirement, 'lacks');
  return {
    document,
    address,
    ...(is === undefined ? {} : { is }),
    ...(has === undefined ? {} : { has: listOf(has).map(textOf) }),
    ...(lacks === undefined ? {} : { lacks: listOf(lacks).map(textOf) }),
  };
}

function member(value: Json, name: string): Json {
  const found = memberOf(value, name);
  if (found === undefined) throw new Error(`"${name}" is missing in ${JSON.stringify(value)}`);
  return found;
}

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value];
}

function textOf(value: Json): string {
  if (typeof value === 'object') throw new Error(`${JSON.stringify(value)} is no text`);
  return String(value).trim();
}
