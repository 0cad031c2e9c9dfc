import { defineWarning, type DiagnosticType, type Reporter } from '../core/diagnostic.js';
import type { SchemaId, SchemaTable } from '../model/schema.js';
import type { Shape, Shapes } from '../model/shape/shape.js';
import { namesOfAll } from '../model/analysis/value-names.js';
import { enumMemberNames, type EnumValue } from './names/enum-names.js';
import { enumsUsedAsSubtypes } from './nominal.js';
import type { EnumPlan, TypePlan } from './plan.js';

/** A list of values that cannot be a TypeScript enum, although the options ask for enums. */
export const enumStyle: DiagnosticType<{
  default: { name: string; reason: string; others: number };
}> = defineWarning('enum-style', {
  default: ({ name, reason, others }) =>
    `"${name}" is an object and not a TypeScript enum, because ${reason}${andOthers(others)}`,
});

/**
 * Output style for lists of values: unions of literals, constant objects with a type, or TypeScript
 * enums.
 */
export type EnumStyle = 'union' | 'const' | 'enum';

/** Adds the members of lists of values to type plans, unless the style is `union`. */
export function planEnums(
  plans: readonly TypePlan[],
  shapes: Shapes,
  style: EnumStyle,
  reporter: Reporter,
): readonly TypePlan[] {
  if (style === 'union') return plans;
  const narrowed = style === 'enum' ? enumsUsedAsSubtypes(plans, shapes) : new Set<SchemaId>();
  const constLists = new Map<string, TypePlan[]>();
  const planned = plans.map((plan): TypePlan => {
    const list = listOf(plan.shape);
    if (list === undefined) return plan;
    const reason = style === 'enum' ? enumObstacle(plan.id, list) : undefined;
    if (reason !== undefined) constLists.set(reason, [...(constLists.get(reason) ?? []), plan]);
    const isEnum = style === 'enum' && reason === undefined;
    return { ...plan, values: planList(plan, list, isEnum ? 'enum' : 'object', shapes.schemas) };
  });
  for (const [reason, lists] of constLists) warn(reason, lists, shapes.schemas, reporter);
  return planned;

  /** Reason why a list cannot be a TypeScript enum, or `undefined`. */
  function enumObstacle(id: SchemaId, { values, others }: List): string | undefined {
    if (others.includes('null')) return 'null cannot be a member of an enum';
    if (others.length > 0) return 'an enum does not allow values that it does not list';
    if (values.some((value) => typeof value !== 'string' && typeof value !== 'number'))
      return 'an enum contains only strings and numbers';
    if (isDerived(id, shapes.schemas)) return 'its values are those of another schema';
    return narrowed.has(id) ? 'another schema restricts it to some of its values' : undefined;
  }
}

/** True if a schema takes its values from other schemas. */
function isDerived(id: SchemaId, schemas: SchemaTable): boolean {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords') return false;
  return schema.keywords.$ref !== undefined || schema.keywords.allOf !== undefined;
}

/** Listed values, and the kinds of values allowed besides them. */
interface List {
  readonly values: readonly EnumValue[];
  readonly others: EnumPlan['others'];
}

/**
 * Returns the values of a shape that lists more than one value and contains only values of their
 * types.
 */
function listOf(shape: Shape): List | undefined {
  if (shape.kind === 'union' && shape.discriminator !== undefined) return undefined;
  const values: EnumValue[] = [];
  const others: EnumPlan['others'][number][] = [];
  for (const member of shape.kind === 'union' ? shape.members : [shape]) {
    if (member.kind === 'null') others.push('null');
    else if (member.kind === 'literal' && member.value !== null) values.push(member.value);
    else if (member.kind === 'open-enum') {
      values.push(...member.values);
      others.push(member.of);
    } else return undefined;
  }
  return values.length < 2 ? undefined : { values, others };
}

function planList(
  { id, identifier }: TypePlan,
  { values, others }: List,
  kind: EnumPlan['kind'],
  schemas: SchemaTable,
): EnumPlan {
  const describedValue = namesOfAll(id, schemas);
  const names = enumMemberNames(values, (value) => describedValue(value).name);
  const members = [...names].map(([value, name]) => {
    const prose = describedValue(value).prose?.trim();
    return { name, value, ...(prose && { prose }) };
  });
  return { kind, value: { ...identifier, typeOnly: false }, members, others };
}

function andOthers(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ', as is 1 other' : `, as are ${count} others`;
}

/** Reports one warning for each reason, at the first list. There may be hundreds of lists. */
function warn(
  reason: string,
  [first, ...others]: readonly TypePlan[],
  schemas: SchemaTable,
  reporter: Reporter,
): void {
  const schema = first && schemas.get(first.id);
  if (first === undefined || schema === undefined) return;
  reporter.report(
    enumStyle.default({ name: first.identifier.name, reason, others: others.length }),
    schema.origin,
    { hint: 'set "enums: const" to generate objects everywhere' },
  );
}
