import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sharedPath } from '../../shared.js';

/** One version of FIX: where its acceptance definitions and its dictionary are. */
export interface Version {
  readonly name: string;
  /** Folder of the definitions, below the shared one. */
  readonly definitions: readonly string[];
  readonly dictionary: string;
  readonly transport?: string;
  /** Number of definitions. */
  readonly count: number;
  /** More members of `x-fix-session`. */
  readonly rules?: readonly string[];
  /** Converts a definition to this version, if the version has no separate one. */
  readonly adapt?: (text: string) => string;
}

const of = (folder: string): readonly string[] => ['suites', 'quickfix-versions', folder];
const transport = 'FIXT11.xml';
/** The suite's acceptor says the version of the application in its refusals. */
const rules = ['businessRejectVersion: DefaultApplVerID'];

/** Every version whose acceptance definitions there are, and 5.0 SP2, whose are those of 5.0 SP1 but for the version. */
export const versions: readonly Version[] = [
  { name: 'FIX 4.0', definitions: of('fix40'), dictionary: 'FIX40.xml', count: 56 },
  { name: 'FIX 4.1', definitions: of('fix41'), dictionary: 'FIX41.xml', count: 56 },
  { name: 'FIX 4.2', definitions: ['suites', 'quickfix'], dictionary: 'FIX42.xml', count: 58 },
  { name: 'FIX 4.3', definitions: of('fix43'), dictionary: 'FIX43.xml', count: 58 },
  { name: 'FIX 4.4', definitions: of('fix44'), dictionary: 'FIX44.xml', count: 59 },
  {
    name: 'FIX 5.0',
    definitions: of('fix50'),
    dictionary: 'FIX50.xml',
    transport,
    rules,
    count: 60,
  },
  {
    name: 'FIX 5.0 SP1',
    definitions: of('fix50sp1'),
    dictionary: 'FIX50SP1.xml',
    transport,
    rules,
    count: 60,
  },
  {
    name: 'FIX 5.0 SP2',
    definitions: of('fix50sp1'),
    dictionary: 'FIX50SP2.xml',
    transport,
    rules,
    count: 60,
    adapt: (text) =>
      text.replaceAll('TW50SP1', 'TW50SP2').replaceAll('1137=8\u0001', '1137=9\u0001'),
  },
];

/** Definitions of a version by their file names; none where the suite is not there. */
export function definitionsOf({
  definitions,
  adapt = (text) => text,
}: Version): ReadonlyMap<string, string> {
  const folder = sharedPath(...definitions);
  const names =
    folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.def'));
  return new Map(
    names.map((name) => [name, adapt(readFileSync(join(folder ?? '', name), 'latin1'))]),
  );
}

/** The bytes of a dictionary, wherever it is among the shared ones. */
export function dictionaryBytes(path: string): Uint8Array | undefined {
  const name = basename(path);
  const file =
    sharedPath('suites', 'fix-dictionaries', name) ??
    sharedPath('suites', 'quickfix-versions', 'dictionaries', name);
  return file === undefined ? undefined : readFileSync(file);
}
