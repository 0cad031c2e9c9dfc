import type { KeywordSchema, Keywords, Schema, SchemaId, SchemaTable } from '../../model/schema.js';
import { tokensOf } from '../../core/origin.js';
import type {
  AnyPart,
  ArrayPart,
  Branch,
  Check,
  CheckKey,
  MemberCheck,
  ObjectPart,
  Target,
} from './check.js';
import type { ByteForms } from '../../model/byte-forms.js';
import type { ConvertedFormats } from '../../model/converted.js';
import { oneWayMembers } from '../../model/one-way.js';
import { concernsOf, ofArrays, ofObjects, ofScalars, ofValues } from '../../model/concerns.js';
import type { Alike } from './alike.js';
import { ordinary } from './context.js';
import { dispatchOf, isExclusive, type BranchFacts } from './dispatch.js';
import { evaluatedItems, evaluatedProperties } from './evaluated.js';
import type { CheckGraph, CheckNode } from './graph.js';
import { byteLengths, convertedPart, hasNoText } from './lower-converted.js';
import { literalsOf, numberParts, stringParts } from './lower-scalars.js';
import { wayTo, type Places } from './places.js';
import { allTypes, typeSet } from './type-set.js';

/** What lowering asks of its surroundings. */
export interface Lowering {
  readonly schemas: SchemaTable;
  readonly graph: CheckGraph;
  /** What is known about branches, remembered. */
  readonly facts: Map<CheckKey, BranchFacts>;
  readonly placeOf: Places;
  readonly alike: Alike;
  /** Checks by key, and those of schemas that are alike by number: a schema may be asked for by several keywords. */
  readonly lowered: Map<CheckKey | number, Check>;
  /** Counts what schemas with an unevaluated keyword ask of others. */
  readonly inquire: (holder: Schema, asked: number) => void;
  /** Schemas whose values are never shown. */
  readonly secrets: ReadonlySet<CheckKey>;
  /** Schemas that have functions whose names were planned. */
  isNamed(key: CheckKey): boolean;
  /** The name by which a person knows a schema: its component's. */
  nameOf(id: SchemaId): string | undefined;
  readonly assertsFormat: (format: string, schema: KeywordSchema) => boolean;
  readonly assertsContent: (schema: KeywordSchema) => boolean;
  /** Integers of 64 bits are `bigint`. */
  readonly bigints: boolean;
  /** Formats whose texts are something else in a program. */
  readonly formats: ConvertedFormats;
  /** What schemas of bytes are in a program. */
  readonly bytes: ByteForms;
  /** Schemas that call such a text a text. */
  readonly companions: ReadonlySet<SchemaId>;
  /** Schemas that call bytes a text. */
  readonly byteCompanions: ReadonlySet<SchemaId>;
}

/** Lowers the keywords of one node to its check, which is one for all schemas that are alike. */
export function lower(node: CheckNode, lowering: Lowering): Check {
  const { alike, lowered } = lowering;
  const number = node.context === ordinary ? alike.numberOf(node.schema) : undefined;
  const key = number ?? node.key;
  let check = lowered.get(key);
  if (check === undefined) lowered.set(key, (check = lowerOne(node, lowering)));
  return check;
}

function lowerOne(node: CheckNode, lowering: Lowering): Check {
  const { schema } = node;
  if (schema.kind === 'boolean')
    return { secret: false, types: schema.value ? allTypes : 0, ...nothingAtAll };
  const { keywords } = schema;
  const concerns = concernsOf(keywords);
  const converted = convertedPart(node, schema, lowering);
  const said = keywords.type === undefined ? allTypes : typeSet(keywords.type);
  const types = converted === undefined ? said : allTypes;
  const any = (concerns & ofValues) === 0 ? nothing : anyParts(node, schema, lowering);
  const literals = literalsOf(keywords, types);
  const check: Check = {
    secret: lowering.secrets.has(node.key),
    types,
    number: (concerns & ofScalars) === 0 ? nothing : numberParts(schema, lowering),
    string:
      (concerns & ofScalars) === 0 || hasNoText(converted)
        ? nothing
        : stringParts(schema, lowering),
    array: (concerns & ofArrays) === 0 ? nothing : arrayParts(node, schema, lowering),
    object: (concerns & ofObjects) === 0 ? nothing : objectParts(node, schema, lowering),
    any: converted === undefined ? any : [converted, ...byteLengths(converted, keywords), ...any],
  };
  return literals === undefined ? check : { ...check, literals };
}

/** Shared by all that have no such part: most checks have none of most kinds. */
const nothing: readonly never[] = [];
const nothingAtAll = {
  number: nothing,
  string: nothing,
  array: nothing,
  object: nothing,
  any: nothing,
} as const;

/** The check of a subschema, inlined where it is used only here; `holder` is the schema whose check holds it. */
export function targetOf(
  from: CheckNode,
  id: SchemaId,
  lowering: Lowering,
  holder: CheckNode = from,
): Target {
  const { graph } = lowering;
  let node = graph.reach(from.context, id);
  if (graph.isEndless(from.key, node.key)) return anything;
  let { isShared } = node;
  for (let next = aliasOf(node, lowering); next !== undefined; next = aliasOf(node, lowering)) {
    node = next;
    isShared ||= node.isShared;
  }
  if (node.schema.kind === 'boolean') return node.schema.value ? anything : { kind: 'nothing' };
  const { key } = node;
  // What stands for several schemas is written where each of them is.
  const { origin } = (node.isAlike ? lowering.schemas.get(id) : undefined) ?? node.schema;
  if (isShared || lowering.isNamed(key)) {
    const at = wayTo(origin, holder.schema.origin, lowering.placeOf);
    const target = { kind: 'function', key, id: node.schema.id } as const;
    return at === undefined ? target : { ...target, at };
  }
  const check = lower(node, lowering);
  if (isEmpty(check)) return anything;
  const at = wayTo(origin, holder.schema.origin, lowering.placeOf);
  if (at !== undefined) return { kind: 'inline', key, at, check };
  return { kind: 'inline', key, place: lowering.placeOf(origin), check };
}

const anything: Target = { kind: 'anything' };

/** What a schema stands for that is nothing but a reference. */
function aliasOf(node: CheckNode, lowering: Lowering): CheckNode | undefined {
  const { schema } = node;
  if (schema.kind === 'boolean') return undefined;
  const { $ref } = schema.keywords;
  if ($ref === undefined || lowering.isNamed(node.key)) return undefined;
  for (const name in schema.keywords)
    if (!names.has(name) && schema.keywords[name as keyof Keywords] !== undefined) return undefined;
  const next = lowering.graph.reach(node.context, $ref);
  if (lowering.secrets.has(node.key) && !lowering.secrets.has(next.key)) return undefined;
  return lowering.graph.isEndless(node.key, next.key) ? undefined : next;
}

/** Keywords beside a reference that demand nothing. */
const names = new Set(['$ref', '$dynamicAnchor']);

/** Whether a check accepts everything. */
export function isEmpty(check: Check): boolean {
  const { number, string, array, object, any } = check;
  const parts = number.length + string.length + array.length + object.length + any.length;
  return check.types === allTypes && check.literals === undefined && parts === 0;
}

function arrayParts(
  node: CheckNode,
  schema: KeywordSchema,
  lowering: Lowering,
): readonly ArrayPart[] {
  const { keywords } = schema;
  const parts: ArrayPart[] = [];
  const target = (id: SchemaId): Target => targetOf(node, id, lowering);
  if (keywords.minItems !== undefined && keywords.minItems > 0) {
    parts.push({ keyword: 'minItems', limit: keywords.minItems });
  }
  if (keywords.maxItems !== undefined)
    parts.push({ keyword: 'maxItems', limit: keywords.maxItems });
  const { prefixItems = [] } = keywords;
  const [first] = prefixItems;
  if (first !== undefined) {
    const spelling = spellingOf(first, schema, lowering);
    parts.push({ keyword: 'prefixItems', spelling, targets: prefixItems.map(target) });
  }
  if (keywords.items !== undefined) {
    const spelling = spellingOf(keywords.items, schema, lowering);
    const from = prefixItems.length;
    parts.push({ keyword: 'items', spelling, from, target: target(keywords.items) });
  }
  if (keywords.contains !== undefined) {
    parts.push({
      keyword: 'contains',
      target: target(keywords.contains),
      minimum: keywords.minContains ?? 1,
      maximum: keywords.maxContains,
    });
  }
  if (keywords.uniqueItems === true) parts.push({ keyword: 'uniqueItems' });
  if (keywords.unevaluatedItems !== undefined) {
    const evaluated = evaluatedItems(node, lowering);
    if (!evaluated.always.all) {
      parts.push({
        keyword: 'unevaluatedItems',
        evaluated,
        target: target(keywords.unevaluatedItems),
      });
    }
  }
  return parts.filter(
    (part) => !('target' in part && part.target.kind === 'anything' && part.keyword !== 'contains'),
  );
}

/** The keyword of the document under which a subschema is written. */
function spellingOf(id: SchemaId, holder: KeywordSchema, { schemas }: Lowering): string {
  const part = schemas.get(id);
  if (part === undefined)
    throw new Error(`every schema that is referred to is in the table: ${id}`);
  for (let at = part.origin; 'parent' in at; at = at.parent)
    if (at.parent === holder.origin) return String(at.key);
  // What was upgraded may have a place of its own.
  return String(tokensOf(part.origin)[tokensOf(holder.origin).length]);
}

function objectParts(
  node: CheckNode,
  schema: KeywordSchema,
  lowering: Lowering,
): readonly ObjectPart[] {
  const { keywords } = schema;
  const parts: ObjectPart[] = [];
  const target = (id: SchemaId): Target => targetOf(node, id, lowering);
  if (keywords.minProperties !== undefined && keywords.minProperties > 0) {
    parts.push({ keyword: 'minProperties', limit: keywords.minProperties });
  }
  if (keywords.maxProperties !== undefined)
    parts.push({ keyword: 'maxProperties', limit: keywords.maxProperties });
  const members = membersOf(node, schema, lowering);
  if (members.length > 0) parts.push({ keyword: 'properties', members });
  const patterns = (keywords.patternProperties ?? []).map(([pattern, id]) => ({
    pattern,
    target: target(id),
  }));
  const demanding = patterns.filter((item) => item.target.kind !== 'anything');
  if (demanding.length > 0) parts.push({ keyword: 'patternProperties', patterns: demanding });
  if (keywords.additionalProperties !== undefined) {
    parts.push({
      keyword: 'additionalProperties',
      names: (keywords.properties ?? []).map(([name]) => name),
      patterns: patterns.map(({ pattern }) => pattern),
      target: target(keywords.additionalProperties),
    });
  }
  if (keywords.propertyNames !== undefined) {
    parts.push({ keyword: 'propertyNames', target: target(keywords.propertyNames) });
  }
  for (const [name, required, spelling = 'dependentRequired'] of keywords.dependentRequired ?? []) {
    if (required.length > 0) parts.push({ keyword: 'dependentRequired', spelling, name, required });
  }
  for (const [name, id] of keywords.dependentSchemas ?? []) {
    const spelling = spellingOf(id, schema, lowering);
    parts.push({ keyword: 'dependentSchemas', spelling, name, target: target(id) });
  }
  if (keywords.unevaluatedProperties !== undefined) {
    const evaluated = evaluatedProperties(node, lowering);
    if (!evaluated.always.all) {
      parts.push({
        keyword: 'unevaluatedProperties',
        evaluated,
        target: target(keywords.unevaluatedProperties),
      });
    }
  }
  return parts.filter((part) => !('target' in part && part.target.kind === 'anything'));
}

function membersOf(
  node: CheckNode,
  schema: KeywordSchema,
  lowering: Lowering,
): readonly MemberCheck[] {
  const { properties = [], required = [] } = schema.keywords;
  const wanted = new Set(required);
  for (const { name, absentIn } of oneWayMembers(schema, lowering.schemas))
    if (absentIn === node.context.direction) wanted.delete(name);
  const members: MemberCheck[] = [];
  for (const [name, id] of properties) {
    const isRequired = wanted.delete(name);
    const target = targetOf(node, id, lowering);
    if (isRequired || target.kind !== 'anything')
      members.push({ name, required: isRequired, target });
  }
  // What is left is required and not described.
  for (const name of wanted) members.push({ name, required: true, target: anything });
  return members;
}

function anyParts(node: CheckNode, schema: KeywordSchema, lowering: Lowering): readonly AnyPart[] {
  const { keywords } = schema;
  const parts: AnyPart[] = [];
  const target = (id: SchemaId): Target => targetOf(node, id, lowering);
  if (keywords.allOf !== undefined) {
    const targets = keywords.allOf.map(target).filter(({ kind }) => kind !== 'anything');
    if (targets.length > 0) parts.push({ keyword: 'allOf', targets });
  }
  if (keywords.$ref !== undefined) parts.push({ keyword: '$ref', target: target(keywords.$ref) });
  if (keywords.$dynamicRef !== undefined) {
    const meant = lowering.graph.resolve(keywords.$dynamicRef, node.context);
    parts.push({ keyword: '$dynamicRef', target: target(meant) });
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const ids = keywords[keyword];
    if (ids === undefined) continue;
    const dispatch = dispatchOf(node, keyword, lowering);
    const branches = ids.map((id, index): Branch => {
      const branch = target(id);
      const name = branchName(branch, id, lowering) ?? `${keyword}/${index}`;
      return { name, target: branch };
    });
    const exclusive = isExclusive(node, ids, lowering);
    parts.push({ keyword, branches, exclusive, ...(dispatch === undefined ? {} : { dispatch }) });
  }
  if (keywords.not !== undefined) parts.push({ keyword: 'not', target: target(keywords.not) });
  if (keywords.if !== undefined && (keywords.then ?? keywords.else) !== undefined) {
    parts.push({
      keyword: 'if',
      condition: target(keywords.if),
      then: keywords.then === undefined ? anything : target(keywords.then),
      otherwise: keywords.else === undefined ? anything : target(keywords.else),
    });
  }
  return parts.filter(
    (part) => !('target' in part && part.keyword !== 'not' && part.target.kind === 'anything'),
  );
}

/** What a person calls a branch: the name of its schema, or its title. */
function branchName(target: Target, id: SchemaId, lowering: Lowering): string | undefined {
  const meant = target.kind === 'function' ? target.id : id;
  const schema = lowering.schemas.get(meant);
  const title = schema?.kind === 'keywords' ? schema.annotations.title : undefined;
  return lowering.nameOf(meant) ?? lowering.nameOf(id) ?? title;
}
