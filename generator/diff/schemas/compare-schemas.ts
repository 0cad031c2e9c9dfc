import type { Schema, SchemaId, SchemaTable } from '../../model/schema.js';
import { compareAnnotations } from '../rules/annotations.js';
import { comparePair, compareSchemas, type CasePair } from './compare-cases.js';
import { combinedEffect, direct, effectKey, type Effect } from './effect.js';
import type { Places } from './places.js';
import { both, reversed, same, type Finding, type Relation, type SchemaRule } from './finding.js';
import { meaningOf, type Case, type Meaning, type Way } from './meaning.js';

/** Schemas that apply to one value together. */
export type Schemas = readonly SchemaId[];

/** Comparison of the schemas of one value in two descriptions. It is made when its findings are first asked for. */
export interface Comparison {
  readonly findings: Finding[];
  readonly parts: ComparedPart[];
  /** Makes the comparison. Absent as soon as it has begun. */
  begin: (() => void) | undefined;
}

/** Comparison of a part of the value: a property, an item, or a branch. */
export interface ComparedPart {
  readonly comparison: Comparison;
  readonly effect: Effect;
}

/** What a comparison may ask and report. */
export interface SchemaContext {
  readonly old: SchemaTable;
  readonly next: SchemaTable;
  readonly way: Way;
  /** True if scalars travel as text, as in parameters: then a number is a string too. */
  readonly isText: boolean;
  report(finding: Finding): void;
  /** True if schemas are known to be equal, with all that they refer to. */
  isUnchanged(old: Schemas, next: Schemas): boolean;
  /** Compares the schemas of a part of the value. */
  compare(old: Schemas, next: Schemas, around: Places, effect?: Effect): void;
  /** The relation of schemas, which are not reported. */
  probe(old: Schemas, next: Schemas, around: Places): Relation;
  /** Rules about the differences of schemas, which are not reported. */
  differences(old: Schemas, next: Schemas, around: Places): ReadonlySet<SchemaRule>;
  /** Compares two cases of one kind. */
  compareCases(pair: CasePair, effect?: Effect): void;
  probeCases(pair: CasePair): Relation;
  /** True if two cases have no difference at all. */
  areIdentical(pair: CasePair): boolean;
  /** Places to name where a description has no schema. */
  readonly around: Places;
  meaning(side: 'old' | 'next', ids: Schemas): Meaning;
  /** Names a schema in a sentence: `Cat` for a component, or its text. */
  nameOf(side: 'old' | 'next', id: SchemaId): string | undefined;
}

/** How values of schemas are used. */
export interface SchemaUse {
  readonly way: Way;
  readonly isText: boolean;
  readonly around: Places;
}

/** Compares the schemas of two descriptions. Each pair of schemas is compared once, however many others refer to it. */
export interface SchemaComparer {
  compare(old: Schemas, next: Schemas, use: SchemaUse): Comparison;
  /** Differences of a value and its parts, with their relations as seen from the value. */
  findings(root: Comparison): Iterable<FoundDifference>;
}

/** A difference within a value, with its effect on the relation of the whole value. */
export interface FoundDifference {
  readonly finding: Finding;
  readonly effect: Effect;
}

/** The relation of whole values as far as one difference goes. */
export function relationOf({ finding: { relation }, effect }: FoundDifference): Relation {
  const { isReversed, needsOldInNew, needsNewInOld } = effect;
  const { oldInNew, newInOld } = isReversed ? reversed(relation) : relation;
  return {
    oldInNew: needsOldInNew ? oldInNew : 'yes',
    newInOld: needsNewInOld ? newInOld : 'yes',
  };
}

/** Creates a comparer for the schemas of two descriptions. */
export function createSchemaComparer(
  old: SchemaTable,
  next: SchemaTable,
  names: { readonly old: NameOfSchema; readonly next: NameOfSchema },
  isUnchanged: (old: SchemaId, next: SchemaId) => boolean,
): SchemaComparer {
  const known = new Map<string, Comparison>();
  const pairs = new Map<Case, Map<string, Map<Case, Comparison>>>();
  const meanings = { old: new Map<string, Meaning>(), next: new Map<string, Meaning>() };
  const tables = { old, next };

  function compare(left: Schemas, right: Schemas, use: SchemaUse): Comparison {
    if (areUnchanged(left, right)) return unchanged;
    const { way, isText } = use;
    const key = `${way} ${isText} ${left.join(' ')} | ${right.join(' ')}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const comparison = begun(use, (context) => {
      compareSchemas(left, right, context);
      compareAnnotations(referredBy(old, left), referredBy(next, right), context);
    });
    known.set(key, comparison);
    return comparison;
  }

  function areUnchanged(left: Schemas, right: Schemas): boolean {
    const [one, other] = [left[0], right[0]];
    const isSingle = left.length === 1 && right.length === 1;
    return isSingle && one !== undefined && other !== undefined && isUnchanged(one, other);
  }

  function compareCases(pair: CasePair, use: SchemaUse): Comparison {
    const ofOld = pairs.get(pair.old) ?? new Map<string, Map<Case, Comparison>>();
    pairs.set(pair.old, ofOld);
    const key = `${use.way} ${use.isText}`;
    const ofUse = ofOld.get(key) ?? new Map<Case, Comparison>();
    ofOld.set(key, ofUse);
    let comparison = ofUse.get(pair.next);
    if (comparison === undefined) {
      comparison = begun(use, (context) => comparePair(pair, context));
      ofUse.set(pair.next, comparison);
    }
    return comparison;
  }

  /** A comparison that is made later. */
  function begun(use: SchemaUse, make: (context: SchemaContext) => void): Comparison {
    const comparison: Comparison = {
      findings: [],
      parts: [],
      begin() {
        comparison.begin = undefined;
        make(contextOf(comparison, use));
      },
    };
    return comparison;
  }

  function contextOf(comparison: Comparison, use: SchemaUse): SchemaContext {
    const { way, isText, around } = use;
    return {
      old,
      next,
      way,
      isText,
      isUnchanged: areUnchanged,
      report: (finding) => void comparison.findings.push(finding),
      around,
      compare(left, right, place, effect = direct) {
        const part = compare(left, right, { way, isText, around: place });
        comparison.parts.push({ comparison: part, effect });
      },
      probe: (left, right, place) =>
        relationBetween(compare(left, right, { way, isText, around: place })),
      differences(left, right, place) {
        const root = compare(left, right, { way, isText, around: place });
        return new Set([...findings(root)].map(({ finding }) => finding.rule));
      },
      compareCases(pair, effect = direct) {
        comparison.parts.push({ comparison: compareCases(pair, use), effect });
      },
      areIdentical(pair) {
        for (const _ of findings(compareCases(pair, use))) return false;
        return true;
      },
      probeCases: (pair) => relationBetween(compareCases(pair, use)),
      meaning(side, ids) {
        const cache = meanings[side];
        const key = ids.join(' ');
        let meaning = cache.get(key);
        if (meaning === undefined) cache.set(key, (meaning = meaningOf(tables[side], ids)));
        return meaning;
      },
      nameOf: (side, id) => names[side](id),
    };
  }

  /** Schemas that contain themselves are the same unless something in them differs. */
  function relationBetween(root: Comparison): Relation {
    let relation = same;
    for (const found of findings(root)) relation = both(relation, relationOf(found));
    return relation;
  }

  function* findings(root: Comparison): Iterable<FoundDifference> {
    const seen = new Map<Comparison, Set<string>>();
    const pending: ComparedPart[] = [{ comparison: root, effect: direct }];
    for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
      const { comparison, effect } = part;
      const effects = seen.get(comparison) ?? new Set();
      seen.set(comparison, effects);
      if (effects.size === effects.add(effectKey(effect)).size) continue;
      comparison.begin?.();
      for (const finding of comparison.findings) yield { finding, effect };
      for (const each of comparison.parts)
        pending.push({
          comparison: each.comparison,
          effect: combinedEffect(effect, each.effect),
        });
    }
  }

  return { compare, findings };
}

/** The comparison of equal schemas. */
const unchanged: Comparison = { findings: [], parts: [], begin: undefined };

/** The name of a schema that has one. */
export type NameOfSchema = (id: SchemaId) => string | undefined;

/** A schema, and those that it refers to one after the other. */
function referredBy(table: SchemaTable, [first]: Schemas): readonly Schema[] {
  const found = new Set<Schema>();
  for (let id = first; id !== undefined;) {
    const schema = table.get(id);
    if (schema === undefined || found.has(schema)) break;
    found.add(schema);
    id = schema.kind === 'keywords' ? schema.keywords.$ref : undefined;
  }
  return [...found];
}
