import type { Reporter } from '../core/diagnostic.js';
import type { SchemaId, SchemaTable } from '../model/schema.js';
import type { Shape, Shapes } from '../model/shape.js';
import { wordsOfAll } from '../model/value-words.js';
import { enumMemberNames, type EnumValue } from './enum-names.js';
import { narrowedLists } from './nominal.js';
import type { EnumPlan, TypePlan } from './plan.js';

/** How lists of values are written: as unions of literals, as objects with a type beside each, or as enums of TypeScript. */
export type EnumStyle = 'union' | 'const' | 'enum';

/** The same types, with the members of those that list values. */
export function planEnums(
  plans: readonly TypePlan[],
  shapes: Shapes,
  style: EnumStyle,
  reporter: Reporter,
): readonly TypePlan[] {
  if (style === 'union') return plans;
  const narrowed = style === 'enum' ? narrowedLists(plans, shapes) : new Set<SchemaId>();
  const unlike = new Map<string, TypePlan[]>();
  const found = plans.map((plan): TypePlan => {
    const list = listOf(plan.shape);
    if (list === undefined) return plan;
    const reason = style === 'enum' ? unlikeness(plan.id, list) : undefined;
    if (reason !== undefined) unlike.set(reason, [...(unlike.get(reason) ?? []), plan]);
    const isEnum = style === 'enum' && reason === undefined;
    return { ...plan, values: planList(plan, list, isEnum ? 'enum' : 'object', shapes.schemas) };
  });
  for (const [reason, lists] of unlike) warn(reason, lists, shapes.schemas, reporter);
  return found;

  /** Why a list is no enum of TypeScript. */
  function unlikeness(id: SchemaId, { values, others }: List): string | undefined {
    if (others.includes('null')) return 'null is no member of an enum';
    if (others.length > 0) return 'an enum takes no value that it does not list';
    if (values.some((value) => typeof value !== 'string' && typeof value !== 'number'))
      return 'an enum holds texts and numbers alone';
    if (isDerived(id, shapes.schemas)) return 'its values are those of another list';
    return narrowed.has(id) ? 'a schema narrows it to some of its values' : undefined;
  }
}

/** Whether a schema takes its values from others. */
function isDerived(id: SchemaId, schemas: SchemaTable): boolean {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords') return false;
  return schema.keywords.$ref !== undefined || schema.keywords.allOf !== undefined;
}

/** Values that are listed, and what may stand beside them. */
interface List {
  readonly values: readonly EnumValue[];
  readonly others: EnumPlan['others'];
}

/** What a shape lists, if it lists more than one value and holds nothing but values of their types. */
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
  const words = wordsOfAll(id, schemas);
  const names = enumMemberNames(values, (value) => words(value).name);
  const members = [...names].map(([value, name]) => {
    const prose = words(value).prose?.trim();
    return { name, value, ...(prose && { prose }) };
  });
  return { kind, value: { ...identifier, typeOnly: false }, members, others };
}

/** One for each reason, at the first list: there may be hundreds. */
function warn(
  reason: string,
  [first, ...others]: readonly TypePlan[],
  schemas: SchemaTable,
  reporter: Reporter,
): void {
  const schema = first && schemas.get(first.id);
  if (first === undefined || schema === undefined) return;
  const more =
    others.length === 0
      ? ''
      : `, and so ${others.length === 1 ? 'is' : 'are'} ${others.length} more`;
  reporter.warning(
    'enum-style',
    schema.origin,
    `"${first.identifier.name}" is an object and no TypeScript enum, because ${reason}${more}`,
    { hint: 'set "enums: const" to have objects everywhere' },
  );
}
