import type { FixFieldPlan, FixPlan, FixRecordPlan } from '../../plan/fix.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, identifier, join, literal } from '../code.js';
import { dataLiteral } from '../data-literal.js';
import { constant, privateFunction } from '../declare.js';
import type { Declaration, FileScope } from '../source-file.js';
import { isLength } from './messages.js';
import { accessOf, checkOf, demandOf, type CodecConstants } from './read-value.js';
import { isShared } from './shared-parts.js';

/** What prints the functions of a codec. */
export interface CodecContext {
  readonly fix: FixPlan;
  readonly scope: FileScope;
  readonly constants: CodecConstants;
}

/** The function that reads a message, the entries of a group, or the fields of a shared component. */
export function decodeFunction(
  context: CodecContext,
  record: FixRecordPlan,
): readonly Declaration[] {
  switch (record.kind) {
    case 'message':
      return decodeMessage(context, record);
    case 'entry':
      return [decodeEntries(context, record)];
    case 'component':
      return isShared(context.fix, record) ? [decodePart(context, record)] : [];
  }
}

function decodeMessage(context: CodecContext, record: FixRecordPlan): readonly Declaration[] {
  const { fix, scope } = context;
  const type = scope.name(record.type);
  const base = scope.name(record.base ?? record.type);
  const required = record.fields.filter((each) => each.required).map(({ field }) => field.tag);
  const tags = required.length === 0 ? undefined : scope.local(`requiredOf${record.type.name}`);
  const { FixDraft, FixFields } = runtimeNames.fix;
  const cases = casesOf(context, record, code`message`, 'body');
  const declaration = privateFunction(scope.name(record.decode), {
    parameters: [
      { name: code`fields`, type: scope.name(FixFields) },
      { name: code`start`, type: code`number` },
    ],
    returnType: type,
    statements: lines([
      ...draftLines(
        code`const message: ${scope.name(FixDraft)}<${base}> =`,
        code`type: ${literal(record.message?.name ?? '')}`,
      ),
      code`for (let at = start; at < fields.end; at++) {`,
      code`  switch (fields.take(at)) {`,
      ...cases.map((line) => code`    ${line}`),
      code`    default:`,
      code`      fields.other(at);`,
      code`  }`,
      code`}`,
      ...(tags === undefined ? [] : [code`fields.require(${tags});`]),
      ...(fix.fix.unknownFields === 'refuse' ? [] : [code`fields.keep(message);`]),
      ...ruleLines(scope, record, code`message`),
      code`return message as ${type};`,
    ]),
  });
  if (tags === undefined) return [declaration];
  const before = `const ${tags}: readonly number[] = `.length;
  return [constant(tags, code`readonly number[]`, dataLiteral(required, before)), declaration];
}

function decodeEntries(context: CodecContext, record: FixRecordPlan): Declaration {
  const { scope, fix } = context;
  const type = scope.name(record.type);
  const base = scope.name(record.base ?? record.type);
  const { FixDraft, FixFields } = runtimeNames.fix;
  const first = delimiterOf(fix, record);
  const needed = record.fields.filter((each) => each.required && each.field.tag !== first);
  const [start, ...rest] = [
    record.fields.filter(({ field }) => field.tag === first),
    record.fields.filter(({ field }) => field.tag !== first),
  ];
  const begin = start.flatMap((plan) => [
    ...readLines(context, plan, code`entry`, 'start'),
    ...(plan.field.kind === 'group' ? [code`at = fields.last;`] : []),
  ]);
  const cases = casesOf(context, { ...record, fields: rest.flat() }, code`entry`, 'entry');
  const place = fix.fix.unknownFields === 'refuse' ? code`at` : code`at, entry`;
  return privateFunction(scope.name(record.decode), {
    parameters: [
      { name: code`fields`, type: scope.name(FixFields) },
      { name: code`start`, type: code`number` },
    ],
    returnType: code`readonly ${type}[]`,
    statements: lines([
      code`const entries: ${type}[] = [];`,
      code`let at = start + 1;`,
      code`while (fields.tag(at) === ${first}) {`,
      code`  const entry: ${scope.name(FixDraft)}<${base}> = {};`,
      ...begin.map((line) => code`  ${line}`),
      code`  for (at++; at < fields.end; at++) {`,
      ...(cases.length === 0
        ? [code`    if (!fields.leaves(${place})) continue;`]
        : [
            code`    switch (fields.tag(at)) {`,
            ...cases.map((line) => code`      ${line}`),
            code`      default:`,
            code`        if (!fields.leaves(${place})) continue;`,
            code`    }`,
          ]),
      code`    break;`,
      code`  }`,
      ...needed.map(
        ({ member, field }) => code`  fields.need(entry.${identifier(member)}, ${field.tag});`,
      ),
      ...ruleLines(scope, record, code`entry`).map((line) => code`  ${line}`),
      code`  entries.push(entry as ${type});`,
      code`}`,
      code`return fields.group(start, at - 1, entries);`,
    ]),
  });
}

/** Reads one field of a shared component, and answers the index of the last field that it took. */
function decodePart(context: CodecContext, record: FixRecordPlan): Declaration {
  const { scope } = context;
  const { FixDraft, FixFields } = runtimeNames.fix;
  const cases = casesOf(context, record, code`part`, 'part');
  return privateFunction(scope.name(record.decode), {
    parameters: [
      { name: code`fields`, type: scope.name(FixFields) },
      { name: code`at`, type: code`number` },
      { name: code`part`, type: code`${scope.name(FixDraft)}<${scope.name(record.type)}>` },
    ],
    returnType: code`number`,
    statements: lines([
      code`switch (fields.tag(at)) {`,
      ...cases.map((line) => code`  ${line}`),
      code`}`,
      code`return at;`,
    ]),
  });
}

type Place = 'body' | 'entry' | 'part';

/** The arms of a switch over tags, ascending. Fields of shared components are left to those. */
function casesOf(
  context: CodecContext,
  record: FixRecordPlan,
  target: Code,
  place: Place,
): readonly Code[] {
  const left = new Set(record.fields);
  const end = place === 'entry' ? code`continue;` : code`break;`;
  const arms: Code[] = [];
  for (const part of record.parts) {
    if (!isShared(context.fix, part)) continue;
    const own = new Set(record.record.fields.map(({ name }) => name));
    const taken = [...left].filter(
      ({ field }) => !own.has(field.name) && part.fields.some((each) => each.field === field),
    );
    if (taken.length === 0) continue;
    for (const field of taken) left.delete(field);
    const call = code`${context.scope.name(part.decode)}(fields, at, ${target})`;
    arms.push(
      ...taken.map(({ field }) => code`case ${field.tag}:`),
      place === 'part' ? code`  return ${call};` : code`  at = ${call};`,
      ...(place === 'part' ? [] : [code`  ${end}`]),
    );
  }
  for (const plan of [...left].sort((a, b) => a.field.tag - b.field.tag)) {
    const isGroup = plan.field.kind === 'group';
    arms.push(
      code`case ${plan.field.tag}:`,
      ...readLines(context, plan, target, place).map((line) => code`  ${line}`),
      ...(place === 'part'
        ? [isGroup ? code`  return fields.last;` : code`  return at;`]
        : [...(isGroup ? [code`  at = fields.last;`] : []), code`  ${end}`]),
    );
  }
  return arms;
}

/** Reads one field into its member. */
function readLines(
  { scope, constants }: CodecContext,
  plan: FixFieldPlan,
  target: Code,
  place: Place | 'start',
): readonly Code[] {
  const { field, member, entry } = plan;
  const value = code`${target}.${identifier(member)}`;
  if (isLength(plan)) {
    return [code`fields.check(at, ${checkOf(scope, constants, plan)});`];
  }
  const isOnce = place === 'entry' || place === 'part';
  const once = isOnce ? [code`fields.single(at, ${value});`] : [];
  if (field.kind === 'group') {
    if (entry === undefined) throw new Error('a group has entries');
    return [
      ...once,
      code`${value} = ${scope.name(entry.decode)}(fields, at);`,
      ...demandLine(demandOf(constants, plan, value)),
    ];
  }
  const { method, extra } = accessOf(scope, constants, plan);
  return [
    ...once,
    code`${value} = fields.${method}(at${extra});`,
    ...demandLine(demandOf(constants, plan, value)),
  ];
}

function demandLine(demand: Code | undefined): readonly Code[] {
  return demand === undefined ? [] : [code`fields.demand(at, ${demand});`];
}

function ruleLines(scope: FileScope, { check }: FixRecordPlan, target: Code): readonly Code[] {
  return check === undefined
    ? []
    : [code`if (fields.sound) fields.judge(${scope.name(check)}(${target}));`];
}

/** The tag of the field that begins each entry. */
export function delimiterOf({ records, header }: FixPlan, entry: FixRecordPlan): number {
  for (const { fields } of [...records, header]) {
    for (const { field, entry: own } of fields) {
      if (own !== entry || field.kind !== 'group') continue;
      const first = entry.fields.find((each) => each.field.name === field.delimiter);
      if (first !== undefined) return first.field.tag;
    }
  }
  throw new Error('entries belong to a group');
}

function draftLines(head: Code, member: Code): readonly Code[] {
  const flat = code`${head} { ${member} };`;
  return flat.length <= 98 ? [flat] : [code`${head} {`, code`  ${member},`, code`};`];
}

function lines(all: readonly Code[]): readonly Code[] {
  return [join(all, '\n')];
}
