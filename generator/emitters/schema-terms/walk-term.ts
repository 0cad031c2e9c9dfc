import type { Identifier } from '../../plan/plan.js';
import { constraintsOf, type Constraint } from './constraints.js';
import type { ArrayTerm, LiteralValue, ObjectTerm, SchemaTerm } from './term.js';

/** How a library writes each kind of schema. `Schema` is the form in which a printer composes them. */
export interface Vocabulary<Schema> {
  /** A schema without parts. */
  plain(kind: PlainKind): Schema;
  /** One of several values, or a single one. */
  literals(values: readonly LiteralValue[]): Schema;
  /** An array whose items are all of one schema. */
  list(items: Schema): Schema;
  tuple(items: readonly ItemPart<Schema>[], rest: RestPart<Schema>): Schema;
  object(members: readonly MemberPart<Schema>[], others: RestPart<Schema>): Schema;
  record(values: Schema): Schema;
  /** Values of at least one member, of exactly one, or of the one that a property selects. */
  union(members: readonly Schema[], selection: Selection): Schema;
  intersection(members: readonly Schema[]): Schema;
  reference(target: Identifier): Schema;
  /** The schema with what else the term requires of a value, apart from its parts. */
  constrained(schema: Schema, constraints: readonly Constraint[], term: SchemaTerm): Schema;
}

export type PlainKind = 'unknown' | 'never' | 'null' | 'boolean' | 'string' | 'number';

/** An item of a tuple. */
export interface ItemPart<Schema> {
  readonly schema: Schema;
  readonly term: SchemaTerm;
  readonly optional: boolean;
}

/** A declared property of an object. */
export interface MemberPart<Schema> extends ItemPart<Schema> {
  readonly name: string;
}

/** Further items or properties: any, none, or those of a schema. */
export type RestPart<Schema> =
  | { readonly kind: 'open' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'typed'; readonly schema: Schema };

/** How a value selects the member of a union. */
export type Selection = 'any' | 'one' | { readonly property: string };

/** Writes a term in the words of a library, from its innermost parts outwards. */
export function walkTerm<Schema>(term: SchemaTerm, words: Vocabulary<Schema>): Schema {
  return words.constrained(unconstrained(term, words), constraintsOf(term), term);
}

function unconstrained<Schema>(term: SchemaTerm, words: Vocabulary<Schema>): Schema {
  const inner = (part: SchemaTerm): Schema => walkTerm(part, words);
  switch (term.kind) {
    case 'literal':
      return words.literals(term.values);
    case 'array':
      return arrayOf(term, words);
    case 'object':
      return objectOf(term, words);
    case 'record':
      return words.record(inner(term.values));
    case 'union':
      return words.union(term.members.map(inner), term.how);
    case 'discriminated':
      return words.union(term.members.map(inner), { property: term.property });
    case 'intersection':
      return words.intersection(term.members.map(inner));
    case 'reference':
      return words.reference(term.target);
    default:
      return words.plain(term.kind);
  }
}

function arrayOf<Schema>(term: ArrayTerm, words: Vocabulary<Schema>): Schema {
  const { prefix, items, minItems = 0 } = term;
  if (prefix.length === 0) return words.list(walkTerm(items, words));
  const parts = prefix.map((each, index) => ({
    schema: walkTerm(each, words),
    term: each,
    optional: index >= minItems,
  }));
  return words.tuple(parts, restOf(items, words));
}

function objectOf<Schema>(term: ObjectTerm, words: Vocabulary<Schema>): Schema {
  const members = term.members.map((member) => ({
    ...member,
    schema: walkTerm(member.term, words),
  }));
  const { others } = term;
  return words.object(
    members,
    typeof others === 'string'
      ? { kind: others }
      : { kind: 'typed', schema: walkTerm(others, words) },
  );
}

function restOf<Schema>(items: SchemaTerm, words: Vocabulary<Schema>): RestPart<Schema> {
  if (items.kind === 'unknown') return { kind: 'open' };
  if (items.kind === 'never') return { kind: 'closed' };
  return { kind: 'typed', schema: walkTerm(items, words) };
}
