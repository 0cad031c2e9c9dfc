import type { Identifier } from '../../plan/plan.js';

/**
 * A schema as libraries for schemas express it: the form from which their emitters print. Keywords
 * that a library cannot express are omitted, so a term never rejects a valid value.
 */
export type SchemaTerm =
  | { readonly kind: 'unknown' | 'never' | 'null' | 'boolean' }
  | { readonly kind: 'literal'; readonly values: readonly LiteralValue[] }
  | StringTerm
  | NumberTerm
  | ArrayTerm
  | ObjectTerm
  | { readonly kind: 'record'; readonly values: SchemaTerm }
  /** `any` accepts one or more of the members, `one` exactly one. */
  | {
      readonly kind: 'union';
      readonly how: 'any' | 'one';
      readonly members: readonly SchemaTerm[];
    }
  | {
      readonly kind: 'discriminated';
      readonly property: string;
      readonly members: readonly SchemaTerm[];
    }
  | { readonly kind: 'intersection'; readonly members: readonly SchemaTerm[] }
  | { readonly kind: 'reference'; readonly target: Identifier };

export type LiteralValue = string | number | bigint | boolean | null;

export interface StringTerm {
  readonly kind: 'string';
  /** Length limits in code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** Format, if it is asserted. */
  readonly format?: string;
}

export interface NumberTerm {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** Divisor as the description spells it. */
  readonly multipleOf?: string;
  /** Format, if it is asserted. */
  readonly format?: string;
}

export interface ArrayTerm {
  readonly kind: 'array';
  /** Items of `prefixItems`. */
  readonly prefix: readonly SchemaTerm[];
  /** All other items. */
  readonly items: SchemaTerm;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
}

export interface ObjectTerm {
  readonly kind: 'object';
  readonly members: readonly MemberTerm[];
  /** Undeclared properties: kept, rejected, or of one schema. */
  readonly others: 'open' | 'closed' | SchemaTerm;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export interface MemberTerm {
  readonly name: string;
  readonly optional: boolean;
  readonly term: SchemaTerm;
}
