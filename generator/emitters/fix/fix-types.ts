import type { FixPredicate, FixRule } from '../../model/fix.js';
import type { FixFieldPlan } from './plan.js';

/**
 * A constraint of a type besides its fields: exactly one of these alternatives holds. Each
 * alternative is a list of constraints on single fields.
 */
export type FixAlternatives = readonly (readonly FixNarrowing[])[];

/** A constraint on one field that a TypeScript type can express. */
export type FixNarrowing =
  | { readonly kind: 'required' | 'never'; readonly field: FixFieldPlan }
  /** The field has one of these values, or with `except` any other value. */
  | {
      readonly kind: 'values';
      readonly field: FixFieldPlan;
      readonly values: readonly (string | number | boolean)[];
      readonly except: boolean;
      readonly required: boolean;
    };

/** Maximum product of all alternatives of a type. The compiler multiplies them. */
const MAX_COMBINATIONS = 64;

/**
 * Converts rules to unions, as far as a type can express them. The generated checks cover the rest.
 */
export function typeRules(
  rules: readonly FixRule[],
  fields: readonly FixFieldPlan[],
): readonly FixAlternatives[] {
  const typed: FixAlternatives[] = [];
  let combinations = 1;
  const exclusive = new Set(
    rules.flatMap(({ demand }) => (demand.kind === 'most-one' ? [JSON.stringify(demand.of)] : [])),
  );
  const distinct = rules.filter(
    ({ demand }) => demand.kind !== 'any' || !exclusive.has(JSON.stringify(demand.of)),
  );
  for (const rule of mergedRules(distinct)) {
    const alternatives = alternativesOf(rule, fields);
    if (alternatives === undefined || combinations * alternatives.length > MAX_COMBINATIONS)
      continue;
    combinations *= alternatives.length;
    typed.push(alternatives);
  }
  return typed;
}

interface Merged {
  readonly when: FixPredicate | undefined;
  readonly demands: readonly FixPredicate[];
}

/** Merges rules that have the same condition. */
function mergedRules(rules: readonly FixRule[]): readonly Merged[] {
  const merged = new Map<string, { when: FixPredicate | undefined; demands: FixPredicate[] }>();
  for (const [index, { when, demand }] of rules.entries()) {
    const key = when === undefined ? String(index) : JSON.stringify(when);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { when, demands: [demand] });
    else known.demands.push(demand);
  }
  return [...merged.values()];
}

function alternativesOf(
  { when, demands }: Merged,
  fields: readonly FixFieldPlan[],
): FixAlternatives | undefined {
  const narrowings: readonly (FixNarrowing | undefined)[] = demands.flatMap(
    (demand): readonly (FixNarrowing | undefined)[] => narrowingsOf(demand, fields) ?? [undefined],
  );
  const known = narrowings.filter((each) => each !== undefined);
  if (when === undefined) {
    const [only] = demands;
    if (only === undefined) return undefined;
    if (only.kind === 'any' || only.kind === 'one') return eachOf(only.of, fields);
    if (only.kind === 'most-one') return oneOf(only.of, fields);
    if (only.kind === 'not') return noneOf(only.of, fields);
    return undefined;
  }
  if (known.length !== narrowings.length || known.length === 0) return undefined;
  const test = testOf(when, fields);
  if (test === undefined) return undefined;
  const { field, values } = test;
  return [
    [{ kind: 'values', field, values, except: false, required: true }, ...known],
    [{ kind: 'values', field, values, except: true, required: field.required }],
  ];
}

function eachOf(
  predicates: readonly FixPredicate[],
  fields: readonly FixFieldPlan[],
): FixAlternatives | undefined {
  const each = predicates.map((predicate) => narrowingsOf(predicate, fields));
  return each.some((one) => one === undefined)
    ? undefined
    : each.flatMap((one) => (one === undefined ? [] : [one]));
}

/** Alternatives for exactly one predicate: fields that only the others require are absent. */
function oneOf(
  predicates: readonly FixPredicate[],
  fields: readonly FixFieldPlan[],
): FixAlternatives | undefined {
  const each = eachOf(predicates, fields);
  if (each === undefined) return undefined;
  const all = each.flat();
  if (all.some(({ kind, field }) => kind !== 'required' || field.required)) return each;
  return each.map((alternative) => [
    ...alternative,
    ...all
      .filter(({ field }) => alternative.every((one) => one.field !== field))
      .map(({ field }) => ({ kind: 'never', field }) as const),
  ]);
}

/** Alternatives for a negated predicate: one of the fields that it requires is absent. */
function noneOf(
  predicate: FixPredicate,
  fields: readonly FixFieldPlan[],
): FixAlternatives | undefined {
  const parts = predicate.kind === 'all' ? predicate.of : [predicate];
  const never: (readonly FixNarrowing[])[] = [];
  for (const part of parts) {
    const field = part.kind === 'present' ? fieldOf(part.field, fields) : undefined;
    if (field === undefined || field.required) return undefined;
    never.push([{ kind: 'never', field }]);
  }
  return never;
}

/**
 * Converts a predicate to constraints on single fields. Returns `undefined` if it also expresses
 * anything else.
 */
function narrowingsOf(
  predicate: FixPredicate,
  fields: readonly FixFieldPlan[],
): readonly FixNarrowing[] | undefined {
  if (predicate.kind === 'all') {
    const each = predicate.of.map((part) => narrowingsOf(part, fields));
    return each.some((one) => one === undefined) ? undefined : each.flatMap((one) => one ?? []);
  }
  if (predicate.kind === 'present') {
    const field = fieldOf(predicate.field, fields);
    return field === undefined ? undefined : [{ kind: 'required', field }];
  }
  if (predicate.kind === 'value') {
    const field = fieldOf(predicate.field, fields);
    const { values } = predicate;
    if (field === undefined || !isEnum(field)) return undefined;
    return [{ kind: 'values', field, values, except: false, required: field.required }];
  }
  if (predicate.kind === 'not' && predicate.of.kind === 'present') {
    const field = fieldOf(predicate.of.field, fields);
    return field === undefined || field.required ? undefined : [{ kind: 'never', field }];
  }
  return undefined;
}

/** Extracts a condition on the values of one field with listed values. */
function testOf(
  when: FixPredicate,
  fields: readonly FixFieldPlan[],
):
  | { readonly field: FixFieldPlan; readonly values: readonly (string | number | boolean)[] }
  | undefined {
  const parts = when.kind === 'all' ? when.of : [when];
  const [only, ...more] = parts.filter((part) => part.kind === 'value');
  if (only?.kind !== 'value' || more.length > 0) return undefined;
  const field = fieldOf(only.field, fields);
  const others = parts.filter((part) => part !== only);
  const isPresence = others.every((part) => part.kind === 'present' && part.field === only.field);
  if (field === undefined || !isEnum(field) || !isPresence) return undefined;
  // Unless the condition also requires the field, an absent field fulfils it too.
  return others.length === 0 && !field.required ? undefined : { field, values: only.values };
}

function isEnum({ values, field }: FixFieldPlan): boolean {
  return values !== undefined && field.kind === 'value' && field.form !== 'list';
}

function fieldOf(name: string, fields: readonly FixFieldPlan[]): FixFieldPlan | undefined {
  return fields.find(({ field }) => field.name === name);
}
