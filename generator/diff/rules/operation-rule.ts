import type { Origin } from '../../core/origin.js';
import type { Operation, Parameter } from '../../model/api.js';
import type { ChangeRule } from '../change.js';
import type { SchemaUse, SideVerdicts } from '../collect-changes.js';

/** An operation in both descriptions. */
export interface OperationPair {
  readonly old: Operation;
  readonly next: Operation;
}

/** What a rule about an operation may do. */
export interface OperationContext {
  /** The operation for people, such as `GET /pets`. */
  readonly subject: string;
  report(
    rule: ChangeRule,
    message: string,
    verdicts: SideVerdicts,
    places?: {
      readonly old: Origin;
      readonly next: Origin;
      readonly parameter?: Pick<Parameter, 'name' | 'in'>;
    },
  ): void;
  /** Compares the schemas of values that one side sends to the other. */
  compareSchemas(use: OperationSchemaUse): void;
}

/** Schemas of an operation. `use` is what they describe, such as `request`. */
export type OperationSchemaUse = Omit<SchemaUse, 'sides' | 'nodes'> & {
  readonly parameter?: Pick<Parameter, 'name' | 'in'>;
};

/** A rule about operations: its kinds of changes, and how it finds them. */
export interface OperationRule {
  readonly rules: readonly ChangeRule[];
  compare(pair: OperationPair, context: OperationContext): void;
}

/** Verdicts of a change that concerns neither side. */
export const compatible: SideVerdicts = { requester: 'compatible', answerer: 'compatible' };

/** Verdicts of a change of words. */
export const cosmetic: SideVerdicts = { requester: 'cosmetic', answerer: 'cosmetic' };
