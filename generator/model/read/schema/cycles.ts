import { defineRecoverableError } from '../../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../../core/diagnostic.js';
import { referenceCycle } from '../diagnostics/references.js';
import { childOrigin } from '../../../core/origin.js';
import type { Origin } from '../../../core/origin.js';
import { isReferenceOnly } from '../../analysis/reference-only.js';
import type { Keywords, KeywordSchema, Schema, SchemaId, SchemaTable } from '../../schema.js';

/** A schema that applies itself to the same instance. */
export const schemaCycle: DiagnosticType<{ default: { pointer: string; path: string } }> =
  defineRecoverableError('schema-cycle', {
    default: ({ pointer, path }) => `"${pointer}" contains itself: ${path}`,
  });

type KeywordsInProgress = { -readonly [Name in keyof Keywords]: Keywords[Name] };

/**
 * Reports schemas that apply themselves to the same instance, through `$ref`, `allOf` and similar keywords. A validator of such a schema
 * would not terminate (JSON Schema 2020-12 core section 9.4.1). The step that closes the cycle is removed, so that the other schemas remain
 * usable.
 */
export function reportCycles(table: SchemaTable, reporter: Reporter): void {
  const done = new Set<SchemaId>();
  for (const schema of table.values()) {
    if (!appliesInPlace(schema) || done.has(schema.id)) continue;
    const { $ref } = schema.keywords;
    // Most references lead to a schema without in-place subschemas.
    if ($ref !== undefined && isReferenceOnly(schema.keywords) && !appliesInPlace(table.get($ref)))
      continue;
    walk(table, schema.id, done, reporter);
  }
}

interface Step {
  readonly id: SchemaId;
  readonly parts: readonly (readonly [keyword: string, id: SchemaId])[];
  next: number;
}

/** Depth-first search with an explicit stack, because documents may be nested deeper than the call stack allows. */
function walk(table: SchemaTable, start: SchemaId, done: Set<SchemaId>, reporter: Reporter): void {
  const path: Step[] = [];
  const onPath = new Map<SchemaId, number>();
  const enter = (id: SchemaId): void => {
    onPath.set(id, path.length);
    const schema = table.get(id);
    const parts = appliesInPlace(schema) ? inPlaceSubschemas(schema) : [];
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

/**
 * Removes the step that applies the schema to itself. A branch is removed rather than the reference in it, because a branch without its
 * reference would accept every value.
 */
function cut(table: SchemaTable, cycle: readonly Step[]): void {
  const stepTaken = (step: Step): Step['parts'][number] | undefined => step.parts[step.next - 1];
  const step = cycle.findLast((each) => stepTaken(each)?.[0] !== '$ref') ?? cycle.at(-1);
  const [keyword, part] = (step && stepTaken(step)) ?? [];
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

/** True if a schema applies another schema to the same instance. */
function appliesInPlace(schema: Schema | undefined): schema is KeywordSchema {
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

function inPlaceSubschemas(schema: KeywordSchema): (readonly [string, SchemaId])[] {
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
  const path = [...names, first].join(' -> ');
  const keyword = cycle[0]?.parts[cycle[0].next - 1]?.[0];
  const origin = keyword === undefined ? schema.origin : childOrigin(schema.origin, keyword);
  reporter.report(schemaCycle.default({ pointer: first ?? '', path }), origin, {
    part: 'key',
    hint: 'a schema can refer to itself only below keywords such as "properties" and "items"',
  });
  if (cycle.every((step) => step.parts.length === 1 && step.parts[0]?.[0] === '$ref')) {
    reportUse(table, new Set(cycle.map((step) => step.id)), path, schema.origin, reporter);
  }
}

/** Reports a use of references that only refer to each other, and so describe no value. */
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
    reporter.report(referenceCycle.path({ path: way }), childOrigin(schema.origin, '$ref'), {
      related: [{ message: 'the cycle begins here', origin: cause }],
    });
    return;
  }
}
