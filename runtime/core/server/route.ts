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

/** A value at a method and a path. */
export interface Route<T> {
  readonly method: string;
  /** Text and indexes of parameters. */
  readonly path: readonly (string | number)[];
  /** The path matches with and without a trailing slash. */
  readonly trailingSlash?: 'optional' | undefined;
  readonly value: T;
}

/** All values at a matched path. */
export interface Match<T> {
  /** By method. */
  readonly methods: ReadonlyMap<string, Found<T>>;
  /** Raw text of each parameter, in the order of the path. */
  readonly values: readonly string[];
}

/** The value at one method of a path. */
export interface Found<T> {
  readonly value: T;
  /** Parameter index of each of the match's values. */
  readonly parameters: readonly number[];
}

/** Node of the trie: a segment, and the segments that can follow it. */
interface Node<T> extends Literal<Node<T>> {
  readonly texts: Map<string, Node<T>>;
  /** {@link texts} as a table, once all are known; absent if there are none. */
  literals: Literals<Node<T>> | undefined;
  readonly mixed: {
    readonly template: SegmentTemplate;
    readonly shape: string;
    readonly node: Node<T>;
  }[];
  any: Node<T> | undefined;
  readonly methods: Map<string, Found<T>>;
}

/** Finds the operations at a path. */
export type Router<T> = (target: Target) => Match<T> | undefined;

/**
 * Creates a router: a trie of segments. In each segment, literal text takes precedence over text with parameters, and that over a
 * single parameter. If the rest of a path does not match, the next candidate is tried. A node is visited at most once per path,
 * so that the work is bounded by the number of routes. Case and trailing slashes are significant, unless a route declares the
 * slash as optional. Throws if two routes match the same requests.
 *
 * The most specific path is selected before the method, as OpenAPI requires: `DELETE /users/me` is 405 if `/users/me` only has
 * GET, even if `DELETE /users/{id}` exists.
 */
export function createRouter<T>(routes: readonly Route<T>[]): Router<T> {
  const root = emptyNode<T>();
  for (const route of routes) {
    add(root, route);
    if (route.trailingSlash === 'optional')
      add(root, { ...route, path: withToggledSlash(route.path) });
  }
  finish(root);
  return (target) => {
    const decoded = target.isEncoded ? decodedSegments(target) : undefined;
    const values: string[] = [];
    const node = find(root, target, decoded, 0, values);
    return node === undefined ? undefined : { methods: node.methods, values };
  };
}

/** Adds or removes the trailing slash of a path. */
function withToggledSlash(path: Route<unknown>['path']): Route<unknown>['path'] {
  const last = path.at(-1);
  return typeof last === 'string' && last.endsWith('/')
    ? [...path.slice(0, -1), last.slice(0, -1)]
    : [...path, '/'];
}

/** `text` is the literal segment of the node; empty for a parameter. */
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
    throw new Error(`Two operations have the route "${route.method} ${path}".`);
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

/** Decodes the text of a template, as request segments are decoded. A `%` that is not part of an escape is literal. */
function literalText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Finishes a node after all routes have been added. */
function finish<T>(node: Node<T>): void {
  if (node.texts.size > 0) node.literals = literalsOf([...node.texts.values()]);
  node.mixed.sort((a, b) => textLength(b.template) - textLength(a.template));
  for (const child of node.texts.values()) finish(child);
  for (const { node: child } of node.mixed) finish(child);
  if (node.any !== undefined) finish(node.any);
}

/**
 * Finds the node of a path and collects the raw texts of its parameters in `values`. Unambiguous steps are taken directly.
 * Otherwise a failed attempt removes its values again. Segments are compared within the target, unless they had to be decoded.
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
    // Literal text is a dot segment or empty only if declared so; a parameter must not match one.
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
