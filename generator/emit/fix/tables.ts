import type { FixFieldPlan, FixPlan, FixRecordPlan } from '../../plan/fix.js';
import { isIdentifier } from '../../plan/names.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, identifier, join, literal } from '../code.js';
import { type Data, dataLiteral } from '../data-literal.js';
import { constant } from '../declare.js';
import type { Declaration, FileScope } from '../source-file.js';
import { fieldCode } from './field-code.js';
import { isLength } from './messages.js';

/** The constants of fields that several records have, by what is printed of them. */
export type SharedFields = ReadonlyMap<string, Code>;

/** Fields that several records have, each a constant of its own. Groups come behind the entries that they name. */
export function sharedFields(
  fix: FixPlan,
  scope: FileScope,
): {
  readonly names: SharedFields;
  readonly values: readonly Declaration[];
  readonly groups: readonly Declaration[];
} {
  const found = new Map<string, { readonly plan: FixFieldPlan; count: number }>();
  for (const record of [...fix.records, fix.header, fix.trailer]) {
    for (const plan of ownFields(record)) {
      const key = keyOf(scope, plan);
      const known = found.get(key);
      if (known === undefined) found.set(key, { plan, count: 1 });
      else known.count += 1;
    }
  }
  const shared = [...found].filter(([, { count }]) => count > 1);
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

/** The table of a message, a component, an entry, the header or the trailer. */
export function recordTable(
  scope: FileScope,
  record: FixRecordPlan,
  shared: SharedFields,
): Declaration {
  const { FixMessageRecord, FixRecord } = runtimeNames.fix;
  const { message, check, parts, table } = record;
  const isFrame = record.kind === 'frame';
  const kind = scope.name(message === undefined ? FixRecord : FixMessageRecord);
  const type = isFrame
    ? kind
    : code`${kind}<${scope.name(record.kind === 'entry' ? record.type : (record.base ?? record.type))}>`;
  const own = ownFields(record);
  const required = requiredMembers(record);
  const lines: Code[] = [];
  if (message !== undefined) {
    lines.push(
      code`  type: ${literal(message.name)},`,
      code`  msgType: ${literal(message.msgType)},`,
    );
  }
  lines.push(fieldsMethod(own.map((plan) => memberCode(scope, plan, shared))));
  if (parts.length > 0) {
    lines.push(
      listLine(
        code`parts: `,
        parts.map((part) => scope.name(part.table)),
      ),
    );
  }
  const [first] = own;
  if (record.first !== undefined && record.first !== first?.member) {
    lines.push(code`  first: ${literal(record.first)},`);
  }
  if (required.length > 0) lines.push(dataLine(code`required: `, required));
  if (check !== undefined) lines.push(code`  check: ${scope.name(check)},`);
  return constant(scope.name(table), type, code`{\n${join(lines, '\n')}\n}`);
}

function dataLine(head: Code, data: Data): Code {
  return code`  ${head}${dataLiteral(data, 2 + head.length, 2)},`;
}

function listLine(head: Code, items: readonly Code[]): Code {
  const flat = code`  ${head}[${join(items, ', ')}],`;
  if (flat.length <= 100) return flat;
  return code`  ${head}[\n${join(
    items.map((item) => code`    ${item},`),
    '\n',
  )}\n  ],`;
}

/** A method: its body is read when the first message needs it, which an arrow's would not wait for. */
function fieldsMethod(members: readonly Code[]): Code {
  const flat = code`    return { ${join(members, ', ')} };`;
  const body =
    members.length === 0
      ? code`    return {};`
      : flat.length <= 100 && !flat.includes('\n')
        ? flat
        : code`    return {\n${join(
            members.map((member) => code`      ${member},`),
            '\n',
          )}\n    };`;
  return code`  fields() {\n${body}\n  },`;
}

function memberCode(scope: FileScope, plan: FixFieldPlan, shared: SharedFields): Code {
  const member = identifier(plan.member);
  const constantName = shared.get(keyOf(scope, plan));
  if (constantName !== undefined) {
    return constantName === member ? member : code`${member}: ${constantName}`;
  }
  return code`${member}: ${fieldCode(scope, plan, 6 + member.length + 2, 6)}`;
}

function keyOf(scope: FileScope, plan: FixFieldPlan): string {
  const known = keys.get(plan);
  if (known !== undefined) return known;
  const key = `${plan.member} ${fieldCode(scope, plan, 0, 0)}`;
  keys.set(plan, key);
  return key;
}

const keys = new WeakMap<FixFieldPlan, string>();

/** Fields that a record says itself, without those that only count bytes; the one that begins an entry comes first. */
function ownFields({ record, fields, first }: FixRecordPlan): readonly FixFieldPlan[] {
  const said = new Set(record.fields);
  const own = fields.filter((plan) => said.has(plan.field) && !isLength(plan));
  return [
    ...own.filter(({ member }) => member === first),
    ...own.filter(({ member }) => member !== first),
  ];
}

/** What a record itself demands, of its own fields and of those of its components. */
function requiredMembers({ record, fields }: FixRecordPlan): readonly string[] {
  const required = new Set(record.required);
  return fields
    .filter((plan) => required.has(plan.field.name) && !isLength(plan))
    .map(({ member }) => member);
}
