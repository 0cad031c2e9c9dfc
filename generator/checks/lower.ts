import type { KeywordSchema, Keywords, Schema, SchemaId, SchemaTable } from '../model/schema.js';
import { tokensOf } from '../core/origin.js';
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
import type { BinaryForms } from '../model/analysis/binary-forms.js';
import type { ConvertedFormats } from '../model/analysis/converted-formats.js';
import { readWriteOnlyProperties } from '../model/analysis/read-write-only.js';
import {
  keywordGroupsOf,
  ofArrays,
  ofObjects,
  scalarKeywords,
  ofValues,
} from '../model/analysis/keyword-groups.js';
import type { EquivalentSchemas } from './analysis/equivalent-schemas.js';
import { ordinary } from './evaluation-context.js';
import { dispatchOf, isExclusive, type BranchFacts } from './dispatch.js';
import { evaluatedItems, evaluatedProperties } from './analysis/evaluated.js';
import type { CheckGraph, CheckNode } from './analysis/check-graph.js';
import { byteLengths, convertedPart, excludesStrings } from './lower-converted.js';
import { literalsOf, numberParts, stringParts } from './lower-scalars.js';
import { pointerBetween, type SchemaLocations } from './schema-locations.js';
import { allTypes, typeSet } from './type-set.js';

/** Context of lowering. */
export interface Lowering {
  readonly schemas: SchemaTable;
  readonly graph: CheckGraph;
  /** Cached facts about branches. */
  readonly facts: Map<CheckKey, BranchFacts>;
  readonly locationOf: SchemaLocations;
  readonly equivalents: EquivalentSchemas;
  /** Cached checks, by key or by number of the equivalence class. */
  readonly lowered: Map<CheckKey | number, Check>;
  /** Counts the schemas that are analysed for an unevaluated keyword. */
  readonly countAnalysed: (owner: Schema, count: number) => void;
  /** Schemas whose values are never shown. */
  readonly sensitive: ReadonlySet<CheckKey>;
  /** True for schemas with a planned function. */
  isNamed(key: CheckKey): boolean;
  /** Name of a schema for users: the name of its component. */
  nameOf(id: SchemaId): string | undefined;
  readonly assertsFormat: (format: string, schema: KeywordSchema) => boolean;
  readonly assertsContent: (schema: KeywordSchema) => boolean;
  /** True if 64-bit integers are `bigint`. */
  readonly bigints: boolean;
  /** Formats whose strings are converted. */
  readonly formats: ConvertedFormats;
  /** Program types of binary schemas. */
  readonly bytes: BinaryForms;
  /** Schemas that overlap with converted strings without declaring the format. */
  readonly overlapping: ReadonlySet<SchemaId>;
  /** Schemas that overlap with bytes without declaring them. */
  readonly overlappingBinary: ReadonlySet<SchemaId>;
}

/** Lowers the keywords of a node to a check, which equivalent schemas share. */
export function lower(node: CheckNode, lowering: Lowering): Check {
  const { equivalents, lowered } = lowering;
  const number = node.context === ordinary ? equivalents.numberOf(node.schema) : undefined;
  const key = number ?? node.key;
  let check = lowered.get(key);
  if (check === undefined) lowered.set(key, (check = lowerOne(node, lowering)));
  return check;
}

function lowerOne(node: CheckNode, lowering: Lowering): Check {
  const { schema } = node;
  if (schema.kind === 'boolean')
    return { secret: false, types: schema.value ? allTypes : 0, ...noPartsOfAnyKind };
  const { keywords } = schema;
  const groups = keywordGroupsOf(keywords);
  const converted = convertedPart(node, schema, lowering);
  const declaredTypes = keywords.type === undefined ? allTypes : typeSet(keywords.type);
  const types = converted === undefined ? declaredTypes : allTypes;
  const any = (groups & ofValues) === 0 ? noParts : anyParts(node, schema, lowering);
  const literals = literalsOf(keywords, types);
  const check: Check = {
    secret: lowering.sensitive.has(node.key),
    types,
    number: (groups & scalarKeywords) === 0 ? noParts : numberParts(schema, lowering),
    string:
      (groups & scalarKeywords) === 0 || excludesStrings(converted)
        ? noParts
        : stringParts(schema, lowering),
    array: (groups & ofArrays) === 0 ? noParts : arrayParts(node, schema, lowering),
    object: (groups & ofObjects) === 0 ? noParts : objectParts(node, schema, lowering),
    any: converted === undefined ? any : [converted, ...byteLengths(converted, keywords), ...any],
  };
  return literals === undefined ? check : { ...check, literals };
}

/** Shared empty array; avoids an allocation for each check. */
const noParts: readonly never[] = [];
const noPartsOfAnyKind = {
  number: noParts,
  string: noParts,
  array: noParts,
  object: noParts,
  any: noParts,
} as const;

/**
 * Check of a subschema. It is inlined if the subschema is used only once. `holder` is the schema
 * whose check contains it.
 */
export function targetOf(
  from: CheckNode,
  id: SchemaId,
  lowering: Lowering,
  owner: CheckNode = from,
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
  // A node for equivalent schemas is reported with the location of each of them.
  const { origin } = (node.isEquivalent ? lowering.schemas.get(id) : undefined) ?? node.schema;
  if (isShared || lowering.isNamed(key)) {
    const at = pointerBetween(origin, owner.schema.origin, lowering.locationOf);
    const target = { kind: 'function', key, id: node.schema.id } as const;
    return at === undefined ? target : { ...target, pointer: at };
  }
  const check = lower(node, lowering);
  if (isEmpty(check)) return anything;
  const at = pointerBetween(origin, owner.schema.origin, lowering.locationOf);
  if (at !== undefined) return { kind: 'inline', key, pointer: at, check };
  return { kind: 'inline', key, location: lowering.locationOf(origin), check };
}

const anything: Target = { kind: 'anything' };

/** Target of a schema that consists only of a reference. */
function aliasOf(node: CheckNode, lowering: Lowering): CheckNode | undefined {
  const { schema } = node;
  if (schema.kind === 'boolean') return undefined;
  const { $ref } = schema.keywords;
  if ($ref === undefined || lowering.isNamed(node.key)) return undefined;
  for (const name in schema.keywords)
    if (!transparentKeywords.has(name) && schema.keywords[name as keyof Keywords] !== undefined)
      return undefined;
  const next = lowering.graph.reach(node.context, $ref);
  if (lowering.sensitive.has(node.key) && !lowering.sensitive.has(next.key)) return undefined;
  return lowering.graph.isEndless(node.key, next.key) ? undefined : next;
}

/** Keywords beside a reference that are not constraints. */
const transparentKeywords = new Set(['$ref', '$dynamicAnchor']);

/** True if a check accepts every value. */
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

/** Keyword of the document that contains a subschema. */
function spellingOf(id: SchemaId, owner: KeywordSchema, { schemas }: Lowering): string {
  const part = schemas.get(id);
  if (part === undefined)
    throw new Error(`every schema that is referred to is in the table: ${id}`);
  for (let at = part.origin; 'parent' in at; at = at.parent)
    if (at.parent === owner.origin) return String(at.key);
  // An upgraded schema may have a different location.
  return String(tokensOf(part.origin)[tokensOf(owner.origin).length]);
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
  const constraining = patterns.filter((item) => item.target.kind !== 'anything');
  if (constraining.length > 0) parts.push({ keyword: 'patternProperties', patterns: constraining });
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
  const requiredNames = new Set(required);
  for (const { name, absentIn } of readWriteOnlyProperties(schema, lowering.schemas))
    if (absentIn === node.context.direction) requiredNames.delete(name);
  const members: MemberCheck[] = [];
  for (const [name, id] of properties) {
    const isRequired = requiredNames.delete(name);
    const target = targetOf(node, id, lowering);
    if (isRequired || target.kind !== 'anything')
      members.push({ name, required: isRequired, target });
  }
  // The remaining names are required but not declared.
  for (const name of requiredNames) members.push({ name, required: true, target: anything });
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
    const targetId = lowering.graph.resolve(keywords.$dynamicRef, node.context);
    parts.push({ keyword: '$dynamicRef', target: target(targetId) });
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

/** Name of a branch for users: the name of its schema, or its title. */
function branchName(target: Target, id: SchemaId, lowering: Lowering): string | undefined {
  const targetId = target.kind === 'function' ? target.id : id;
  const schema = lowering.schemas.get(targetId);
  const title = schema?.kind === 'keywords' ? schema.annotations.title : undefined;
  return lowering.nameOf(targetId) ?? lowering.nameOf(id) ?? title;
}
