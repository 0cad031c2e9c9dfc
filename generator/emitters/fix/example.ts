import type { FixPredicate, FixRule } from '../../model/fix.js';
import type { SchemaTable } from '../../model/schema.js';
import { fixExampleValue } from './example-value.js';
import type { FixFieldPlan, FixRecordPlan, FixValuesPlan } from './plan.js';
import type { IdentifierName } from '../../plan/plan.js';

/** Example message: its members in the order of its interface. */
export type FixExample = readonly FixExampleMember[];

export interface FixExampleMember {
  readonly field: FixFieldPlan;
  readonly value: FixExampleValue;
}

/** Value of a member of an example. */
export type FixExampleValue =
  | { readonly kind: 'plain'; readonly value: string | number | boolean }
  /** A listed value that has a name. */
  | {
      readonly kind: 'named';
      readonly values: FixValuesPlan;
      readonly name: string;
      readonly value: string | number;
    }
  | { readonly kind: 'list'; readonly item: FixExampleValue }
  /** The time at which the program runs, with this many decimal places for seconds. */
  | { readonly kind: 'now'; readonly digits: number }
  | { readonly kind: 'bytes'; readonly text: string }
  /** The value of a member of another message, and what it is in this example. */
  | { readonly kind: 'same'; readonly member: IdentifierName; readonly value: FixExampleValue }
  | { readonly kind: 'entries'; readonly entry: FixExample };

/** Options of an example beyond the required members. */
export interface FixExampleOptions {
  /** Optional members to include. */
  readonly include?: readonly IdentifierName[];
  /** Message whose required members are repeated under the same name. */
  readonly request?: FixExample;
}

/**
 * Maximum number of repairs before an example counts as impossible. Conditions may contradict each
 * other.
 */
const maxRepairs = 100;

/**
 * Builds the smallest valid message from the required fields and the conditions of its description.
 * Returns `undefined` if none is found, for example because a pattern cannot be matched.
 */
export function fixExampleOf(
  record: FixRecordPlan,
  schemas: SchemaTable,
  { include = [], request = [] }: FixExampleOptions = {},
): FixExample | undefined {
  const draft = new Map<string, FixExampleValue>();
  const byName = new Map(record.fields.map((field) => [field.field.name, field]));

  function add(name: string): boolean {
    const field = byName.get(name);
    if (field === undefined) return false;
    const value = sameOf(field, request, include) ?? valueOf(field, schemas);
    if (value !== undefined) draft.set(name, value);
    return value !== undefined;
  }

  const holds = (predicate: FixPredicate): boolean => {
    switch (predicate.kind) {
      case 'present':
        return draft.has(predicate.field);
      case 'value': {
        const value = draft.get(predicate.field);
        return value === undefined || predicate.values.some((each) => hasValue(value, each));
      }
      case 'all':
        return predicate.of.every(holds);
      case 'any':
        return predicate.of.some(holds);
      case 'one':
        return predicate.of.filter(holds).length === 1;
      case 'most-one':
        return predicate.of.filter(holds).length <= 1;
      case 'not':
        return !holds(predicate.of);
    }
  };

  /** Makes a condition true, if required members allow it. Returns false otherwise. */
  function fulfil(demand: FixPredicate): boolean {
    if (holds(demand)) return true;
    switch (demand.kind) {
      case 'present':
        return add(demand.field);
      case 'value': {
        const field = byName.get(demand.field);
        const value = demand.values.find((each) => field && isAllowed(field, each));
        if (field === undefined || value === undefined) return false;
        draft.set(demand.field, exampleOfValue(field, value));
        return true;
      }
      case 'all':
        return demand.of.every(fulfil);
      case 'any':
        return demand.of.some(fulfil);
      case 'one':
      case 'most-one': {
        const [first, ...others] = demand.of.filter(holds);
        return first === undefined ? demand.of.some(fulfil) : others.every(avoid);
      }
      case 'not':
        return avoid(demand.of);
    }
  }

  function avoid(predicate: FixPredicate): boolean {
    if (!holds(predicate)) return true;
    switch (predicate.kind) {
      case 'present':
        return byName.get(predicate.field)?.required !== true && draft.delete(predicate.field);
      case 'value': {
        const field = byName.get(predicate.field);
        const other = field?.values?.members.find(({ value }) => !predicate.values.includes(value));
        if (field === undefined || other === undefined) return false;
        draft.set(predicate.field, exampleOfValue(field, other.value));
        return true;
      }
      case 'all':
        return predicate.of.some(avoid);
      case 'any':
        return predicate.of.every(avoid);
      case 'not':
        return fulfil(predicate.of);
      default:
        return false;
    }
  }

  for (const { field, member, required } of record.fields) {
    const isIncluded = (required && !isLength(field, record)) || include.includes(member);
    if (isIncluded && !add(field.name)) return undefined;
  }
  const broken = ({ when, demand }: FixRule): boolean =>
    (when === undefined || holds(when)) && !holds(demand);
  for (let repairs = 0; ; repairs++) {
    const rule = record.rules.find(broken);
    if (rule === undefined) break;
    if (repairs > maxRepairs || !fulfil(rule.demand)) return undefined;
  }
  return [...record.parts.flatMap(({ fields }) => fields), ...record.own, ...record.fields]
    .filter(
      (field, index, all) => all.findIndex((each) => nameOf(each) === nameOf(field)) === index,
    )
    .flatMap((field) => {
      const value = draft.get(nameOf(field));
      return value === undefined ? [] : [{ field, value }];
    });
}

function nameOf({ field }: FixFieldPlan): string {
  return field.name;
}

/** True for fields that count the bytes of data. Programs do not see them. */
function isLength(field: FixFieldPlan['field'], { fields }: FixRecordPlan): boolean {
  return fields.some(({ length }) => length === field);
}

function valueOf(field: FixFieldPlan, schemas: SchemaTable): FixExampleValue | undefined {
  if (field.entry === undefined) return fixExampleValue(field, schemas);
  const entry = fixExampleOf(field.entry, schemas);
  if (entry === undefined) return undefined;
  if (entry.some(({ field: { member } }) => member === field.entry?.first))
    return { kind: 'entries', entry };
  const first = field.entry.fields.find(({ member }) => member === field.entry?.first);
  const value = first && valueOf(first, schemas);
  return first && value && { kind: 'entries', entry: [{ field: first, value }, ...entry] };
}

/** Value to repeat from the request, if the reply has the same field. */
function sameOf(
  field: FixFieldPlan,
  request: FixExample,
  include: readonly IdentifierName[],
): FixExampleValue | undefined {
  const found = request.find(
    ({ field: other }) =>
      (other.required || include.includes(other.member)) &&
      other.field.name === field.field.name &&
      other.values === field.values &&
      other.field.kind === 'value' &&
      field.field.kind === 'value' &&
      other.field.form === field.field.form &&
      other.field.form !== 'timestamp',
  );
  return found && { kind: 'same', member: found.field.member, value: found.value };
}

function hasValue(example: FixExampleValue, value: string | number | boolean): boolean {
  switch (example.kind) {
    case 'plain':
    case 'named':
      return String(example.value) === String(value);
    case 'list':
      return hasValue(example.item, value);
    case 'same':
      return hasValue(example.value, value);
    default:
      return false;
  }
}

function isAllowed({ values }: FixFieldPlan, value: string | number | boolean): boolean {
  return values === undefined || values.set.values.some((each) => each === value);
}

/** Value of an example, by its name if it has one. */
function exampleOfValue(
  { field, values }: FixFieldPlan,
  value: string | number | boolean,
): FixExampleValue {
  const named = values?.members.find((each) => each.value === value);
  const example: FixExampleValue =
    named === undefined || values === undefined
      ? { kind: 'plain', value }
      : { kind: 'named', values, name: named.name, value: named.value };
  return field.kind === 'value' && field.form === 'list'
    ? { kind: 'list', item: example }
    : example;
}
