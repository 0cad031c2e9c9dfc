import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import {
  createReporter,
  defineError,
  type DiagnosticType,
  type Reporter,
  type Sentence,
} from '../core/diagnostic.js';
import { tooDeep } from '../core/diagnostics/references.js';
import type { Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { Content } from './source.js';
import type { LineIndex } from './line-index.js';
import { eventsOf, readPlainYaml, type YamlContent } from './yaml-events.js';
import { syntax, unknownTag } from './text-diagnostics.js';
import { createYamlIndex, type YamlIndex } from './yaml-index.js';
import { convertYaml, isMerge, MERGE_TAG, warnAboutMerge } from './yaml-value.js';

/** A file with several YAML documents. */
export const severalDocuments: DiagnosticType<{ default: void }> = defineError(
  'several-documents',
  { default: () => 'the file has several YAML documents, and only one is allowed' },
);

/**
 * Reads YAML 1.2 with the core schema. Rejects everything that another parser may interpret differently: warnings, unknown tags, several
 * documents, and keys that are not scalars. Merge keys are supported, with a warning. Regular documents are read by the fast parser; all
 * others by the one that provides positions and error messages.
 */
export function readYaml(
  text: string,
  lines: LineIndex,
  origin: Origin,
  reporter: Reporter,
): Content | undefined {
  const plain = readPlainYaml(text);
  if (plain === undefined) {
    const document = parse(text, lines, origin, reporter);
    if (document === undefined) return undefined;
    const value = convertYaml(document, lines, origin, reporter);
    return value === undefined ? undefined : createContent(document, value, lines);
  }
  if (plain.merge !== undefined) warnAboutMerge(lines.position(plain.merge), origin, reporter);
  return createPlainContent(text, plain, lines, origin);
}

function createPlainContent(
  text: string,
  plain: YamlContent,
  lines: LineIndex,
  origin: Origin,
): Content {
  const { value, irregularNumbers } = plain;
  let cachedIndex: YamlIndex | undefined;
  const index = (): YamlIndex => (cachedIndex ??= createYamlIndex(text, eventsOf(text) ?? []));
  let cachedContent: Content | undefined;
  /** The content as the slower parser reads it. Used for positions behind an alias or of an empty node. */
  const preciseContent = (): Content | undefined => {
    if (cachedContent !== undefined) return cachedContent;
    const document = parse(text, lines, origin, createReporter());
    cachedContent = document === undefined ? undefined : createContent(document, value, lines);
    return cachedContent;
  };
  return {
    value,
    isTree: false,
    lines,
    locate(tokens, part) {
      const offsets = index().find(tokens);
      if (offsets === undefined) return undefined;
      const offset =
        offsets === 'unknown'
          ? undefined
          : part === 'key'
            ? (offsets.key ?? offsets.value)
            : offsets.value;
      return offset === undefined ? preciseContent()?.locate(tokens, part) : lines.position(offset);
    },
    numberText(tokens) {
      const number = valueAt(value, tokens);
      if (typeof number !== 'number') return undefined;
      return irregularNumbers.has(number) ? preciseContent()?.numberText(tokens) : String(number);
    },
    textBeside: () => plain.notations,
    withValue: (equal) => createPlainContent(text, { ...plain, value: equal }, lines, origin),
  };
}

function valueAt(root: Json, tokens: readonly string[]): Json | undefined {
  let node: Json | undefined = root;
  for (const token of tokens) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, token)) return undefined;
    node = (node as { readonly [name: string]: Json })[token];
  }
  return node;
}

/** Parses a document with positions. Returns `undefined` if errors were reported. */
function parse(
  text: string,
  lines: LineIndex,
  origin: Origin,
  reporter: Reporter,
): Document.Parsed | undefined {
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      // Merge keys are also resolved during conversion. The tag is the one that Go writes.
      merge: false,
      customTags: [{ tag: MERGE_TAG, resolve: (text: string): string => text }],
      // Detected during conversion, which also treats `200` and `"200"` as the same name.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    reporter.report(tooDeep.document(), origin, { position: { line: 1, column: 1 } });
    return undefined;
  }
  const problems = [...document.errors, ...document.warnings];
  let isBroken = false;
  for (const { code: kind, message: parserMessage, pos } of problems) {
    // Errors of indentation after another error are consequences of it.
    if (kind === 'BAD_INDENT' && isBroken) continue;
    isBroken = true;
    const problem = translate(kind, parserMessage);
    const position = lines.position(problemOffset(kind, pos, text));
    const hint = kind === 'MISSING_CHAR' ? quoteHint(text, pos[0], lines) : problem.hint;
    reporter.report(problem.sentence, origin, { position, ...(hint !== undefined && { hint }) });
  }
  return problems.length > 0 ? undefined : document;
}

function createContent(document: Document.Parsed, value: Json, lines: LineIndex): Content {
  return {
    value,
    isTree: false,
    lines,
    locate(tokens, part) {
      const entry = find(document, tokens);
      const node = part === 'key' ? (entry?.key ?? entry?.value) : (entry?.value ?? entry?.key);
      return node?.range == null ? undefined : lines.position(node.range[0]);
    },
    numberText(tokens) {
      const node = find(document, tokens)?.value;
      return isScalar(node) && typeof node.value === 'number' ? node.source : undefined;
    },
    textBeside: () => undefined,
    withValue: (equal) => createContent(document, equal, lines),
  };
}

function translate(
  code: string,
  message: string,
): { readonly sentence: Sentence; readonly hint?: string } {
  switch (code) {
    case 'BAD_INDENT':
      return {
        sentence: syntax.indentation(),
        hint: 'indent it like the other members of the same object',
      };
    case 'TAB_AS_INDENT':
      return {
        sentence: syntax.yaml({ message: lowerFirst(message) }),
        hint: 'indent with spaces',
      };
    case 'MULTILINE_IMPLICIT_KEY':
      return { sentence: syntax.implicitKey(), hint: 'write "key: value"' };
    case 'BLOCK_AS_IMPLICIT_KEY':
      return {
        sentence: syntax.secondKey(),
        hint: 'begin a new line for it; put text with a colon and a space in quotes',
      };
    case 'MULTIPLE_DOCS':
      return { sentence: severalDocuments.default() };
    case 'TAG_RESOLVE_FAILED':
      return { sentence: unknownTag.default({ message: lowerFirst(message) }) };
    case 'RESOURCE_EXHAUSTION':
      return { sentence: tooDeep.document() };
    default:
      return {
        sentence: /^Missing closing ['"]quote$/u.test(message)
          ? syntax.quote()
          : syntax.yaml({ message: lowerFirst(message) }),
      };
  }
}

/** Offset of a problem: the token with the wrong indentation instead of its line. */
function problemOffset(kind: string, [start]: readonly [number, number], text: string): number {
  const gap = kind === 'BAD_INDENT' ? /^[ \t\r\n]*/u.exec(text.slice(start, start + 1000)) : null;
  return start + (gap?.[0].length ?? 0);
}

/** Hint with the position of an opening quote that has no closing quote. */
function quoteHint(text: string, end: number, lines: LineIndex): string | undefined {
  const opened = /(?:^|[\s,[{:-])(["'])(?:(?!\1).)*$/su.exec(text.slice(0, end));
  const [match, quote] = opened ?? [];
  if (opened === null || match === undefined || quote === undefined) return undefined;
  const { line, column } = lines.position(opened.index + match.indexOf(quote));
  return `the text begins at line ${line}, column ${column}`;
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

interface YamlEntry {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

function find(document: Document.Parsed, tokens: readonly string[]): YamlEntry | undefined {
  let entry: YamlEntry = { key: undefined, value: document.contents ?? undefined };
  for (const token of tokens) {
    const parent = isAlias(entry.value) ? entry.value.resolve(document) : entry.value;
    if (isMap(parent)) {
      const pair = findPair(document, parent as YAMLMap<Node, Node | null>, token, new Set());
      if (pair === undefined) return undefined;
      entry = { key: pair.key, value: pair.value ?? undefined };
    } else if (isSeq(parent)) {
      const item = parent.items[Number(token)] as Node | undefined;
      if (item === undefined) return undefined;
      entry = { key: item, value: item };
    } else return undefined;
  }
  return entry;
}

/** Finds the pair with a name in a mapping or in the mappings that are merged into it. */
function findPair(
  document: Document.Parsed,
  map: YAMLMap<Node, Node | null>,
  name: string,
  seen: Set<unknown>,
): Pair<Node, Node | null> | undefined {
  if (seen.has(map)) return undefined;
  seen.add(map);
  const ownPair = map.items.find((item) => !isMerge(item.key) && keyOf(item) === name);
  if (ownPair !== undefined) return ownPair;
  const resolveAlias = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  for (const { key, value } of map.items) {
    if (!isMerge(key)) continue;
    const merged = resolveAlias(value);
    for (const each of isSeq(merged) ? merged.items.map(resolveAlias) : [merged]) {
      const pair = isMap(each)
        ? findPair(document, each as YAMLMap<Node, Node | null>, name, seen)
        : undefined;
      if (pair !== undefined) return pair;
    }
  }
  return undefined;
}

function keyOf(pair: Pair<Node, Node | null>): string | undefined {
  const { key } = pair;
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}
