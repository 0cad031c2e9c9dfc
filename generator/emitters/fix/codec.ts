import { fieldsOf } from '../../model/fix.js';
import type { FixRecord } from '../../model/fix.js';
import type { FixPlan, FixRecordPlan } from './plan.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, join, literal } from '../../printer/code.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { constant, exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { checkFunction } from './rules.js';
import { recordTable, sharedFields } from './tables.js';

/** Emits `codec.ts`: the field tables of all messages, and the codec. */
export function emitFixCodec(fix: FixPlan, plan: Plan): readonly SourceFile[] {
  const scope = createFileScope(plan, fix.codec.from);
  const frame = [fix.header, fix.trailer];
  // Table names are reserved before the names of shared fields.
  for (const { table } of [...fix.records, ...frame]) scope.name(table);
  const sorted = partsFirst(fix.records);
  const shared = sharedFields(fix, scope);
  const tablesOf = (kind: string): readonly Declaration[] =>
    sorted.flatMap((record) =>
      record.kind === kind
        ? [...checkFunction(scope, record), recordTable(scope, record, shared.names)]
        : [],
    );
  return [
    scope.finish([
      ...shared.values,
      ...tablesOf('component'),
      ...tablesOf('entry'),
      ...shared.groups,
      ...frame.map((record) => recordTable(scope, record, shared.names)),
      ...tablesOf('message'),
      ...codecConstants(fix, scope),
    ]),
  ];
}

/** Sorts components before the records that contain them. */
function partsFirst(records: readonly FixRecordPlan[]): readonly FixRecordPlan[] {
  const sorted = new Set<FixRecordPlan>();
  const add = (record: FixRecordPlan): void => {
    record.parts.forEach(add);
    sorted.add(record);
  };
  records.forEach(add);
  return [...sorted];
}

/** Declares the codec and its definition. */
function codecConstants(fix: FixPlan, scope: FileScope): readonly Declaration[] {
  const { FixCodec, FixDefinition, createFixCodec } = runtimeNames.fix;
  const { beginString, applVerId, header, trailer, messages, unknownFields } = fix.fix;
  const pairs = [
    ...new Map([header, trailer, ...messages.map(({ record }) => record)].flatMap(lengthsOf)),
  ];
  const tables = fix.records
    .filter(({ kind }) => kind === 'message')
    .map(({ table }) => code`    ${scope.name(table)},`);
  const before = '  dataFields: new Map('.length;
  const definition = scope.local('definition');
  const name = scope.name(fix.codec);
  const type = code`${scope.name(FixCodec)}<${scope.name(fix.messageType)}, ${scope.name(fix.viewType)}>`;
  const call = code`${scope.name(createFixCodec)}(${definition})`;
  return [
    constant(
      definition,
      scope.name(FixDefinition),
      join(
        [
          code`{`,
          code`  beginString: ${literal(beginString)},`,
          ...(applVerId === undefined ? [] : [code`  applVerId: ${literal(applVerId)},`]),
          code`  unknownFields: ${literal(unknownFields)},`,
          code`  dataFields: new Map(${dataLiteral(pairs, before, 2, 2)}),`,
          code`  ${property(code`header`, scope.name(fix.header.table))},`,
          code`  ${property(code`trailer`, scope.name(fix.trailer.table))},`,
          code`  messages: [`,
          ...tables,
          code`  ],`,
          ...(fix.tagRanges.length === 0
            ? []
            : [code`  tags: ${dataLiteral(fix.tagRanges, '  tags: '.length, 2, 1)},`]),
          code`}`,
        ],
        '\n',
      ),
    ),
    exportedConstant(name, type, call, [docsOf(fix)]),
  ];
}

function property(name: Code, value: Code): Code {
  return value === name ? value : code`${name}: ${value}`;
}

function docsOf({ fix }: FixPlan): Code {
  return fix.applVerId === undefined
    ? code`Codec of the messages of this FIX version.`
    : code`Codec of the messages of this FIX version and of its transport, FIXT.`;
}

/** Pairs of length tag and data tag, including those in groups. */
function lengthsOf(record: FixRecord): readonly (readonly [number, number])[] {
  const fields = fieldsOf(record);
  return fields.flatMap((field): readonly (readonly [number, number])[] => {
    if (field.kind === 'group') return lengthsOf(field.entry);
    const data = fields.find(({ name }) => name === field.lengthOf);
    return data === undefined ? [] : [[field.tag, data.tag]];
  });
}
