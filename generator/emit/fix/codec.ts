import { fieldsOf } from '../../model/fix.js';
import type { FixRecord } from '../../model/fix.js';
import type { FixPlan, FixRecordPlan } from '../../plan/fix.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, empty, join, literal, propertyKey } from '../code.js';
import { dataLiteral } from '../data-literal.js';
import { constant, exportedConstant, privateFunction } from '../declare.js';
import { createFileScope } from '../file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';
import { type CodecContext, decodeFunction } from './decode.js';
import { encodeFunction } from './encode.js';
import { checkOf, codecConstants } from './read-value.js';
import { checkFunction } from './rules.js';

/** `codec.ts`: every message from bytes and to bytes, each by functions of its own. */
export function emitFixCodec(plan: Plan): readonly SourceFile[] {
  const { fix } = plan;
  if (fix === undefined) return [];
  const scope = createFileScope(plan, fix.codec.from);
  const context: CodecContext = { fix, scope, constants: codecConstants(scope) };
  const names: Names = {
    tags: scope.local('tags'),
    fields: scope.local('fields'),
    types: scope.local('types'),
    msgTypes: scope.local('msgTypes'),
    decoders: scope.local('decoders'),
    checkHeader: scope.local('checkHeader'),
  };
  const header = headerFunction(context, names.checkHeader);
  const sent = recordsOf(fix);
  const functions = fix.records.flatMap((record) => [
    ...checkFunction(context, record),
    ...decodeFunction(context, record),
    ...(sent.has(record) ? encodeFunction(context, record) : []),
  ]);
  return [
    scope.finish([
      ...valueTables(context),
      ...context.constants.declarations,
      ...tables(fix, scope, names),
      codecConstant(fix, scope, names),
      ...header,
      ...functions,
    ]),
  ];
}

interface Names {
  readonly tags: Code;
  readonly fields: Code;
  readonly types: Code;
  readonly msgTypes: Code;
  readonly decoders: Code;
  readonly checkHeader: Code;
}

/** Messages and all that they are made of: what a codec writes. Of the header it writes nothing. */
function recordsOf({ records }: FixPlan): ReadonlySet<FixRecordPlan> {
  const found = new Set<FixRecordPlan>();
  const add = (record: FixRecordPlan): void => {
    if (found.has(record)) return;
    found.add(record);
    record.parts.forEach(add);
    for (const { entry } of record.fields) if (entry !== undefined) add(entry);
  };
  for (const record of records) if (record.kind === 'message') add(record);
  return found;
}

function valueTables({ fix, scope, constants }: CodecContext): readonly Declaration[] {
  const { FixValues, fixValues } = runtimeNames.fix;
  const used = fix.values.filter((values) => constants.tables.has(values));
  return used.map(({ type, table, set, members }) => {
    const name = scope.name(table);
    const of = scope.name(type);
    const values =
      members.length > 0
        ? code`Object.values(${of})`
        : code`[${join(set.values.map(literal), ', ')}]`;
    return constant(
      name,
      code`${scope.name(FixValues)}<${of}>`,
      code`${scope.name(fixValues)}(${values})`,
    );
  });
}

function tables(fix: FixPlan, scope: FileScope, names: Names): readonly Declaration[] {
  const { FixDecoder, FixFields, FixTags } = runtimeNames.fix;
  const messages = messagesOf(fix);
  const type = scope.name(fix.messageType);
  const frame = (record: FixRecord, ...more: readonly number[]): readonly number[] =>
    [...new Set([...more, ...tagsOf(record)])].sort((a, b) => a - b);
  const body = [...new Set(fix.fix.messages.flatMap(({ record }) => tagsOf(record)))].sort(
    (a, b) => a - b,
  );
  const set = (tags: readonly number[], indent: number): Code =>
    code`new Set(${dataLiteral(tags, indent + 'header: new Set('.length, 2, 2)})`;
  return [
    constant(
      names.tags,
      scope.name(FixTags),
      code`{
  header: ${set(frame(fix.fix.header, 8, 9, 35), 2)},
  trailer: ${set(frame(fix.fix.trailer, 10), 2)},
  body: ${set(body, 2)},
  unknown: ${literal(fix.fix.unknownFields)},
}`,
    ),
    constant(
      names.fields,
      scope.name(FixFields),
      code`new ${scope.name(FixFields)}(${names.tags})`,
    ),
    constant(
      names.types,
      code`ReadonlyMap<string, ${type}['type']>`,
      mapOf(
        empty,
        messages.map(({ msgType, name }) => code`[${literal(msgType)}, ${literal(name)}]`),
      ),
    ),
    constant(
      names.msgTypes,
      code`{ readonly [Type in ${type}['type']]: string }`,
      code`{\n${join(
        messages.map(({ msgType, name }) => code`  ${propertyKey(name)}: ${literal(msgType)},`),
        '\n',
      )}\n}`,
    ),
    constant(
      names.decoders,
      undefined,
      mapOf(
        code`<string, ${scope.name(FixDecoder)}<${type}>>`,
        messages.map(
          ({ msgType, plan }) => code`[${literal(msgType)}, ${scope.name(plan.decode)}]`,
        ),
      ),
    ),
  ];
}

function mapOf(types: Code, entries: readonly Code[]): Code {
  return code`new Map${types}([\n${join(
    entries.map((entry) => code`  ${entry},`),
    '\n',
  )}\n])`;
}

interface MessageOf {
  readonly msgType: string;
  readonly name: string;
  readonly plan: FixRecordPlan;
}

function messagesOf({ records }: FixPlan): readonly MessageOf[] {
  return records.flatMap((plan) =>
    plan.message === undefined
      ? []
      : [{ msgType: plan.message.msgType, name: plan.message.name, plan }],
  );
}

/** Every tag of a record, its groups' included. */
function tagsOf(record: FixRecord): readonly number[] {
  const known = tagsOfRecords.get(record);
  if (known !== undefined) return known;
  const tags = [
    ...new Set(
      fieldsOf(record).flatMap((field) =>
        field.kind === 'group' ? [field.tag, ...tagsOf(field.entry)] : [field.tag],
      ),
    ),
  ];
  tagsOfRecords.set(record, tags);
  return tags;
}

const tagsOfRecords = new WeakMap<FixRecord, readonly number[]>();

function codecConstant(fix: FixPlan, scope: FileScope, names: Names): Declaration {
  const { FixCodec, unknownMsgType } = runtimeNames.fix;
  const type = scope.name(fix.messageType);
  const pairs = [
    ...new Map(
      [fix.fix.header, fix.fix.trailer, ...fix.fix.messages.map(({ record }) => record)].flatMap(
        lengthsOf,
      ),
    ),
  ];
  const { beginString, applVerId } = fix.fix;
  const cases = messagesOf(fix).map(
    ({ name, plan }) => code`      case ${literal(name)}:
        return ${scope.name(plan.encode)}(message, writer);`,
  );
  const dataFields = pairs.map(([length, data]) => code`[${length}, ${data}]`);
  const flat = code`  dataFields: new Map([${join(dataFields, ', ')}]),`;
  const sorted = fix.shares
    ? { before: [code`    writer.collect();`], after: [code`    writer.sort();`] }
    : { before: [], after: [] };
  return exportedConstant(
    scope.name(fix.codec),
    code`${scope.name(FixCodec)}<${type}>`,
    join(
      [
        code`{`,
        code`  beginString: ${literal(beginString)},`,
        ...(applVerId === undefined ? [] : [code`  applVerId: ${literal(applVerId)},`]),
        flat.length <= 100 && dataFields.length < 2
          ? flat
          : code`  dataFields: new Map([\n${join(
              dataFields.map((pair) => code`    ${pair},`),
              '\n',
            )}\n  ]),`,
        code`  headerTags: ${names.tags}.header,`,
        code`  typeOf: (msgType) => ${names.types}.get(msgType),`,
        code`  msgTypeOf: (message) => ${names.msgTypes}[message.type],`,
        code`  decode(view) {`,
        code`    const decode = ${names.decoders}.get(view.msgType);`,
        code`    if (decode === undefined) return ${scope.name(unknownMsgType)};`,
        code`    ${names.fields}.begin(view);`,
        code`    return ${names.fields}.finish(decode(${names.fields}, ${names.checkHeader}(${names.fields})));`,
        code`  },`,
        code`  encodeBody(message, writer) {`,
        ...sorted.before,
        code`    switch (message.type) {`,
        ...(fix.shares ? cases.map((each) => broken(each)) : cases),
        code`    }`,
        ...sorted.after,
        code`  },`,
        code`}`,
      ],
      '\n',
    ),
    [code`${beginStringDocs(fix)}`],
  );
}

/** An arm that goes on behind the switch. */
function broken(arm: Code): Code {
  return code`${arm.replace('        return ', '        ') as Code}\n        break;`;
}

function beginStringDocs({ fix }: FixPlan): Code {
  return fix.applVerId === undefined
    ? code`Messages of this version of FIX, from bytes and to bytes.`
    : code`Messages of this version of FIX and of its transport, from bytes and to bytes.`;
}

/** The data field of each length field, by tag, groups' included. */
function lengthsOf(record: FixRecord): readonly (readonly [number, number])[] {
  const fields = fieldsOf(record);
  return fields.flatMap((field): readonly (readonly [number, number])[] => {
    if (field.kind === 'group') return lengthsOf(field.entry);
    const data = fields.find(({ name }) => name === field.lengthOf);
    return data === undefined ? [] : [[field.tag, data.tag]];
  });
}

/** Checks the header, and answers the index of the body's first field. */
function headerFunction(context: CodecContext, name: Code): readonly Declaration[] {
  const { fix, scope, constants } = context;
  const byCheck = new Map<Code, number[]>();
  for (const plan of fix.header.fields) {
    if (plan.field.kind === 'group') continue;
    const check = checkOf(scope, constants, plan);
    byCheck.set(check, [...(byCheck.get(check) ?? []), plan.field.tag]);
  }
  const groups = fix.header.fields.filter(({ field }) => field.kind === 'group');
  const arms = [...byCheck].flatMap(([check, tags]) => [
    ...tags.map((tag) => code`      case ${tag}:`),
    code`        fields.check(at, ${check});`,
    code`        break;`,
  ]);
  const groupArms = groups.flatMap(({ field, entry }) =>
    entry === undefined
      ? []
      : [
          code`      case ${field.tag}:`,
          code`        ${scope.name(entry.decode)}(fields, at);`,
          code`        at = fields.last;`,
          code`        continue;`,
        ],
  );
  const required = fix.header.fields.filter((each) => each.required).map(({ field }) => field.tag);
  const tags = scope.local('requiredInHeader');
  return [
    constant(tags, code`readonly number[]`, dataLiteral(required, 0)),
    privateFunction(name, {
      docs: [code`Checks the header, and answers where the body begins.`],
      parameters: [{ name: code`fields`, type: scope.name(runtimeNames.fix.FixFields) }],
      returnType: code`number`,
      statements: [
        join(
          [
            code`let at = 3;`,
            code`header: for (; at < fields.end; at++) {`,
            code`  switch (fields.tag(at)) {`,
            ...arms.map((line) => line.slice(2) as Code),
            ...groupArms.map((line) => line.slice(2) as Code),
            code`    default:`,
            code`      break header;`,
            code`  }`,
            code`  fields.take(at);`,
            code`}`,
            code`fields.require(${tags});`,
            code`return at;`,
          ],
          '\n',
        ),
      ],
    }),
  ];
}
