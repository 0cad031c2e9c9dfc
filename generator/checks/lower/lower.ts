import type { KeywordSchema, Keywords, Schema, SchemaId, SchemaTable } from '../../model/schema.js';
import { tokensOf } from '../../core/origin.js';
import type { KeywordGroup, KeywordLowering } from '../../schema/keyword.js';
import { keywordList } from '../../schema/registry.js';
import {
  anything,
  type Branch,
  type Check,
  type CheckKey,
  type CheckPart,
  type NumberPart,
  type Target,
  type UnionPart,
} from '../check.js';
import type { BinaryForms } from '../../model/analysis/binary-forms.js';
import type { ConvertedFormats } from '../../model/analysis/converted-formats.js';
import { readWriteOnlyProperties } from '../../model/analysis/read-write-only.js';
import {
  keywordGroupsOf,
  ofArrays,
  ofObjects,
  scalarKeywords,
  ofValues,
} from '../../model/analysis/keyword-groups.js';
import type { EquivalentSchemas } from '../analysis/equivalent-schemas.js';
import { ordinary } from '../evaluation-context.js';
import { dispatchOf, isExclusive, type BranchFacts } from './dispatch.js';
import { evaluatedItems, evaluatedProperties } from '../analysis/evaluated.js';
import type { CheckGraph, CheckNode } from '../analysis/check-graph.js';
import { byteLengths, convertedPart, excludesStrings } from './lower-converted.js';
import { literalsOf } from './lower-literals.js';
import { pointerBetween, type SchemaLocations } from '../schema-locations.js';
import { allTypes, typeSet } from '../type-set.js';

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
  const parts = groups === 0 ? undefined : createKeywordLowering(node, schema, lowering);
  const any = lowerGroup('any', ofValues, groups, schema, parts);
  const literals = literalsOf(keywords, types);
  const check: Check = {
    secret: lowering.sensitive.has(node.key),
    types,
    number: bigintsFirst(lowerGroup('number', scalarKeywords, groups, schema, parts)),
    string: excludesStrings(converted)
      ? noParts
      : lowerGroup('string', scalarKeywords, groups, schema, parts),
    array: lowerGroup('array', ofArrays, groups, schema, parts),
    object: lowerGroup('object', ofObjects, groups, schema, parts),
    any: converted === undefined ? any : [converted, ...byteLengths(converted, keywords), ...any],
  };
  return literals === undefined ? check : { ...check, literals };
}

/** Parts of one group, in the order of the registry. */
function lowerGroup<Group extends 'number' | 'string' | 'array' | 'object' | 'any'>(
  group: Group,
  bit: number,
  groups: number,
  schema: KeywordSchema,
  lowering: KeywordLowering | undefined,
): Check[Group] {
  if ((groups & bit) === 0 || lowering === undefined) return noParts;
  let parts: CheckPart[] | undefined;
  for (const { keyword, names } of loweredKeywords[group]) {
    if (!names.some((name) => schema.keywords[name] !== undefined)) continue;
    const lowered = keyword.lower?.(schema, lowering, group) ?? noParts;
    if (lowered.length > 0) (parts ??= []).push(...lowered);
  }
  // The keywords of a group lower to its parts.
  return (parts ?? noParts) as Check[Group];
}

/** Keywords of each group that lower to parts, with the names of all keywords that the parts cover. */
const loweredKeywords = {
  number: keywordsOf('number', 'scalar'),
  string: keywordsOf('string', 'scalar'),
  array: keywordsOf('array'),
  object: keywordsOf('object'),
  any: keywordsOf('any'),
} as const;

function keywordsOf(...groups: readonly KeywordGroup[]) {
  return keywordList
    .filter(({ group, lower: lowers }) => groups.includes(group) && lowers !== undefined)
    .map((keyword) => ({
      keyword,
      names: keywordList.flatMap(({ name, loweredBy }) =>
        name === keyword.name || loweredBy === keyword.name ? [name] : [],
      ),
    }));
}

/** Places the test for a `bigint` before comparisons, so that those apply to an integer. */
function bigintsFirst(parts: Check['number']): Check['number'] {
  const isBigint = (part: NumberPart): boolean => 'isBigint' in part;
  if (!parts.some(isBigint)) return parts;
  return [...parts.filter(isBigint), ...parts.filter((part) => !isBigint(part))];
}

function createKeywordLowering(
  node: CheckNode,
  schema: KeywordSchema,
  lowering: Lowering,
): KeywordLowering {
  const target = (id: SchemaId): Target => targetOf(node, id, lowering);
  return {
    bigints: lowering.bigints,
    assertsFormat: lowering.assertsFormat,
    assertsContent: lowering.assertsContent,
    target,
    spellingOf: (id) => spellingOf(id, schema, lowering),
    resolve: (reference) => lowering.graph.resolve(reference, node.context),
    requiredNames: () => requiredNames(node, schema, lowering),
    union: (keyword) => unionParts(keyword, node, schema, lowering),
    evaluatedItems: () => evaluatedItems(node, lowering, targetOf),
    evaluatedProperties: () => evaluatedProperties(node, lowering, targetOf),
  };
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

/** Required properties, without those that only occur in the other direction. */
function requiredNames(
  node: CheckNode,
  schema: KeywordSchema,
  lowering: Lowering,
): ReadonlySet<string> {
  const names = new Set(schema.keywords.required);
  for (const { name, absentIn } of readWriteOnlyProperties(schema, lowering.schemas))
    if (absentIn === node.context.direction) names.delete(name);
  return names;
}

function unionParts(
  keyword: 'anyOf' | 'oneOf',
  node: CheckNode,
  schema: KeywordSchema,
  lowering: Lowering,
): readonly UnionPart[] {
  const ids = schema.keywords[keyword];
  if (ids === undefined) return noParts;
  const dispatch = dispatchOf(node, keyword, lowering);
  const branches = ids.map((id, index): Branch => {
    const branch = targetOf(node, id, lowering);
    const name = branchName(branch, id, lowering) ?? `${keyword}/${index}`;
    return { name, target: branch };
  });
  const exclusive = isExclusive(node, ids, lowering);
  return [{ keyword, branches, exclusive, ...(dispatch === undefined ? {} : { dispatch }) }];
}

/** Name of a branch for users: the name of its schema, or its title. */
function branchName(target: Target, id: SchemaId, lowering: Lowering): string | undefined {
  const targetId = target.kind === 'function' ? target.id : id;
  const schema = lowering.schemas.get(targetId);
  const title = schema?.kind === 'keywords' ? schema.annotations.title : undefined;
  return lowering.nameOf(targetId) ?? lowering.nameOf(id) ?? title;
}
