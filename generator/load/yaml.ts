import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Document, Node, Pair, YAMLMap } from 'yaml';
import { createReporter, type Reporter } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { Content } from './content.js';
import type { Lines } from './text.js';
import { eventsOf, readPlainYaml } from './yaml-events.js';
import { createYamlIndex, type YamlIndex } from './yaml-index.js';
import { convertYaml, isMerge, MERGE_TAG, warnOfMerge } from './yaml-value.js';

/**
 * Reads YAML 1.2 with the core schema. Whatever another reader might take otherwise is refused: warnings, unknown tags,
 * several documents, keys that are no scalars. Merge keys are understood, with a warning. What is plainly right is read fast; everything else is
 * read with positions, and told about.
 */
export function readYaml(
  text: string,
  lines: Lines,
  origin: Origin,
  reporter: Reporter,
): Content | undefined {
  const plain = readPlainYaml(text);
  if (plain === undefined) {
    const document = parse(text, lines, origin, reporter);
    if (document === undefined) return undefined;
    const value = convertYaml(document, lines, origin, reporter);
    return value === undefined ? undefined : contentOf(document, value, lines);
  }
  const { value, oddNumbers, merge } = plain;
  if (merge !== undefined) warnOfMerge(lines.position(merge), origin, reporter);
  let known: YamlIndex | undefined;
  const index = (): YamlIndex => (known ??= createYamlIndex(text, eventsOf(text) ?? []));
  let slow: Content | undefined;
  /** Beyond an alias, and where nothing is written, the other parser knows the place. */
  const exact = (): Content | undefined => {
    if (slow !== undefined) return slow;
    const document = parse(text, lines, origin, createReporter());
    slow = document === undefined ? undefined : contentOf(document, value, lines);
    return slow;
  };
  return {
    value,
    lines,
    locate(tokens, part) {
      const found = index().find(tokens);
      if (found === undefined) return undefined;
      const offset =
        found === 'unknown' ? undefined : part === 'key' ? (found.key ?? found.value) : found.value;
      return offset === undefined ? exact()?.locate(tokens, part) : lines.position(offset);
    },
    numberText(tokens) {
      const number = valueAt(value, tokens);
      if (typeof number !== 'number') return undefined;
      return oddNumbers.has(number) ? exact()?.numberText(tokens) : String(number);
    },
  };
}

function valueAt(root: Json, tokens: readonly string[]): Json | undefined {
  let at: Json | undefined = root;
  for (const token of tokens) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, token)) return undefined;
    at = (at as { readonly [name: string]: Json })[token];
  }
  return at;
}

/** The document with the place of everything in it; `undefined` when it has been reported what is wrong with it. */
function parse(
  text: string,
  lines: Lines,
  origin: Origin,
  reporter: Reporter,
): Document.Parsed | undefined {
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      // Found while converting too. The tag is Go's.
      merge: false,
      customTags: [{ tag: MERGE_TAG, resolve: (text: string): string => text }],
      // Found while converting, where `200` and `"200"` are known to be one name.
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    reporter.error('too-deep', origin, 'the document is nested too deeply', {
      position: { line: 1, column: 1 },
    });
    return undefined;
  }
  const problems = [...document.errors, ...document.warnings];
  let isBroken = false;
  for (const { code: kind, message: own, pos } of problems) {
    // Behind something broken nothing begins where the parser expects it.
    if (kind === 'BAD_INDENT' && isBroken) continue;
    isBroken = true;
    const { code, ...words } = translate(kind, own);
    const position = lines.position(placeOf(kind, pos, text));
    const hint = kind === 'MISSING_CHAR' ? quoteHint(text, pos[0], lines) : words.hint;
    reporter.error(code, origin, words.message, { position, ...(hint !== undefined && { hint }) });
  }
  return problems.length > 0 ? undefined : document;
}

function contentOf(document: Document.Parsed, value: Json, lines: Lines): Content {
  return {
    value,
    lines,
    locate(tokens, part) {
      const place = find(document, tokens);
      const node = part === 'key' ? (place?.key ?? place?.value) : (place?.value ?? place?.key);
      return node?.range == null ? undefined : lines.position(node.range[0]);
    },
    numberText(tokens) {
      const node = find(document, tokens)?.value;
      return isScalar(node) && typeof node.value === 'number' ? node.source : undefined;
    },
  };
}

function translate(
  code: string,
  message: string,
): { readonly code: string; readonly message: string; readonly hint?: string } {
  switch (code) {
    case 'BAD_INDENT':
      return {
        code: 'syntax',
        message: 'this does not begin where the lines around it do',
        hint: 'indent it as what it belongs to',
      };
    case 'TAB_AS_INDENT':
      return { code: 'syntax', message: lowerFirst(message), hint: 'indent with spaces' };
    case 'MULTILINE_IMPLICIT_KEY':
      return {
        code: 'syntax',
        message: 'a key is followed by a colon and a space, on its own line',
        hint: 'write "key: value"',
      };
    case 'BLOCK_AS_IMPLICIT_KEY':
      return {
        code: 'syntax',
        message: 'a second key stands on this line',
        hint: 'begin a new line for it; a text that holds a colon and a space is put into quotes',
      };
    case 'MULTIPLE_DOCS':
      return {
        code: 'several-documents',
        message: 'the file holds several YAML documents; one belongs in it',
      };
    case 'TAG_RESOLVE_FAILED':
      return {
        code: 'unknown-tag',
        message: `the YAML tag is not one of JSON's types: ${lowerFirst(message)}`,
      };
    case 'RESOURCE_EXHAUSTION':
      return { code: 'too-deep', message: 'the document is nested too deeply' };
    default:
      return {
        code: 'syntax',
        message: /^Missing closing ['"]quote$/u.test(message)
          ? 'the closing quote is missing'
          : lowerFirst(message),
      };
  }
}

/** Where a problem is: what is indented otherwise, and not the line that it stands on. */
function placeOf(kind: string, [start]: readonly [number, number], text: string): number {
  const gap = kind === 'BAD_INDENT' ? /^[ \t\r\n]*/u.exec(text.slice(start, start + 1000)) : null;
  return start + (gap?.[0].length ?? 0);
}

/** Where a text begins that ends nowhere. */
function quoteHint(text: string, end: number, lines: Lines): string | undefined {
  const opened = /(?:^|[\s,[{:-])(["'])(?:(?!\1).)*$/su.exec(text.slice(0, end));
  const [whole, quote] = opened ?? [];
  if (opened === null || whole === undefined || quote === undefined) return undefined;
  const { line, column } = lines.position(opened.index + whole.indexOf(quote));
  return `the text begins at line ${line}, column ${column}`;
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}

interface Place {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

function find(document: Document.Parsed, tokens: readonly string[]): Place | undefined {
  let place: Place = { key: undefined, value: document.contents ?? undefined };
  for (const token of tokens) {
    const parent = isAlias(place.value) ? place.value.resolve(document) : place.value;
    if (isMap(parent)) {
      const pair = findPair(document, parent as YAMLMap<Node, Node | null>, token, new Set());
      if (pair === undefined) return undefined;
      place = { key: pair.key, value: pair.value ?? undefined };
    } else if (isSeq(parent)) {
      const item = parent.items[Number(token)] as Node | undefined;
      if (item === undefined) return undefined;
      place = { key: item, value: item };
    } else return undefined;
  }
  return place;
}

/** The pair of a name in a mapping, or in what it takes over. */
function findPair(
  document: Document.Parsed,
  map: YAMLMap<Node, Node | null>,
  name: string,
  seen: Set<unknown>,
): Pair<Node, Node | null> | undefined {
  if (seen.has(map)) return undefined;
  seen.add(map);
  const own = map.items.find((item) => !isMerge(item.key) && keyOf(item) === name);
  if (own !== undefined) return own;
  const behind = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node);
  for (const { key, value } of map.items) {
    if (!isMerge(key)) continue;
    const from = behind(value);
    for (const each of isSeq(from) ? from.items.map(behind) : [from]) {
      const found = isMap(each)
        ? findPair(document, each as YAMLMap<Node, Node | null>, name, seen)
        : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function keyOf(pair: Pair<Node, Node | null>): string | undefined {
  const { key } = pair;
  if (!isScalar(key)) return undefined;
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}
