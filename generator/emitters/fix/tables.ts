import type { FixFieldPlan, FixPlan, FixRecordPlan } from './plan.js';
import { isIdentifier } from '../../plan/names.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, identifier, join, literal } from '../../printer/code.js';
import { type Data, dataLiteral } from '../../typescript/data-literal.js';
import { constant } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { fieldCode } from './field-code.js';
import { isLength } from './messages.js';

const width = 100;

/** Constants of shared fields, by the printed code. */
export type SharedFields = ReadonlyMap<string, Code>;

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
      const before = `const ${name} = `.length;
      return [constant(name, undefined, fieldCode(scope, plan, before, 0))];
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
    : code`${kind}<${scope.name(record.kind === 'entry' ? record.type : (record.base ?? record.type))}>`;
  // If the declaration fills its line, the table begins on the next one.
  const isLong = `const ${name}: ${type} = {`.length > width;
  const indent = isLong ? 2 : 0;
  const own = ownFields(record);
  const required = requiredMembers(record);
  const lines: Code[] = [];
  if (message !== undefined) {
    lines.push(code`type: ${literal(message.name)},`, code`msgType: ${literal(message.msgType)},`);
  }
  const members = own.map((plan) => memberCode(scope, plan, shared, indent + 6));
  lines.push(fieldsMethod(members, indent + 2));
  if (parts.length > 0) {
    const tables = parts.map((part) => scope.name(part.table));
    lines.push(listLine(code`parts: `, tables, indent + 2));
  }
  const [first] = own;
  if (record.first !== undefined && record.first !== first?.member) {
    lines.push(code`first: ${literal(record.first)},`);
  }
  if (required.length > 0) lines.push(dataLine(code`required: `, required, indent + 2));
  if (check !== undefined) lines.push(code`check: ${scope.name(check)},`);
  const indentedLines = lines.map((line) => code`${pad(indent + 2)}${line}`);
  const literalOf = code`{\n${join(indentedLines, '\n')}\n${pad(indent)}}`;
  return constant(name, type, isLong ? code`\n${pad(indent)}${literalOf}` : literalOf);
}

function dataLine(head: Code, data: Data, indent: number): Code {
  return code`${head}${dataLiteral(data, indent + head.length, indent)},`;
}

function listLine(head: Code, items: readonly Code[], indent: number): Code {
  const flat = code`${head}[${join(items, ', ')}],`;
  if (indent + flat.length <= width) return flat;
  return code`${head}[\n${join(
    items.map((item) => code`${pad(indent + 2)}${item},`),
    '\n',
  )}\n${pad(indent)}],`;
}

/**
 * Prints a method rather than an arrow function, so that its body is compiled only when the first
 * message needs it.
 */
function fieldsMethod(members: readonly Code[], indent: number): Code {
  const [inner, deep] = [pad(indent + 2), pad(indent + 4)];
  const flat = code`${inner}return { ${join(members, ', ')} };`;
  const body =
    members.length === 0
      ? code`${inner}return {};`
      : flat.length <= width && !flat.includes('\n')
        ? flat
        : code`${inner}return {\n${join(
            members.map((member) => code`${deep}${member},`),
            '\n',
          )}\n${inner}};`;
  return code`fields() {\n${body}\n${pad(indent)}},`;
}

/** Property of the object that `fields` returns, beginning at a column. */
function memberCode(
  scope: FileScope,
  plan: FixFieldPlan,
  shared: SharedFields,
  column: number,
): Code {
  const member = identifier(plan.member);
  const constantName = shared.get(keyOf(scope, plan));
  if (constantName !== undefined) {
    return constantName === member ? member : code`${member}: ${constantName}`;
  }
  return code`${member}: ${fieldCode(scope, plan, column + member.length + 2, column)}`;
}

function pad(columns: number): Code {
  return ' '.repeat(columns) as Code;
}

function keyOf(scope: FileScope, plan: FixFieldPlan): string {
  const cached = keys.get(plan);
  if (cached !== undefined) return cached;
  const key = `${plan.member} ${fieldCode(scope, plan, 0, 0)}`;
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
