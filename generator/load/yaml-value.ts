import { isAlias, isMap, isScalar } from 'yaml';
import type { Alias, Document, Node, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { Reporter } from '../core/diagnostic.js';
import type { Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { DEEPEST_NESTING } from './source.js';
import type { Lines } from './text.js';
import { MOST_NODES } from './yaml-events.js';

/** The plain value of a YAML document; `undefined` when it has been reported that there is none. */
export function convertYaml(
  document: Document.Parsed,
  lines: Lines,
  origin: Origin,
  reporter: Reporter,
): Json | undefined {
  const conversion: Conversion = {
    lines,
    origin,
    reporter,
    failed: false,
    names: new Map(),
    anchors: new Map(),
    open: new Set(),
  };
  const { value, size } = convert(conversion, document.contents, DEEPEST_NESTING);
  if (size > MOST_NODES && !conversion.failed) {
    const node = largest(document.contents, conversion);
    report(
      conversion,
      'alias-expansion',
      node,
      `the aliases below here stand for ${size.toExponential(1)} values`,
    );
  }
  return conversion.failed ? undefined : value;
}

interface Converted {
  readonly value: Json;
  /** Nodes it stands for, aliases written out. */
  readonly size: number;
}

interface Conversion {
  readonly lines: Lines;
  readonly origin: Origin;
  readonly reporter: Reporter;
  /** Nodes by anchor, the latest of a name, as YAML has it. */
  readonly names: Map<string, Node>;
  /** Anchored nodes: every alias shares their value instead of copying it. */
  readonly anchors: Map<Node, Converted>;
  /** Anchored nodes that are being converted, to find one that contains itself. */
  readonly open: Set<Node>;
  failed: boolean;
}

function convert(conversion: Conversion, node: Node | null | undefined, depth: number): Converted {
  if (node === null || node === undefined) return { value: null, size: 1 };
  if (isAlias(node)) return convertAlias(conversion, node);
  const { anchor } = node as YAMLMap | Scalar;
  if (anchor !== undefined) conversion.names.set(anchor, node);
  if (isScalar(node)) return { value: convertScalar(conversion, node), size: 1 };
  if (depth === 0) {
    report(conversion, 'too-deep', node, 'the document is nested too deeply');
    return { value: null, size: 1 };
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

function convertAlias(conversion: Conversion, alias: Alias): Converted {
  const target = conversion.names.get(alias.source);
  if (target === undefined || conversion.open.has(target)) {
    const why = target === undefined ? 'names no anchor before it' : 'contains itself';
    report(conversion, 'invalid-alias', alias, `the alias "*${alias.source}" ${why}`);
    return { value: null, size: 1 };
  }
  const known = conversion.anchors.get(target);
  return known ?? convert(conversion, target, DEEPEST_NESTING);
}

function convertMap(
  conversion: Conversion,
  map: YAMLMap<Node, Node | null>,
  depth: number,
): Converted {
  const value: { [name: string]: Json } = {};
  let size = 1;
  const keys = new Map<string, Node>();
  for (const pair of map.items) {
    const name = convertKey(conversion, pair.key, map);
    if (name === undefined) continue;
    const first = keys.get(name);
    if (first !== undefined) {
      const at = conversion.lines.position(first.range?.[0] ?? 0);
      report(
        conversion,
        'duplicate-key',
        pair.key,
        `the key "${name}" stands twice in one mapping`,
        `the first is at line ${at.line}, column ${at.column}`,
      );
      continue;
    }
    keys.set(name, pair.key);
    const member = convert(conversion, pair.value, depth - 1);
    size += member.size;
    if (name === '__proto__') {
      Object.defineProperty(value, name, {
        value: member.value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else value[name] = member.value;
  }
  return { value, size };
}

function convertSequence(
  conversion: Conversion,
  sequence: YAMLSeq<Node | null>,
  depth: number,
): Converted {
  let size = 1;
  const value = sequence.items.map((item) => {
    const converted = convert(conversion, item, depth - 1);
    size += converted.size;
    return converted.value;
  });
  return { value, size };
}

/** Keys are names, as in JSON: `200:` is "200". */
function convertKey(conversion: Conversion, key: Node, map: Node): string | undefined {
  if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN') {
    report(
      conversion,
      'merge-key',
      key,
      'the merge key "<<" is not part of YAML 1.2',
      'write the members out, or use a "$ref"',
    );
    return undefined;
  }
  if (isScalar(key) && key.value !== null) {
    return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
  }
  const what = isScalar(key) || key == null ? 'empty' : isAlias(key) ? 'an alias' : 'a collection';
  report(conversion, 'invalid-key', key ?? map, `a key is ${what} where a name belongs`);
  return undefined;
}

function convertScalar(conversion: Conversion, scalar: Scalar): Json {
  const { value } = scalar;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  report(
    conversion,
    'not-json',
    scalar,
    `"${scalar.source ?? String(value)}" has no counterpart in JSON`,
    'quote it if it is text',
  );
  return null;
}

/** The member of the document that stands for most values. */
function largest(contents: Node | null, conversion: Conversion): Node | null {
  if (!isMap(contents)) return contents;
  let most = 0;
  let found: Node | null = contents;
  for (const pair of (contents as YAMLMap<Node, Node | null>).items) {
    const { size } = convert(conversion, pair.value, DEEPEST_NESTING);
    if (size <= most) continue;
    most = size;
    found = pair.key;
  }
  return found;
}

function report(
  conversion: Conversion,
  code: string,
  node: Node | null,
  message: string,
  hint?: string,
): void {
  conversion.failed = true;
  const position = conversion.lines.position(node?.range?.[0] ?? 0);
  conversion.reporter.error(code, conversion.origin, message, {
    position,
    ...(hint === undefined ? {} : { hint }),
  });
}
