import type { Origin } from '../../core/origin.js';
import type { Api } from '../../model/api.js';
import { requiredOf, type FixApi, type FixField, type FixRecord } from '../../model/fix.js';
import type { Schema, SchemaId } from '../../model/schema.js';
import type { ChangeRule, Sides } from '../change.js';
import type { ChangeCollector, SideVerdicts } from '../collect-changes.js';
import { plainText } from '../plain-text.js';
import {
  fixConditionRule,
  fixFieldAdded,
  fixFieldName,
  fixFieldOptional,
  fixFieldRemoved,
  fixFieldRequired,
} from '../rules/fix.js';
import { fieldDifferences, lostAndGained } from './field-differences.js';

/** Where a record is used. */
export interface RecordUse {
  /** Name of the record for people, if it has none of its own. */
  readonly subject: string;
  /** The requester sends the record. */
  readonly sides: Sides;
  /** The part of the interface, such as `message NewOrderSingle`. */
  readonly use: string;
}

/** Compares two records. */
export type RecordComparer = (old: FixRecord, next: FixRecord, use: RecordUse) => void;

/** A field, and the record that declares it: the message itself or a component. */
interface OwnedField {
  readonly field: FixField;
  readonly owner: FixRecord;
  readonly isRequired: boolean;
}

interface FieldPair {
  readonly old: OwnedField;
  readonly next: OwnedField;
}

/** Creates a function that compares records of two descriptions. Fields that are equal are compared once, wherever they are used. */
export function createRecordComparer(
  old: FixApi,
  next: FixApi,
  collector: ChangeCollector,
): RecordComparer {
  const equalFields = new WeakMap<FixField, FixField>();
  let differences = 0;

  function compare(before: FixRecord, after: FixRecord, use: RecordUse): void {
    const { pairs, removed, added } = match(ownedFields(before), ownedFields(after));
    for (const pair of pairs) compareField(pair, use);
    const around = {
      old: originOf(collector.old, before),
      next: originOf(collector.next, after),
    };
    for (const each of removed)
      report(fixFieldRemoved, `the ${wordOf(each)} was removed`, {
        ...use,
        subject: subjectOf(each, use),
        verdicts: {
          requester: refuses(next, each.field) ? 'breaking' : 'risky',
          answerer: each.isRequired ? 'breaking' : 'risky',
        },
        old: fieldOrigin(collector.old, each),
        next: around.next,
        nodes: { oldFix: { record: each.owner, field: each.field.name } },
      });
    for (const each of added)
      report(fixFieldAdded, `the ${each.isRequired ? 'required ' : ''}${wordOf(each)} was added`, {
        ...use,
        subject: subjectOf(each, use),
        verdicts: {
          requester: each.isRequired ? 'breaking' : 'compatible',
          answerer: refuses(old, each.field) ? 'risky' : 'compatible',
        },
        old: around.old,
        next: fieldOrigin(collector.next, each),
        nodes: { nextFix: { record: each.owner, field: each.field.name } },
      });
    compareConditions(before, after, use);
  }

  function compareField(pair: FieldPair, use: RecordUse): void {
    const { old: left, next: right } = pair;
    const isEqual = equalFields.get(left.field) === right.field;
    if (isEqual && left.isRequired === right.isRequired) return;
    const before = differences;
    const place = {
      ...use,
      subject: subjectOf(right, use),
      old: fieldOrigin(collector.old, left),
      next: fieldOrigin(collector.next, right),
      nodes: {
        oldFix: { record: left.owner, field: left.field.name },
        nextFix: { record: right.owner, field: right.field.name },
      },
    };
    if (left.field.name !== right.field.name)
      report(fixFieldName, `the field "${left.field.name}" was renamed`, {
        ...place,
        verdicts: { requester: 'risky', answerer: 'risky' },
      });
    if (left.isRequired !== right.isRequired)
      report(
        right.isRequired ? fixFieldRequired : fixFieldOptional,
        right.isRequired ? 'the field is required now' : 'the field is no longer required',
        { ...place, verdicts: lostAndGained(right.isRequired, left.isRequired) },
      );
    const found = fieldDifferences(left.field, right.field);
    for (const { rule, message, verdicts } of found.differences)
      report(rule, message, { ...place, verdicts });
    if (left.field.kind === 'group' && right.field.kind === 'group')
      compare(left.field.entry, right.field.entry, { ...use, subject: `${place.subject}[]` });
    else if (found.sameForm) compareValues(pair, place);
    if (differences === before) equalFields.set(left.field, right.field);
  }

  /** Compares lists of values, bounds and words, as the schemas of both fields have them. */
  function compareValues({ old: left, next: right }: FieldPair, place: FieldPlace): void {
    const [from, to] = [left.field.schema, right.field.schema];
    if (from === undefined || to === undefined) return;
    const differs = collector.compareSchemas({
      old: from,
      next: to,
      way: 'message',
      isText: true,
      sender: 'requester',
      sides: place.sides,
      use: place.use,
      around: { old: place.old, next: place.next },
      nodes: place.nodes,
    });
    if (differs) differences += 1;
  }

  function compareConditions(before: FixRecord, after: FixRecord, use: RecordUse): void {
    const [olds, nexts] = [conditionsOf(before), conditionsOf(after)];
    const removed = [...olds].filter(([text]) => !nexts.has(text));
    const added = [...nexts].filter(([text]) => !olds.has(text));
    const fields = new Set([...removed, ...added].map(([, { field }]) => field));
    for (const field of fields) {
      const lost = removed.filter(([, each]) => each.field === field);
      const gained = added.filter(([, each]) => each.field === field);
      const owner = (gained[0] ?? lost[0])?.[1].owner;
      const change = lost.length === 0 ? 'was added' : gained.length === 0 ? 'is gone' : 'changed';
      report(fixConditionRule, `a condition on the field "${field}" ${change}`, {
        ...use,
        subject: owner?.name ?? use.subject,
        verdicts:
          lost.length > 0 && gained.length > 0
            ? { requester: 'undecided', answerer: 'undecided' }
            : lostAndGained(gained.length > 0, lost.length > 0),
        old: originOf(collector.old, lost[0]?.[1].owner ?? before),
        next: originOf(collector.next, gained[0]?.[1].owner ?? after),
        nodes: {
          oldFix: { record: lost[0]?.[1].owner ?? before },
          nextFix: { record: gained[0]?.[1].owner ?? after },
        },
      });
    }
  }

  function report(
    rule: ChangeRule,
    message: string,
    place: FieldPlace & { readonly verdicts: SideVerdicts },
  ): void {
    differences += 1;
    collector.report({ ...place, rule, message });
  }

  return compare;
}

type FieldPlace = RecordUse &
  Required<Pick<Parameters<ChangeCollector['report']>[0], 'old' | 'next' | 'nodes'>>;

/** Fields by name, and the rest by tag. */
function match(
  olds: readonly OwnedField[],
  nexts: readonly OwnedField[],
): {
  readonly pairs: readonly FieldPair[];
  readonly removed: readonly OwnedField[];
  readonly added: readonly OwnedField[];
} {
  const rest = new Map(nexts.map((each) => [each.field.name, each]));
  const pairs: FieldPair[] = [];
  const unnamed = olds.filter((old) => {
    const next = rest.get(old.field.name);
    if (next === undefined) return true;
    rest.delete(old.field.name);
    pairs.push({ old, next });
    return false;
  });
  const removed = unnamed.filter((old) => {
    const next = [...rest.values()].find(({ field }) => field.tag === old.field.tag);
    if (next === undefined) return true;
    rest.delete(next.field.name);
    pairs.push({ old, next });
    return false;
  });
  return { pairs, removed, added: [...rest.values()] };
}

/** Fields of a record and its components, each once. */
function ownedFields(record: FixRecord): readonly OwnedField[] {
  const required = requiredOf(record);
  const byName = new Map<string, OwnedField>();
  for (const owner of withParts(record))
    for (const field of owner.fields)
      if (!byName.has(field.name))
        byName.set(field.name, { field, owner, isRequired: required.has(field.name) });
  return [...byName.values()];
}

function withParts(record: FixRecord): readonly FixRecord[] {
  return [record, ...record.parts.flatMap(withParts)];
}

/** Conditions by their text, each with the record that has it. */
function conditionsOf(
  record: FixRecord,
): ReadonlyMap<string, { readonly field: string; readonly owner: FixRecord }> {
  return new Map(
    withParts(record).flatMap((owner) =>
      owner.rules.map((rule) => [plainText(rule), { field: rule.field, owner }] as const),
    ),
  );
}

/** True if programs refuse a field that their description does not have. User-defined fields have the tags from 5000. */
function refuses({ unknownFields }: FixApi, { tag }: FixField): boolean {
  if (unknownFields === 'refuse') return true;
  return unknownFields === 'keepUserDefined' && (tag < 5000 || tag > 39_999);
}

function wordOf({ field }: OwnedField): string {
  return `${field.kind === 'group' ? 'group' : 'field'} "${field.name}" (${field.tag})`;
}

function subjectOf({ owner, field }: OwnedField, { subject }: RecordUse): string {
  return `${owner.name ?? subject}.${field.name}`;
}

/** The property of a field in the schema of its record. */
function fieldOrigin(api: Api, { owner, field }: OwnedField): Origin {
  const schema = schemaOf(api, owner.schema);
  const property =
    schema?.kind === 'keywords'
      ? schema.keywords.properties?.find(([name]) => name === field.name)?.[1]
      : undefined;
  return schemaOf(api, property)?.origin ?? schema?.origin ?? api.origin;
}

function originOf(api: Api, { schema }: FixRecord): Origin {
  return schemaOf(api, schema)?.origin ?? api.origin;
}

function schemaOf({ schemas }: Api, id: SchemaId | undefined): Schema | undefined {
  return id === undefined ? undefined : schemas.get(id);
}
