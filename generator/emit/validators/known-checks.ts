import type { Plan } from '../../plan/plan.js';
import type { Check, CheckKey, InlineTarget } from './check.js';
import type { CheckRoot } from './compile-checks.js';
import type { CheckGraph } from './graph.js';
import { createSharing, type Sharing } from './sharing.js';
import { createSignatures, type Signatures } from './signatures.js';

/** What the files of a package know together of the checks that they print. */
export interface KnownChecks extends Sharing {
  /** Schemas whose functions were planned: what other files call. */
  readonly named: ReadonlyMap<CheckKey, CheckRoot>;
  /** Names that a file exports. */
  exportedBy(file: string): readonly string[];
  /** Names of all functions that may be imported by other files, if those of a file may be. */
  lentNames(file: string): Set<string> | undefined;
  /** Numbers may be `bigint`. */
  readonly bigints: boolean;
  /** What texts of some formats are in a program. */
  readonly conversions: Plan['conversions'];
  checkOf(key: CheckKey): Check;
  /** Where the schema of a key is written: document and pointer. */
  placeOf(key: CheckKey): string;
  /** Keeps a check that was lowered inline, so that it is found by its key. */
  keep(target: InlineTarget): void;
  readonly signatureOf: Signatures;
  isRecursive(key: CheckKey): boolean;
  /** Whether a check has a memory or data may nest too deeply for it: where it, or what it leads to, leads back to itself, or is remembered. */
  isBounded(key: CheckKey): boolean;
  isRepeated(key: CheckKey): boolean;
  isRemembered(key: CheckKey): boolean;
  /** Counts the text of a function. */
  spend(key: CheckKey, length: number): void;
}

/** Begins with the checks of the roots. `lowerKey` makes the check of a schema when it is first asked for. */
export function createKnownChecks(
  named: ReadonlyMap<CheckKey, CheckRoot>,
  lowerKey: (key: CheckKey) => Check,
  placeOfKey: (key: CheckKey) => string,
  graph: CheckGraph,
  facts: Pick<
    KnownChecks,
    'bigints' | 'conversions' | 'isBounded' | 'isRemembered' | 'isRepeated' | 'spend'
  >,
): KnownChecks {
  const checks = new Map<CheckKey, Check>();
  const exported = new Map<string, string[]>();
  const lentNames = new Set<string>();
  const lenders = new Set(
    [...named.values()].flatMap((root) => (root.exported ? [root.functions] : [])),
  );
  for (const { file, guard, report, assert, standard } of named.values()) {
    const names = exported.get(file) ?? [];
    exported.set(file, names);
    for (const name of [guard, report, assert, standard]) if (name !== undefined) names.push(name);
  }
  function checkOf(key: CheckKey): Check {
    const known = checks.get(key);
    if (known !== undefined) return known;
    const check = lowerKey(key);
    checks.set(key, check);
    return check;
  }
  const places = new Map<CheckKey, string>();
  function placeOf(key: CheckKey): string {
    let place = places.get(key);
    if (place === undefined) places.set(key, (place = placeOfKey(key)));
    return place;
  }
  const isRecursive = (key: CheckKey): boolean => graph.isRecursive(key);
  const signatureOf = createSignatures(checkOf, placeOf, isRecursive);
  return {
    named,
    lentNames: (file) => (lenders.has(file) ? lentNames : undefined),
    exportedBy: (file) => exported.get(file) ?? [],
    ...facts,
    checkOf,
    placeOf,
    keep: ({ key, check }) => {
      if (!checks.has(key)) checks.set(key, check);
    },
    signatureOf,
    isRecursive,
    ...createSharing([...named], checkOf, signatureOf),
  };
}
