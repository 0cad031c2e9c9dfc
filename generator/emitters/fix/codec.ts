import { fieldsOf } from '../../model/fix.js';
import type { FixRecord } from '../../model/fix.js';
import type { FixPlan, FixRecordPlan } from './plan.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Name, type Text, literal } from '../../printer/code.js';
import { objectLines, listLines, call } from '../../printer/values.js';
import type { ObjectMember } from '../../printer/syntax.js';
import { generic } from '../../printer/types.js';
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
    .map(({ table }) => scope.name(table));
  const definition = scope.local('definition');
  const name = scope.name(fix.codec);
  const type = generic(scope.name(FixCodec), [
    scope.name(fix.messageType),
    scope.name(fix.viewType),
  ]);
  const members: readonly ObjectMember[] = [
    { key: code`beginString`, value: literal(beginString) },
    ...(applVerId === undefined ? [] : [{ key: code`applVerId`, value: literal(applVerId) }]),
    { key: code`unknownFields`, value: literal(unknownFields) },
    { key: code`dataFields`, value: call(code`new Map`, [dataLiteral(pairs)]) },
    property(code`header`, scope.name(fix.header.table)),
    property(code`trailer`, scope.name(fix.trailer.table)),
    { key: code`messages`, value: listLines(tables) },
    ...(fix.tagRanges.length === 0 ? [] : [{ key: code`tags`, value: dataLiteral(fix.tagRanges) }]),
  ];
  const create = call(scope.name(createFixCodec), [definition]);
  return [
    constant(definition, scope.name(FixDefinition), objectLines(members)),
    exportedConstant(name, type, create, [docsOf(fix)]),
  ];
}

function property(key: Text, value: Name): ObjectMember {
  return value.text === key ? { value } : { key, value };
}

function docsOf({ fix }: FixPlan): Text {
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
