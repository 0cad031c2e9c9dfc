import { encodeLiteralPath } from '../target.js';
import { type Literal, literalIn, type Literals, literalsOf } from './literal.js';
import { decodedSegments, type Target } from './target.js';
import {
  matchSegment,
  segmentShape,
  segmentTemplates,
  textLength,
  type SegmentTemplate,
} from './segment.js';

/** What is to be found at a method and a path. */
export interface Route<T> {
  readonly method: string;
  /** Text, and indexes of parameters between. */
  readonly path: readonly (string | number)[];
  /** The path with a slash at its end and without are one. */
  readonly trailingSlash?: 'optional' | undefined;
  readonly value: T;
}

/** Everything that stands at one path. */
export interface Match<T> {
  /** By method. */
  readonly methods: ReadonlyMap<string, Found<T>>;
  /** The raw text of each parameter, in the order of the path. */
  readonly values: readonly string[];
}

/** What stands at one method of a path. */
export interface Found<T> {
  readonly value: T;
  /** Index of the parameter that each of a match's values belongs to. */
  readonly parameters: readonly number[];
}

/** A segment of paths, and where they go on from there. */
interface Node<T> extends Literal<Node<T>> {
  readonly texts: Map<string, Node<T>>;
  /** {@link texts}, once all of them are known; absent where there are none. */
  literals: Literals<Node<T>> | undefined;
  readonly mixed: {
    readonly template: SegmentTemplate;
    readonly shape: string;
    readonly node: Node<T>;
  }[];
  any: Node<T> | undefined;
  readonly methods: Map<string, Found<T>>;
}

/** Finds the operations of a path. */
export type Router<T> = (target: Target) => Match<T> | undefined;

/**
 * Makes a trie of segments. In every segment text wins over text with parameters, and that over a lone
 * parameter; where the rest of a path does not match, the next best is tried. A node is visited at most once
 * for a path, so the work is bounded by the number of routes. Case and trailing slashes count, unless a route says that
 * the slash is optional. Throws where two routes answer the same requests.
 *
 * The most specific path decides, and only then the method: as OpenAPI has it, `DELETE /users/me` is 405
 * where `/users/me` knows only GET, even if `DELETE /users/{id}` exists.
 */
export function createRouter<T>(routes: readonly Route<T>[]): Router<T> {
  const root = emptyNode<T>();
  for (const route of routes) {
    add(root, route);
    if (route.trailingSlash === 'optional')
      add(root, { ...route, path: otherSpelling(route.path) });
  }
  settle(root);
  return (target) => {
    const decoded = target.isEncoded ? decodedSegments(target) : undefined;
    const values: string[] = [];
    const node = find(root, target, decoded, 0, values);
    return node === undefined ? undefined : { methods: node.methods, values };
  };
}

/** A path with its last slash taken away, or with one put there. */
function otherSpelling(path: Route<unknown>['path']): Route<unknown>['path'] {
  const last = path.at(-1);
  return typeof last === 'string' && last.endsWith('/')
    ? [...path.slice(0, -1), last.slice(0, -1)]
    : [...path, '/'];
}

/** `text` is what leads there; empty for a parameter. */
function emptyNode<T>(text: string = ''): Node<T> {
  return {
    text,
    next: undefined,
    texts: new Map(),
    literals: undefined,
    mixed: [],
    any: undefined,
    methods: new Map(),
  };
}

function add<T>(root: Node<T>, route: Route<T>): void {
  let node = root;
  const parameters: number[] = [];
  for (const template of segmentTemplates(route.path)) {
    for (const piece of template) if (typeof piece === 'number') parameters.push(piece);
    node = childOf(node, template);
  }
  if (node.methods.has(route.method)) {
    const path = route.path.map((piece) => (typeof piece === 'number' ? '{}' : piece)).join('');
    throw new Error(`Two operations answer "${route.method} ${path}".`);
  }
  node.methods.set(route.method, { value: route.value, parameters });
}

function childOf<T>(node: Node<T>, template: SegmentTemplate): Node<T> {
  const [only = ''] = template;
  if (template.length <= 1 && typeof only === 'string') {
    const text = literalText(only);
    const child = node.texts.get(text) ?? emptyNode<T>(text);
    node.texts.set(text, child);
    return child;
  }
  if (template.length === 1) return (node.any ??= emptyNode<T>());
  const shape = segmentShape(template);
  const known = node.mixed.find((entry) => entry.shape === shape);
  if (known !== undefined) return known.node;
  const child = emptyNode<T>();
  const encoded = template.map((piece) =>
    typeof piece === 'string' ? encodeLiteralPath(piece) : piece,
  );
  node.mixed.push({ template: encoded, shape, node: child });
  return child;
}

/** Text of a template as a decoded request segment spells it; a stray `%` stands for itself. */
function literalText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What is known of a node once every route is there. */
function settle<T>(node: Node<T>): void {
  if (node.texts.size > 0) node.literals = literalsOf([...node.texts.values()]);
  node.mixed.sort((a, b) => textLength(b.template) - textLength(a.template));
  for (const child of node.texts.values()) settle(child);
  for (const { node: child } of node.mixed) settle(child);
  if (node.any !== undefined) settle(node.any);
}

/**
 * Where a path leads, with the raw texts of its parameters in `values`. Steps that leave nothing else to try are taken at once; elsewhere a
 * failure undoes what it put into `values`. Segments are compared where they stand in the target, unless they had to be decoded.
 */
function find<T>(
  start: Node<T>,
  target: Target,
  decoded: readonly string[] | undefined,
  from: number,
  values: string[],
): Node<T> | undefined {
  const { text, bounds } = target;
  const count = bounds.length - 1;
  let node = start;
  for (let depth = from; depth < count; depth += 1) {
    const begin = (bounds[depth] ?? 0) + 1;
    const end = bounds[depth + 1] ?? begin;
    const { literals, mixed, any } = node;
    const plain = decoded?.[depth];
    const literal: Node<T> | undefined =
      literals === undefined
        ? undefined
        : plain === undefined
          ? literalIn(literals, text, begin, end)
          : literalIn(literals, plain, 0, plain.length);
    if (literal === undefined) {
      if (any === undefined && mixed.length === 0) return undefined;
    } else if (any === undefined && mixed.length === 0) {
      node = literal;
      continue;
    }
    if (literal !== undefined) {
      const mark = values.length;
      const found = find(literal, target, decoded, depth + 1, values);
      if (found !== undefined) return found;
      values.length = mark;
    }
    const segment = text.slice(begin, end);
    // Text is never a dot segment or empty by accident; a parameter must not become one.
    if (isDots(plain ?? segment)) return undefined;
    if (mixed.length > 0) {
      const mark = values.length;
      for (const { template, node: child } of mixed) {
        const matched = matchSegment(template, segment);
        if (matched === undefined) continue;
        values.push(...matched);
        const found = find(child, target, decoded, depth + 1, values);
        if (found !== undefined) return found;
        values.length = mark;
      }
    }
    if (any === undefined) return undefined;
    values.push(segment);
    node = any;
  }
  return node.methods.size > 0 ? node : undefined;
}

function isDots(text: string): boolean {
  return text.length < 3 && (text === '' || text === '.' || text === '..');
}
