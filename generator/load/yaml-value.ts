import { isAlias, isMap, isScalar } from 'yaml';
import type { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { defineError, defineRecoverableError, defineWarning } from '../core/diagnostic.js';
import type { DiagnosticType, Reporter, Sentence } from '../core/diagnostic.js';
import { tooDeep } from '../core/diagnostics/references.js';
import type { Origin, Position } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { MAX_NESTING_DEPTH } from './source.js';
import type { LineIndex } from './line-index.js';
import { duplicateKey, notJson, unknownTag } from './text-diagnostics.js';
import { MAX_NODES, setMember, mergeMembers } from './yaml-events.js';

/** The merge key `<<`, which is not part of YAML 1.2. */
export const mergeKey: DiagnosticType<{ default: void }> = defineWarning('merge-key', {
  default: () =>
    'the merge key "<<" is not part of YAML 1.2; its members are added, here and at every other "<<"',
});

/** A merge key with a value that cannot be merged. */
export const invalidMerge: DiagnosticType<{ default: void }> = defineError('invalid-merge', {
  default: () => 'the value of "<<" must be a mapping or a list of mappings',
});

/** Aliases or merge keys that expand to too many values. */
export const aliasExpansion: DiagnosticType<{
  default: { count: number };
  merge: { count: number };
}> = defineError('alias-expansion', {
  default: ({ count }) => `the aliases from here on expand to ${count.toExponential(1)} values`,
  merge: ({ count }) => `the merge keys up to here add ${count.toExponential(1)} values`,
});

/** An alias without a value. */
export const invalidAlias: DiagnosticType<{
  unknown: { name: string };
  recursive: { name: string };
}> = defineError('invalid-alias', {
  unknown: ({ name }) => `the alias "*${name}" refers to no earlier anchor`,
  recursive: ({ name }) => `the alias "*${name}" contains itself`,
});

/** A key that is not a scalar. */
export const invalidKey: DiagnosticType<{ default: { kind: string } }> = defineRecoverableError(
  'invalid-key',
  { default: ({ kind }) => `a key must be a name, but this one is ${kind}` },
);

/** Converts a YAML document to a plain value. Returns `undefined` if errors were reported. */
export function convertYaml(
  document: Document.Parsed,
  lines: LineIndex,
  origin: Origin,
  reporter: Reporter,
): Json | undefined {
  const conversion: Conversion = {
    lines,
    origin,
    reporter,
    merge: undefined,
    merged: 0,
    failed: false,
    names: new Map(),
    anchors: new Map(),
    open: new Set(),
  };
  const { value, size } = convert(conversion, document.contents, MAX_NESTING_DEPTH);
  if (size > MAX_NODES && !conversion.failed) {
    const node = largest(document.contents, conversion);
    report(conversion, aliasExpansion.default({ count: size }), node);
  }
  if (conversion.failed) return undefined;
  if (conversion.merge?.range != null)
    warnAboutMerge(lines.position(conversion.merge.range[0]), origin, reporter);
  return value;
}

/** Warns about merge keys, once for each document. */
export function warnAboutMerge(position: Position, origin: Origin, reporter: Reporter): void {
  reporter.report(mergeKey.default(), origin, {
    position,
    hint: 'write the members out, or use a "$ref"',
  });
}

interface Converted {
  readonly value: Json;
  /** Number of nodes after alias expansion. */
  readonly size: number;
  /** Depth after alias expansion. */
  readonly height: number;
}

interface Conversion {
  readonly lines: LineIndex;
  readonly origin: Origin;
  readonly reporter: Reporter;
  /** The latest node of each anchor, as YAML specifies. */
  readonly names: Map<string, Node>;
  /** Converted values of anchored nodes. Aliases share the value instead of copying it. */
  readonly anchors: Map<Node, Converted>;
  /** Anchored nodes that are being converted. Used to detect a node that contains itself. */
  readonly open: Set<Node>;
  /** The first merge key. */
  merge: Node | undefined;
  /** Total number of nodes in all merges so far, including those whose members were all present already. */
  merged: number;
  failed: boolean;
}

function convert(conversion: Conversion, node: Node | null | undefined, depth: number): Converted {
  if (node === null || node === undefined) return emptyNode;
  if (isAlias(node)) return convertAlias(conversion, node, depth);
  const { anchor } = node as YAMLMap | Scalar;
  if (anchor !== undefined) conversion.names.set(anchor, node);
  if (isScalar(node)) return { ...emptyNode, value: convertScalar(conversion, node) };
  if (depth === 0) {
    report(conversion, tooDeep.document(), node);
    return emptyNode;
  }
  if (anchor !== undefined) conversion.open.add(node);
  const converted = isMap(node)
    ? convertMap(conversion, node as YAMLMap<Node, Node | null>, depth)
    : convertSequence(conversion, node as YAMLSeq<Node | null>, depth);
  if (anchor !== undefined) {
    conversion.open.delete(node);
    conversion.anchors.set(node, converted);
  }
  return converted;
}

/** Stands in for a missing or invalid value. */
const emptyNode: Converted = { value: null, size: 1, height: 0 };

function convertAlias(conversion: Conversion, alias: Alias, depth: number): Converted {
  const target = conversion.names.get(alias.source);
  if (target === undefined || conversion.open.has(target)) {
    const sentence = target === undefined ? invalidAlias.unknown : invalidAlias.recursive;
    report(conversion, sentence({ name: alias.source }), alias);
    return emptyNode;
  }
  const converted =
    conversion.anchors.get(target) ?? convert(conversion, target, MAX_NESTING_DEPTH);
  if (converted.height <= depth) return converted;
  report(conversion, tooDeep.alias(), alias);
  return emptyNode;
}

function convertMap(
  conversion: Conversion,
  map: YAMLMap<Node, Node | null>,
  depth: number,
): Converted {
  const value: { [name: string]: Json } = {};
  let size = 1;
  let height = 1;
  const keys = new Map<string, Node>();
  for (const pair of map.items) {
    if (isMerge(pair.key)) {
      const merged = merge(conversion, pair, value, depth - 1);
      size += merged.size;
      height = Math.max(height, merged.height + 1);
      continue;
    }
    const name = convertKey(conversion, pair.key, map);
    if (name === undefined) continue;
    const first = keys.get(name);
    if (first !== undefined) {
      const position = conversion.lines.position(first.range?.[0] ?? 0);
      report(
        conversion,
        duplicateKey.mapping({ key: name }),
        pair.key,
        `the first is at line ${position.line}, column ${position.column}`,
      );
      continue;
    }
    keys.set(name, pair.key);
    const member = convert(conversion, pair.value, depth - 1);
    size += member.size;
    height = Math.max(height, member.height + 1);
    setMember(value, name, member.value);
  }
  return { value, size, height };
}

/** True if a key is a merge key. */
export function isMerge(key: Node | null): key is Scalar {
  return (
    isScalar(key) &&
    key.value === '<<' &&
    key.type === 'PLAIN' &&
    (key.tag === undefined || key.tag === MERGE_TAG)
  );
}

/** Explicit tag of merge keys, which Go writes. */
export const MERGE_TAG = 'tag:yaml.org,2002:merge';

/** Merges members into a mapping. Returns the converted value that they come from. */
function merge(
  conversion: Conversion,
  pair: Pair<Node, Node | null>,
  target: { [name: string]: Json },
  depth: number,
): Converted {
  conversion.merge ??= pair.key;
  const isFailed = conversion.failed;
  const converted = convert(conversion, pair.value, depth);
  const { value, size } = converted;
  conversion.merged += size;
  if (conversion.merged > MAX_NODES) {
    if (conversion.merged - size <= MAX_NODES)
      report(conversion, aliasExpansion.merge({ count: conversion.merged }), pair.key);
  } else if (!mergeMembers(target, value) && conversion.failed === isFailed)
    report(conversion, invalidMerge.default(), pair.value ?? pair.key);
  return converted;
}

function convertSequence(
  conversion: Conversion,
  sequence: YAMLSeq<Node | null>,
  depth: number,
): Converted {
  let size = 1;
  let height = 1;
  const value = sequence.items.map((item) => {
    const converted = convert(conversion, item, depth - 1);
    size += converted.size;
    height = Math.max(height, converted.height + 1);
    return converted.value;
  });
  return { value, size, height };
}

/** Keys are strings, as in JSON: `200:` is "200". */
function convertKey(conversion: Conversion, key: Node, map: Node): string | undefined {
  if (isScalar(key) && key.value !== null) {
    if (key.tag === MERGE_TAG) convertScalar(conversion, key);
    return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
  }
  const kind = isScalar(key) || key == null ? 'empty' : isAlias(key) ? 'an alias' : 'a collection';
  report(conversion, invalidKey.default({ kind }), key ?? map);
  return undefined;
}

function convertScalar(conversion: Conversion, scalar: Scalar): Json {
  const { value } = scalar;
  if (scalar.tag === MERGE_TAG) report(conversion, unknownTag.merge(), scalar);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  report(
    conversion,
    notJson.default({ text: scalar.source ?? String(value) }),
    scalar,
    'quote it if it is text',
  );
  return null;
}

/** The member of the document with the largest number of nodes. */
function largest(contents: Node | null, conversion: Conversion): Node | null {
  if (!isMap(contents)) return contents;
  let maxSize = 0;
  let node: Node | null = contents;
  for (const pair of (contents as YAMLMap<Node, Node | null>).items) {
    const { size } = convert(conversion, pair.value, MAX_NESTING_DEPTH);
    if (size <= maxSize) continue;
    maxSize = size;
    node = pair.key;
  }
  return node;
}

function report(
  conversion: Conversion,
  sentence: Sentence,
  node: Node | null,
  hint?: string,
): void {
  if (!sentence.type.isRecoverable) conversion.failed = true;
  const position = conversion.lines.position(node?.range?.[0] ?? 0);
  conversion.reporter.report(sentence, conversion.origin, {
    position,
    ...(hint === undefined ? {} : { hint }),
  });
}
