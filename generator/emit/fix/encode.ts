import type { FixFieldPlan, FixRecordPlan } from '../../plan/fix.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, identifier, join } from '../code.js';
import { privateFunction } from '../declare.js';
import type { Declaration } from '../source-file.js';
import type { CodecContext } from './decode.js';
import { delimiterOf } from './decode.js';
import { isLength } from './messages.js';
import { accessOf, demandOf } from './read-value.js';
import { isShared } from './shared-parts.js';

/** The function that writes the fields of a message, an entry or a shared component, in the canonical order. */
export function encodeFunction(
  context: CodecContext,
  record: FixRecordPlan,
): readonly Declaration[] {
  const { fix, scope } = context;
  if (record.kind === 'component' && !isShared(fix, record)) return [];
  const target =
    record.kind === 'message' ? code`message` : record.kind === 'entry' ? code`entry` : code`part`;
  const check =
    record.check === undefined ? [] : [code`writer.judge(${scope.name(record.check)}(${target}));`];
  const body = [...check, ...writeLines(context, record, target)];
  const keeps = fix.fix.unknownFields !== 'refuse' && record.kind !== 'component';
  if (keeps) body.push(code`if (${target}.other !== undefined) writer.others(${target}.other);`);
  return [
    privateFunction(scope.name(record.encode), {
      parameters: [
        {
          name: body.length === 0 ? code`_${target}` : target,
          type: scope.name(record.base ?? record.type),
        },
        {
          name: body.length === 0 ? code`_writer` : code`writer`,
          type: scope.name(runtimeNames.fix.FixWriter),
        },
      ],
      returnType: code`void`,
      statements: [join(body, '\n')],
    }),
  ];
}

function writeLines(context: CodecContext, record: FixRecordPlan, target: Code): readonly Code[] {
  const { fix, scope } = context;
  const left = new Set(record.fields.filter((field) => !isLength(field)));
  const calls: Code[] = [];
  for (const part of record.parts) {
    if (!isShared(fix, part)) continue;
    const own = new Set(record.record.fields.map(({ name }) => name));
    const taken = [...left].filter(
      ({ field }) => !own.has(field.name) && part.fields.some((each) => each.field === field),
    );
    for (const field of taken) left.delete(field);
    if (taken.length > 0) calls.push(code`${scope.name(part.encode)}(${target}, writer);`);
  }
  const fields = [...left];
  const ordered = record.kind === 'entry' ? delimiterFirst(context, record, fields) : byTag(fields);
  const [first, ...rest] = ordered.map((field) => fieldLines(context, field, target));
  // The field that begins an entry comes before what its components write.
  return record.kind === 'entry' && calls.length > 0
    ? [...(first ?? []), ...calls, ...rest.flat()]
    : [...(first ?? []), ...rest.flat(), ...calls];
}

function byTag(fields: readonly FixFieldPlan[]): readonly FixFieldPlan[] {
  const order = ({ field, length }: FixFieldPlan): number =>
    Math.min(field.tag, length?.tag ?? field.tag);
  return [...fields].sort((a, b) => order(a) - order(b));
}

function delimiterFirst(
  { fix }: CodecContext,
  record: FixRecordPlan,
  fields: readonly FixFieldPlan[],
): readonly FixFieldPlan[] {
  const first = delimiterOf(fix, record);
  return [
    ...fields.filter(({ field }) => field.tag === first),
    ...fields.filter(({ field }) => field.tag !== first),
  ];
}

function fieldLines(context: CodecContext, plan: FixFieldPlan, target: Code): readonly Code[] {
  const value = code`${target}.${identifier(plan.member)}`;
  if (plan.required) return valueLines(context, plan, value, width);
  const lines = valueLines(context, plan, value, width - 2);
  const [only, ...more] = lines;
  if (only !== undefined && more.length === 0) {
    const line = code`if (${value} !== undefined) ${only}`;
    if (line.length <= width) return [line];
    return [code`if (${value} !== undefined)`, code`  ${only}`];
  }
  return [code`if (${value} !== undefined) {`, ...lines.map((line) => code`  ${line}`), code`}`];
}

/** Columns of a line in a function. */
const width = 98;

function valueLines(
  { scope, constants }: CodecContext,
  plan: FixFieldPlan,
  value: Code,
  columns: number,
): readonly Code[] {
  const { field, entry, length } = plan;
  const demand = demandOf(constants, plan, value);
  const held =
    demand === undefined
      ? []
      : callLines(code`writer.demand`, [code`${field.tag}`, value, demand], columns);
  if (field.kind === 'group') {
    if (entry === undefined) throw new Error('a group has entries');
    return [
      ...held,
      code`writer.group(${field.tag}, ${value});`,
      ...loopLines(
        code`for (const item of ${value})`,
        code`${scope.name(entry.encode)}(item, writer);`,
        columns,
      ),
      code`writer.endGroup();`,
    ];
  }
  const { method, extra } = accessOf(scope, constants, plan);
  if (field.form === 'data') {
    return [...held, code`writer.data(${length?.tag ?? field.tag}, ${field.tag}, ${value});`];
  }
  return [...held, code`writer.${method}(${field.tag}, ${value}${extra});`];
}

function callLines(head: Code, parts: readonly Code[], columns: number): readonly Code[] {
  const flat = code`${head}(${join(parts, ', ')});`;
  if (flat.length <= columns) return [flat];
  return [code`${head}(`, ...parts.map((part) => code`  ${part},`), code`);`];
}

function loopLines(head: Code, body: Code, columns: number): readonly Code[] {
  const flat = code`${head} ${body}`;
  return flat.length <= columns ? [flat] : [head, code`  ${body}`];
}
