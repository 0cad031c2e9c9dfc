import type { Identifier } from '../../plan/plan.js';

/**
 * A schema as far as Zod can express it. Unsupported keywords are omitted, so a node never rejects
 * a valid value.
 */
export type ZodNode =
  | { readonly kind: 'unknown' | 'never' | 'null' | 'boolean' }
  | { readonly kind: 'literal'; readonly values: readonly ZodLiteral[] }
  | ZodString
  | ZodNumber
  | ZodArray
  | ZodObject
  | { readonly kind: 'record'; readonly values: ZodNode }
  /** `any` accepts one or more of the members, `one` exactly one. */
  | {
      readonly kind: 'union';
      readonly how: 'any' | 'one';
      readonly members: readonly ZodNode[];
    }
  | {
      readonly kind: 'discriminated';
      readonly property: string;
      readonly members: readonly ZodNode[];
    }
  | { readonly kind: 'intersection'; readonly members: readonly ZodNode[] }
  | { readonly kind: 'reference'; readonly target: Identifier };

export type ZodLiteral = string | number | bigint | boolean | null;

export interface ZodString {
  readonly kind: 'string';
  /** Length limits in code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** Format, if it is asserted. */
  readonly format?: string;
}

export interface ZodNumber {
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

export interface ZodArray {
  readonly kind: 'array';
  /** Items of `prefixItems`. */
  readonly prefix: readonly ZodNode[];
  /** All other items. */
  readonly items: ZodNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
}

export interface ZodObject {
  readonly kind: 'object';
  readonly members: readonly ZodMember[];
  /** Undeclared properties: kept, rejected, or of one schema. */
  readonly others: 'open' | 'closed' | ZodNode;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export interface ZodMember {
  readonly name: string;
  readonly optional: boolean;
  readonly node: ZodNode;
}
