import type { Plan } from '../../plan/plan.js';
import { textOf } from '../../printer/code.js';
import type { Check, CheckKey, InlineTarget } from '../check.js';
import type { CheckRoot } from '../compile-checks.js';
import type { CheckGraph } from './check-graph.js';
import { findSharedChecks, type SharedChecks } from './shared-checks.js';
import { createSignatures, type Signatures } from './signatures.js';

/** Information about checks that the files of a package share. */
export interface KnownChecks extends SharedChecks {
  /** Schemas with a planned function, which other files call. */
  readonly named: ReadonlyMap<CheckKey, CheckRoot>;
  /** Names that a file exports. */
  exportedBy(file: string): readonly string[];
  /**
   * Names of all functions that other files may import. `undefined` if functions of this file may
   * not be imported.
   */
  importableNames(file: string): Set<string> | undefined;
  /** True if numbers may be `bigint`. */
  readonly bigints: boolean;
  /** Program types of strings, by format. */
  readonly conversions: Plan['conversions'];
  checkOf(key: CheckKey): Check;
  /** Location of a schema: document and pointer. */
  locationOf(key: CheckKey): string;
  /** Registers a check that was lowered inline, so that it is found by its key. */
  register(target: InlineTarget): void;
  readonly signatureOf: Signatures;
  isRecursive(key: CheckKey): boolean;
  /**
   * True if a check has a depth limit or a cache: it is recursive or memoised, or leads to a check
   * that is.
   */
  isBounded(key: CheckKey): boolean;
  isRepeated(key: CheckKey): boolean;
  isMemoised(key: CheckKey): boolean;
  /** Counts the text of a function. */
  countText(key: CheckKey, length: number): void;
}

/**
 * Creates the registry with the checks of the roots. `lowerKey` creates the check of a schema on
 * first use.
 */
export function createKnownChecks(
  named: ReadonlyMap<CheckKey, CheckRoot>,
  lowerKey: (key: CheckKey) => Check,
  locationOfKey: (key: CheckKey) => string,
  graph: CheckGraph,
  facts: Pick<
    KnownChecks,
    'bigints' | 'conversions' | 'isBounded' | 'isMemoised' | 'isRepeated' | 'countText'
  >,
): KnownChecks {
  const checks = new Map<CheckKey, Check>();
  const exported = new Map<string, string[]>();
  const importableNames = new Set<string>();
  const exportingFiles = new Set(
    [...named.values()].flatMap((root) => (root.exported ? [root.functions] : [])),
  );
  for (const { file, guard, schema } of named.values()) {
    const names = exported.get(file) ?? [];
    exported.set(file, names);
    names.push(textOf(guard));
    if (schema !== undefined) names.push(textOf(schema));
  }
  function checkOf(key: CheckKey): Check {
    const cached = checks.get(key);
    if (cached !== undefined) return cached;
    const check = lowerKey(key);
    checks.set(key, check);
    return check;
  }
  const locations = new Map<CheckKey, string>();
  function locationOf(key: CheckKey): string {
    let location = locations.get(key);
    if (location === undefined) locations.set(key, (location = locationOfKey(key)));
    return location;
  }
  const isRecursive = (key: CheckKey): boolean => graph.isRecursive(key);
  const signatureOf = createSignatures(checkOf, locationOf, isRecursive);
  return {
    named,
    importableNames: (file) => (exportingFiles.has(file) ? importableNames : undefined),
    exportedBy: (file) => exported.get(file) ?? [],
    ...facts,
    checkOf,
    locationOf,
    register: ({ key, check }) => {
      if (!checks.has(key)) checks.set(key, check);
    },
    signatureOf,
    isRecursive,
    ...findSharedChecks([...named], checkOf, signatureOf),
  };
}
