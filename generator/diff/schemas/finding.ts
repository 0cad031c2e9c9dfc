import type { Origin } from '../../core/origin.js';
import type { SchemaId } from '../../model/schema.js';
import type { Answer } from '../../schema/comparison.js';
import type { ChangeRule } from '../change.js';
import { verdictOf, type Verdict } from '../verdict.js';
import type { Way } from './meaning.js';

/** How two sets of values relate: whether each contains the other. */
export interface Relation {
  /** Whether the new schemas accept everything that the old ones accept. */
  readonly oldInNew: Answer;
  readonly newInOld: Answer;
}

export const same: Relation = { oldInNew: 'yes', newInOld: 'yes' };

/** A difference between two schemas, or between what two schemas say about a property. */
export interface Finding {
  readonly rule: SchemaRule;
  readonly message: string;
  readonly relation: Relation;
  readonly old: SchemaPlace;
  readonly next: SchemaPlace;
  /** Verdicts of the programs that are still as the old description says, if the relation does not decide. */
  readonly verdicts?: Partial<SchemaVerdicts>;
}

/** A node within a schema. */
export interface SchemaPlace {
  readonly id: SchemaId;
  readonly origin: Origin;
}

/** Verdicts for a program that sends the values, and for one that receives them. */
export interface SchemaVerdicts {
  readonly sender: Verdict;
  readonly receiver: Verdict;
}

/** A rule about schemas. */
export interface SchemaRule extends ChangeRule {
  /** Verdicts by relation, if they are not those of a rule in general. */
  readonly judge?: (relation: Relation, way: Way) => SchemaVerdicts;
}

/**
 * Verdicts about a finding. A program that sends values as the old description says breaks if the new one does not accept them. One that
 * receives values breaks if the new description allows values that the old one does not.
 */
export function judge(
  { rule, relation, verdicts }: Pick<Finding, 'rule' | 'relation' | 'verdicts'>,
  way: Way,
): SchemaVerdicts {
  const judged = rule.judge?.(relation, way) ?? {
    sender: verdictOf(relation.oldInNew),
    receiver: verdictOf(relation.newInOld),
  };
  return { ...judged, ...verdicts };
}

/** The relation in which old and new are exchanged. */
export function reversed({ oldInNew, newInOld }: Relation): Relation {
  return { oldInNew: newInOld, newInOld: oldInNew };
}

/** The relation of values for which both relations hold. */
export function both(left: Relation, right: Relation): Relation {
  return {
    oldInNew: weaker(left.oldInNew, right.oldInNew),
    newInOld: weaker(left.newInOld, right.newInOld),
  };
}

function weaker(left: Answer, right: Answer): Answer {
  if (left === 'no' || right === 'no') return 'no';
  return left === 'unknown' || right === 'unknown' ? 'unknown' : 'yes';
}

/** True if the sets of values are equal. */
export function isSame({ oldInNew, newInOld }: Relation): boolean {
  return oldInNew === 'yes' && newInOld === 'yes';
}
