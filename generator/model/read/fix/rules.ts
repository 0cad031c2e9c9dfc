import type { Sentence } from '../../../core/diagnostic.js';
import type { Origin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import { fieldsOf } from '../../fix.js';
import type { FixField, FixPredicate, FixRecord, FixRule } from '../../fix.js';
import type { Json, KeywordSchema, Keywords, SchemaId } from '../../schema.js';
import { fixCondition, neverEqual } from './condition-values.js';
import { nodeOf } from './schemas.js';
import type { FixReading } from './schemas.js';

type Value = string | number | boolean;

/** Context of reading the conditions of a record. */
interface Conditions {
  readonly reading: FixReading;
  readonly fields: ReadonlyMap<string, FixField>;
}

/** Keywords that express conditions. The other keywords of an object schema describe fields. */
const CONDITIONS = ['anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentRequired'] as const;
/** Keywords that are allowed in a condition. */
const ALLOWED: ReadonlySet<string> = new Set([
  'type',
  'required',
  'properties',
  'allOf',
  ...CONDITIONS,
]);

/** Reads the conditions of a record: those of its own keywords, and those of `allOf` parts without fields. */
export function readRules(
  reading: FixReading,
  record: FixRecord,
  schema: KeywordSchema,
  conditions: readonly SchemaId[],
): readonly FixRule[] {
  const context = contextOf(reading, record);
  const own = pick(schema.keywords);
  return [
    ...rulesOf(context, own, schema.origin, undefined),
    ...conditions.flatMap((id) => rulesAt(context, id, undefined)),
  ];
}

/** Reads `x-fix-required-if` of a property. */
export function requiredIf(
  reading: FixReading,
  record: FixRecord,
  field: string,
  id: SchemaId,
): readonly FixRule[] {
  const stated = nodeOf(reading, id)?.extension('x-fix-required-if');
  if (stated === undefined) return [];
  const { value, origin } = stated;
  const other = memberOf(value, 'field');
  const values = memberOf(value, 'in');
  const known = Object.keys(typeof value === 'object' && value !== null ? value : {});
  if (
    typeof other !== 'string' ||
    !Array.isArray(values) ||
    !values.every(isValue) ||
    known.some((name) => name !== 'field' && name !== 'in')
  ) {
    reading.reporter.report(fixCondition.requiredIf({ name: field }), origin, {
      hint: "write { field: OrdType, in: ['2', '4'] }",
    });
    return [];
  }
  const context = contextOf(reading, record);
  if (!isField(context, other, { parent: origin, key: 'field' })) return [];
  if (!areValues(context, other, values, { parent: origin, key: 'in' })) return [];
  return [
    {
      when: {
        kind: 'all',
        of: [
          { kind: 'present', field: other },
          { kind: 'value', field: other, values },
        ],
      },
      demand: { kind: 'present', field },
      reason: 1,
      field,
    },
  ];
}

function contextOf(reading: FixReading, record: FixRecord): Conditions {
  return { reading, fields: new Map(fieldsOf(record).map((field) => [field.name, field])) };
}

function pick(keywords: Keywords): Keywords {
  return Object.fromEntries(
    CONDITIONS.flatMap((name) => (keywords[name] === undefined ? [] : [[name, keywords[name]]])),
  );
}

function rulesAt(
  context: Conditions,
  id: SchemaId,
  when: FixPredicate | undefined,
): readonly FixRule[] {
  const schema = conditionAt(context, id);
  return schema === undefined ? [] : rulesOf(context, schema.keywords, schema.origin, when);
}

/** Returns the rules that keywords express, each with the field that a violation is reported for. */
function rulesOf(
  context: Conditions,
  keywords: Keywords,
  origin: Origin,
  when: FixPredicate | undefined,
): readonly FixRule[] {
  const rules: FixRule[] = [];
  const add = (
    demand: FixPredicate,
    reason: 1 | 5,
    field: string,
    condition?: FixPredicate,
  ): void => {
    const all = [when, condition].filter((each) => each !== undefined);
    const [single, ...rest] = all;
    const combined =
      single === undefined || rest.length === 0 ? single : ({ kind: 'all', of: all } as const);
    rules.push({ ...(combined === undefined ? {} : { when: combined }), demand, reason, field });
  };
  for (const predicate of fieldPredicates(context, keywords, origin)) {
    add(predicate, predicate.kind === 'present' ? 1 : 5, firstField(predicate));
  }
  for (const [field, others] of keywords.dependentRequired ?? []) {
    const at = { parent: origin, key: 'dependentRequired' };
    if (!isField(context, field, at)) continue;
    for (const other of others) {
      if (isField(context, other, at))
        add({ kind: 'present', field: other }, 1, other, { kind: 'present', field });
    }
  }
  for (const id of keywords.allOf ?? []) rules.push(...rulesAt(context, id, when));
  const any = keywords.anyOf?.flatMap((id) => predicateAt(context, id) ?? []);
  if (any !== undefined && any.length > 0) {
    const of = { kind: 'any', of: any } as const;
    add(of, 1, firstField(of));
  }
  const one = keywords.oneOf?.flatMap((id) => predicateAt(context, id) ?? []);
  if (one !== undefined && one.length > 0) {
    const of = { kind: 'any', of: one } as const;
    add(of, 1, firstField(of));
    add({ kind: 'most-one', of: one }, 5, lastField({ kind: 'one', of: one }));
  }
  const not = keywords.not === undefined ? undefined : predicateAt(context, keywords.not);
  if (not !== undefined) add({ kind: 'not', of: not }, 5, lastField(not));
  const test = keywords.if === undefined ? undefined : predicateAt(context, keywords.if);
  if (test !== undefined) {
    if (keywords.then !== undefined)
      rules.push(...rulesAt(context, keywords.then, conjunction(when, test)));
    if (keywords.else !== undefined) {
      rules.push(...rulesAt(context, keywords.else, conjunction(when, { kind: 'not', of: test })));
    }
  }
  return rules;
}

function conjunction(left: FixPredicate | undefined, right: FixPredicate): FixPredicate {
  return left === undefined ? right : { kind: 'all', of: [left, right] };
}

/** Converts a condition schema to a predicate. */
function predicateAt(context: Conditions, id: SchemaId): FixPredicate | undefined {
  const schema = conditionAt(context, id);
  if (schema === undefined) return undefined;
  const { keywords, origin } = schema;
  const of: FixPredicate[] = [...fieldPredicates(context, keywords, origin)];
  for (const part of keywords.allOf ?? []) of.push(...listOf(predicateAt(context, part)));
  if (keywords.anyOf !== undefined) {
    of.push({
      kind: 'any',
      of: keywords.anyOf.flatMap((part) => listOf(predicateAt(context, part))),
    });
  }
  if (keywords.oneOf !== undefined) {
    of.push({
      kind: 'one',
      of: keywords.oneOf.flatMap((part) => listOf(predicateAt(context, part))),
    });
  }
  if (keywords.not !== undefined) {
    of.push(
      ...listOf(predicateAt(context, keywords.not)).map(
        (each) => ({ kind: 'not', of: each }) as const,
      ),
    );
  }
  for (const [field, others] of keywords.dependentRequired ?? []) {
    for (const other of others) {
      of.push({
        kind: 'any',
        of: [
          { kind: 'not', of: { kind: 'present', field } },
          { kind: 'present', field: other },
        ],
      });
    }
  }
  if (keywords.if !== undefined) {
    refuse(context, origin, fixCondition.nestedIf(), 'write several conditions in an "allOf"');
  }
  const [single, ...rest] = of;
  if (single === undefined) {
    refuse(
      context,
      origin,
      fixCondition.empty(),
      'it has "required", or "properties" with "const" or "enum"',
    );
    return undefined;
  }
  return rest.length === 0 ? single : { kind: 'all', of };
}

function listOf<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

/** Returns predicates for `required`, and for `properties` with values. */
function fieldPredicates(
  context: Conditions,
  keywords: Keywords,
  origin: Origin,
): readonly FixPredicate[] {
  const required = (keywords.required ?? []).flatMap((field): FixPredicate[] =>
    isField(context, field, { parent: origin, key: 'required' })
      ? [{ kind: 'present', field }]
      : [],
  );
  const valued = (keywords.properties ?? []).flatMap(([field, id]): FixPredicate[] => {
    const schema = context.reading.table.get(id);
    const at = schema?.origin ?? origin;
    if (!isField(context, field, at)) return [];
    if (schema?.kind === 'boolean') {
      return schema.value ? [] : [{ kind: 'not', of: { kind: 'present', field } }];
    }
    const stated = schema?.keywords;
    const values: readonly Json[] =
      stated?.enum ?? (stated?.const === undefined ? [] : [stated.const.value]);
    if (values.length > 0 && values.every(isValue)) {
      return areValues(context, field, values, at) ? [{ kind: 'value', field, values }] : [];
    }
    refuse(context, at, fixCondition.noValues({ name: field }), 'it has "const" or "enum"');
    return [];
  });
  return [...required, ...valued];
}

function conditionAt({ reading }: Conditions, id: SchemaId): KeywordSchema | undefined {
  const schema = nodeOf(reading, id)?.target;
  if (schema === undefined) return undefined;
  for (const name of Object.keys(schema.keywords)) {
    if (ALLOWED.has(name)) continue;
    reading.reporter.report(
      fixCondition.keyword({ name }),
      { parent: schema.origin, key: name },
      {
        part: 'key',
        hint: 'a condition consists of "required", "properties" with "const" or "enum", and combinations of these',
      },
    );
  }
  return schema;
}

function isField({ reading, fields }: Conditions, field: string, origin: Origin): boolean {
  if (fields.has(field)) return true;
  reading.reporter.report(
    fixCondition.field({ name: field }),
    origin,
    didYouMean(field, fields.keys()),
  );
  return false;
}

function areValues(
  context: Conditions,
  name: string,
  values: readonly Value[],
  origin: Origin,
): boolean {
  const field = context.fields.get(name);
  const problem = field === undefined ? undefined : neverEqual(field, values);
  if (problem !== undefined) refuse(context, origin, problem.sentence, problem.hint);
  return problem === undefined;
}

function refuse({ reading }: Conditions, origin: Origin, sentence: Sentence, hint: string): void {
  reading.reporter.report(sentence, origin, { hint });
}

function isValue(value: Json): value is Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function memberOf(value: Json, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return (value as { readonly [name: string]: Json })[name];
}

function namesIn(predicate: FixPredicate): readonly string[] {
  switch (predicate.kind) {
    case 'present':
    case 'value':
      return [predicate.field];
    case 'not':
      return namesIn(predicate.of);
    default:
      return predicate.of.flatMap(namesIn);
  }
}

function firstField(predicate: FixPredicate): string {
  return namesIn(predicate)[0] ?? '';
}

function lastField(predicate: FixPredicate): string {
  return namesIn(predicate).at(-1) ?? '';
}
