import type { FixFieldPlan, FixPlan, FixRecordPlan } from './plan.js';
import { isIdentifier } from '../../plan/names/names.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, identifier, literal, type Code, type Name } from '../../printer/code.js';
import { flat } from '../../printer/flat.js';
import type { ObjectMember } from '../../printer/syntax.js';
import { generic } from '../../printer/types.js';
import { block, list, objectLines, objectLiteral, returns } from '../../printer/values.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { constant } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { fieldCode } from './field-code.js';
import { isLength } from './messages.js';

/** Constants of shared fields, by the printed code. */
export type SharedFields = ReadonlyMap<string, Name>;

/**
 * Declares a constant for each field that several records share. Groups follow the entries that
 * they refer to.
 */
export function sharedFields(
  fix: FixPlan,
  scope: FileScope,
): {
  readonly names: SharedFields;
  readonly values: readonly Declaration[];
  readonly groups: readonly Declaration[];
} {
  const usages = new Map<string, { readonly plan: FixFieldPlan; count: number }>();
  for (const record of [...fix.records, fix.header, fix.trailer]) {
    for (const plan of ownFields(record)) {
      const key = keyOf(scope, plan);
      const cached = usages.get(key);
      if (cached === undefined) usages.set(key, { plan, count: 1 });
      else cached.count += 1;
    }
  }
  const shared = [...usages].filter(([, { count }]) => count > 1);
  const names = new Map(
    shared.map(
      ([
        key,
        {
          plan: { member },
        },
      ]) => [key, scope.local(isIdentifier(member) ? member : `${member}Field`)],
    ),
  );
  const declare = (isGroup: boolean): readonly Declaration[] =>
    shared.flatMap(([key, { plan }]) => {
      const name = names.get(key);
      if (name === undefined || (plan.field.kind === 'group') !== isGroup) return [];
      return [constant(name, undefined, fieldCode(scope, plan))];
    });
  return { names, values: declare(false), groups: declare(true) };
}

/** Declares the table of a message, component, entry, header or trailer. */
export function recordTable(
  scope: FileScope,
  record: FixRecordPlan,
  shared: SharedFields,
): Declaration {
  const { FixMessageRecord, FixRecord } = runtimeNames.fix;
  const { message, check, parts } = record;
  const name = scope.name(record.table);
  const isFrame = record.kind === 'frame';
  const kind = scope.name(message === undefined ? FixRecord : FixMessageRecord);
  const type = isFrame
    ? kind
    : generic(kind, [
        scope.name(record.kind === 'entry' ? record.type : (record.base ?? record.type)),
      ]);
  const own = ownFields(record);
  const required = requiredMembers(record);
  const members: ObjectMember[] = [];
  if (message !== undefined)
    members.push(
      { key: code`type`, value: literal(message.name) },
      { key: code`msgType`, value: literal(message.msgType) },
    );
  members.push({ value: fieldsMethod(own.map((plan) => memberOf(scope, plan, shared))) });
  if (parts.length > 0)
    members.push({ key: code`parts`, value: list(parts.map((part) => scope.name(part.table))) });
  const [first] = own;
  if (record.first !== undefined && record.first !== first?.member)
    members.push({ key: code`first`, value: literal(record.first) });
  if (required.length > 0) members.push({ key: code`required`, value: dataLiteral(required) });
  if (check !== undefined) members.push({ key: code`check`, value: scope.name(check) });
  return constant(name, type, objectLines(members));
}

/**
 * Prints a method rather than an arrow function, so that its body is compiled only when the first
 * message needs it.
 */
function fieldsMethod(members: readonly ObjectMember[]): Code {
  return block(code`fields()`, [returns(objectLiteral(members))]);
}

/** Member of the object that `fields` returns. */
function memberOf(scope: FileScope, plan: FixFieldPlan, shared: SharedFields): ObjectMember {
  const key = identifier(plan.member);
  const constantName = shared.get(keyOf(scope, plan));
  if (constantName?.text === key) return { value: constantName };
  return { key, value: constantName ?? fieldCode(scope, plan) };
}

function keyOf(scope: FileScope, plan: FixFieldPlan): string {
  const cached = keys.get(plan);
  if (cached !== undefined) return cached;
  const key = `${plan.member} ${flat(fieldCode(scope, plan))}`;
  keys.set(plan, key);
  return key;
}

const keys = new WeakMap<FixFieldPlan, string>();

/**
 * Fields that the record itself declares, except those that only count bytes. The first field of an
 * entry comes first.
 */
function ownFields({ record, fields, first }: FixRecordPlan): readonly FixFieldPlan[] {
  const declared = new Set(record.fields);
  const own = fields.filter((plan) => declared.has(plan.field) && !isLength(plan));
  return [
    ...own.filter(({ member }) => member === first),
    ...own.filter(({ member }) => member !== first),
  ];
}

/** Required members of the record's own fields and of its components. */
function requiredMembers({ record, fields }: FixRecordPlan): readonly string[] {
  const required = new Set(record.required);
  return fields
    .filter((plan) => required.has(plan.field.name) && !isLength(plan))
    .map(({ member }) => member);
}
