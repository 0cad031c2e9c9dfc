import type { Reporter } from '../../../core/diagnostic.js';
import { childOrigin } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { isReferenceOnly } from '../../reference-only.js';
import type { Keywords, KeywordSchema, Schema, SchemaId, SchemaTable } from '../../schema.js';

type KeywordsInProgress = { -readonly [Name in keyof Keywords]: Keywords[Name] };

/**
 * Reports schemas that contain themselves without a value in between, through `$ref` or `allOf` and the like:
 * no validator comes to an end on them (JSON Schema 2020-12 core section 9.4.1). The step that closes the ring is taken out, so that
 * the rest has a meaning.
 */
export function reportCycles(table: SchemaTable, reporter: Reporter): void {
  const done = new Set<SchemaId>();
  for (const schema of table.values()) {
    if (!mayGoOn(schema) || done.has(schema.id)) continue;
    const { $ref } = schema.keywords;
    // Most refer to a schema that goes no further.
    if ($ref !== undefined && isReferenceOnly(schema.keywords) && !mayGoOn(table.get($ref)))
      continue;
    walk(table, schema.id, done, reporter);
  }
}

interface Step {
  readonly id: SchemaId;
  readonly parts: readonly (readonly [keyword: string, id: SchemaId])[];
  next: number;
}

/** Depth first with its own stack: documents may be deeper than ours. */
function walk(table: SchemaTable, start: SchemaId, done: Set<SchemaId>, reporter: Reporter): void {
  const path: Step[] = [];
  const onPath = new Map<SchemaId, number>();
  const enter = (id: SchemaId): void => {
    onPath.set(id, path.length);
    const schema = table.get(id);
    const parts = mayGoOn(schema) ? inPlace(schema) : [];
    path.push({ id, parts, next: 0 });
  };
  enter(start);
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const part = step.parts[step.next++];
    if (part === undefined) {
      path.pop();
      onPath.delete(step.id);
      done.add(step.id);
    } else if (onPath.has(part[1])) {
      const cycle = path.slice(onPath.get(part[1]));
      report(table, cycle, reporter);
      cut(table, cycle);
    } else if (!done.has(part[1])) {
      enter(part[1]);
    }
  }
}

/** Takes the step out that asks for the schema itself: a branch, rather than the reference in it, which would accept everything. */
function cut(table: SchemaTable, cycle: readonly Step[]): void {
  const taken = (step: Step): Step['parts'][number] | undefined => step.parts[step.next - 1];
  const step = cycle.findLast((each) => taken(each)?.[0] !== '$ref') ?? cycle.at(-1);
  const [keyword, part] = (step && taken(step)) ?? [];
  const schema = step && table.get(step.id);
  if (schema?.kind !== 'keywords') return;
  const keywords: KeywordsInProgress = schema.keywords;
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    const rest = name === keyword ? keywords[name]?.filter((id) => id !== part) : undefined;
    if (rest?.length === 0) delete keywords[name];
    else if (rest !== undefined) keywords[name] = rest;
  }
  for (const name of ['$ref', 'not', 'if', 'then', 'else'] as const)
    if (name === keyword) delete keywords[name];
  if (keyword === 'dependentSchemas')
    keywords.dependentSchemas = keywords.dependentSchemas?.filter(([, id]) => id !== part) ?? [];
}

/** Whether a schema says something of the same value by another one. */
function mayGoOn(schema: Schema | undefined): schema is KeywordSchema {
  if (schema?.kind !== 'keywords') return false;
  const { keywords } = schema;
  return (
    keywords.allOf !== undefined ||
    keywords.anyOf !== undefined ||
    keywords.oneOf !== undefined ||
    keywords.$ref !== undefined ||
    keywords.not !== undefined ||
    keywords.if !== undefined ||
    keywords.dependentSchemas !== undefined
  );
}

function inPlace(schema: KeywordSchema): (readonly [string, SchemaId])[] {
  const { keywords } = schema;
  const parts: (readonly [string, SchemaId])[] = [];
  if (keywords.$ref !== undefined) parts.push(['$ref', keywords.$ref]);
  for (const name of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const id of keywords[name] ?? []) parts.push([name, id]);
  }
  for (const name of ['not', 'if', 'then', 'else'] as const) {
    const id = keywords[name];
    if (id !== undefined) parts.push([name, id]);
  }
  for (const [, id] of keywords.dependentSchemas ?? []) parts.push(['dependentSchemas', id]);
  return parts;
}

function report(table: SchemaTable, cycle: readonly Step[], reporter: Reporter): void {
  const schema = table.get(cycle[0]?.id as SchemaId);
  if (schema === undefined) return;
  const names = cycle.map((step) => step.id.slice(step.id.indexOf('#')));
  const [first] = names;
  const way = [...names, first].join(' -> ');
  const keyword = cycle[0]?.parts[cycle[0].next - 1]?.[0];
  const origin = keyword === undefined ? schema.origin : childOrigin(schema.origin, keyword);
  reporter.error('schema-cycle', origin, `"${first}" contains itself: ${way}`, {
    part: 'key',
    hint: 'a schema may refer to itself only below "properties", "items" and the like',
  });
  if (cycle.every((step) => step.parts.length === 1 && step.parts[0]?.[0] === '$ref')) {
    reportUse(table, new Set(cycle.map((step) => step.id)), way, schema.origin, reporter);
  }
}

/** References that lead to nothing but each other describe no value: whoever relies on them wants to know. */
function reportUse(
  table: SchemaTable,
  cycle: ReadonlySet<SchemaId>,
  way: string,
  cause: Origin,
  reporter: Reporter,
): void {
  for (const schema of table.values()) {
    if (schema.kind === 'boolean' || cycle.has(schema.id)) continue;
    const { $ref } = schema.keywords;
    if ($ref === undefined || !cycle.has($ref)) continue;
    reporter.error(
      'reference-cycle',
      childOrigin(schema.origin, '$ref'),
      `the reference leads to no schema: ${way}`,
      {
        related: [{ message: 'the references that lead in a circle begin here', origin: cause }],
      },
    );
    return;
  }
}
