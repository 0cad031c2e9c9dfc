import type { Int64 } from '../analysis/big-integer.js';
import type { BinaryForms } from '../analysis/binary-forms.js';
import type { ConvertedFormats } from '../analysis/converted-formats.js';
import type { Json, SchemaId, SchemaTable } from '../schema.js';

/**
 * Which way a value travels, and whether as it is on the wire or as a program holds it. `send` is with a
 * request and `receive` with a response, seen from the client, whichever side's code is printed.
 */
export interface Use {
  readonly direction: 'send' | 'receive' | 'both';
  readonly representation: 'wire' | 'value';
}

/**
 * What TypeScript can say about a schema: an over-approximation that every valid value inhabits.
 * `reference` keeps names; everything else is structure.
 */
export type Shape =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'never' }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number' }
  | { readonly kind: 'string' }
  /** Bytes, where a body or a part of one is not text (`format: binary`); `isArray` if they are never a `Blob`. */
  | { readonly kind: 'binary'; readonly isArray?: true }
  | { readonly kind: 'bigint' }
  /** Text of a format that a program holds as something else (`convertedFormat`). */
  | { readonly kind: 'converted'; readonly format: string }
  | BrandedShape
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean | null }
  /** A value of a type that may be one of these, or any other: completion without closing. */
  | {
      readonly kind: 'open-enum';
      readonly of: 'string' | 'number' | 'bigint';
      readonly values: readonly (string | number | bigint)[];
      readonly schema?: SchemaId;
    }
  | { readonly kind: 'array'; readonly items: Shape }
  | {
      readonly kind: 'tuple';
      readonly items: readonly Shape[];
      readonly required: number;
      readonly rest?: Shape;
    }
  | ObjectShape
  | {
      readonly kind: 'union';
      readonly members: readonly Shape[];
      readonly discriminator?: string;
      /** The schema it was derived from: plan may have given that a name. */
      readonly schema?: SchemaId;
    }
  | { readonly kind: 'intersection'; readonly members: readonly Shape[] }
  | { readonly kind: 'reference'; readonly target: SchemaId };

/** A string or number of a type that accepts no other strings and numbers, because only checked values have its brand. */
export interface BrandedShape {
  readonly kind: 'branded';
  readonly of: 'string' | 'number' | 'bigint';
  /** Name of the brand. Types with the same brand accept each other's values. */
  readonly brand: string;
  /** The schema that declares the type: plan gives it a name. */
  readonly schema: SchemaId;
}

/** Shapes of schemas with brands, by schema: a branded shape, or a union of one with `null`. */
export type BrandedShapes = ReadonlyMap<SchemaId, Shape>;

export interface ObjectShape {
  readonly kind: 'object';
  readonly members: readonly MemberShape[];
  /** Type of members beyond the named ones; absent where nothing can usefully be said of them. */
  readonly additional?: Shape;
  /** Schemas whose interface this one extends. */
  readonly extends: readonly SchemaId[];
  /** The schema it was derived from: plan may have given that a name. */
  readonly schema?: SchemaId;
}

export interface MemberShape {
  readonly name: string;
  readonly optional: boolean;
  readonly shape: Shape;
  /** Where the prose about this member is found; absent where it is only listed as required. */
  readonly schema?: SchemaId;
  /** Value of a `const` or single-value `enum`: what discriminates unions. */
  readonly constant?: Json;
}

/** Shapes of one description, computed on first asking and remembered. */
export interface Shapes {
  of(schema: SchemaId, use: Use): Shape;
  readonly schemas: SchemaTable;
  /** `bigint` where integers of 64 bits are that in a program, and there are some. */
  readonly int64: Int64;
  /** Formats whose texts are something else in a program; only those that there are. */
  readonly converted: ConvertedFormats;
  /** What schemas of bytes are in a program. */
  readonly bytes: BinaryForms;
}
