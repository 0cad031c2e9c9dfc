import type { FixPredicate, FixRule } from '../model/fix.js';
import type { FixFieldPlan } from './fix.js';

/** What a type demands beside its fields: one of these holds, each a list of what is said of single fields. */
export type FixAlternatives = readonly (readonly FixNarrowing[])[];

/** Something a type can say of a field. */
export type FixNarrowing =
  | { readonly kind: 'required' | 'never'; readonly field: FixFieldPlan }
  /** One of these values, or with `except` any other. */
  | {
      readonly kind: 'values';
      readonly field: FixFieldPlan;
      readonly values: readonly (string | number | boolean)[];
      readonly except: boolean;
      readonly required: boolean;
    };

/** How many ways a type may have in all: the compiler multiplies them. */
const MANY_WAYS = 64;

/** The rules that a type can say, as unions. The rest is left to the checks. */
export function typeRules(
  rules: readonly FixRule[],
  fields: readonly FixFieldPlan[],
): readonly FixAlternatives[] {
  const said: FixAlternatives[] = [];
  let ways = 1;
  const exclusive = new Set(
    rules.flatMap(({ demand }) => (demand.kind === 'most-one' ? [JSON.stringify(demand.of)] : [])),
  );
  const distinct = rules.filter(
    ({ demand }) => demand.kind !== 'any' || !exclusive.has(JSON.stringify(demand.of)),
  );
  for (const rule of mergedRules(distinct)) {
    const alternatives = alternativesOf(rule, fields);
    if (alternatives === undefined || ways * alternatives.length > MANY_WAYS) continue;
    ways *= alternatives.length;
    said.push(alternatives);
  }
  return said;
}

interface Merged {
  readonly when: FixPredicate | undefined;
  readonly demands: readonly FixPredicate[];
}

/** Rules with the same condition are one. */
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
  const demanded: readonly (FixNarrowing | undefined)[] = demands.flatMap(
    (demand): readonly (FixNarrowing | undefined)[] => narrowingsOf(demand, fields) ?? [undefined],
  );
  const known = demanded.filter((each) => each !== undefined);
  if (when === undefined) {
    const [only] = demands;
    if (only === undefined) return undefined;
    if (only.kind === 'any' || only.kind === 'one') return eachOf(only.of, fields);
    if (only.kind === 'most-one') return oneOf(only.of, fields);
    if (only.kind === 'not') return noneOf(only.of, fields);
    return undefined;
  }
  if (known.length !== demanded.length || known.length === 0) return undefined;
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

/** Exactly one of them: what another one demands is not there. */
function oneOf(
  predicates: readonly FixPredicate[],
  fields: readonly FixFieldPlan[],
): FixAlternatives | undefined {
  const each = eachOf(predicates, fields);
  if (each === undefined) return undefined;
  const all = each.flat();
  if (all.some(({ kind, field }) => kind !== 'required' || field.required)) return each;
  return each.map((own) => [
    ...own,
    ...all
      .filter(({ field }) => own.every((one) => one.field !== field))
      .map(({ field }) => ({ kind: 'never', field }) as const),
  ]);
}

/** Not all of them: of several required ones each may be the one that is not there. */
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

/** What a predicate says of single fields, if it says nothing else. */
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

/** A condition on the values of one field that lists its values. */
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
  // Without a demand that it be there, an absent field fulfils the condition too.
  return others.length === 0 && !field.required ? undefined : { field, values: only.values };
}

function isEnum({ values, field }: FixFieldPlan): boolean {
  return values !== undefined && field.kind === 'value' && field.form !== 'list';
}

function fieldOf(name: string, fields: readonly FixFieldPlan[]): FixFieldPlan | undefined {
  return fields.find(({ field }) => field.name === name);
}
