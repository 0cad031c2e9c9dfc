import type { Identifier } from '../plan.js';

/** A schema as Zod can say it. What it cannot say is left out, so that a node never refuses a valid value. */
export type ZodNode =
  | { readonly kind: 'unknown' | 'never' | 'null' | 'boolean' }
  | { readonly kind: 'literal'; readonly values: readonly ZodLiteral[] }
  | ZodString
  | ZodNumber
  | ZodArray
  | ZodObject
  | { readonly kind: 'record'; readonly values: ZodNode }
  /** `any`: one or more of the members; `one`: exactly one. */
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
  /** Bounds in code points. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** One that is asserted. */
  readonly format?: string;
}

export interface ZodNumber {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** As the description spells it. */
  readonly multipleOf?: string;
  /** One that is asserted. */
  readonly format?: string;
}

export interface ZodArray {
  readonly kind: 'array';
  /** Items that have a place of their own. */
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
  /** Members that are not named: kept, refused, or of one kind. */
  readonly others: 'open' | 'closed' | ZodNode;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export interface ZodMember {
  readonly name: string;
  readonly optional: boolean;
  readonly node: ZodNode;
}
