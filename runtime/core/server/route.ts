import { encodeLiteralPath } from '../target.js';
import { decodeSegment } from './target.js';
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

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  /** The one of {@link literals}, where there is but one. */
  only: { readonly text: string; readonly node: Node<T> } | undefined;
  readonly mixed: {
    readonly template: SegmentTemplate;
    readonly shape: string;
    readonly node: Node<T>;
  }[];
  any: Node<T> | undefined;
  readonly methods: Map<string, Found<T>>;
}

/** Finds the operations of a path. */
export type Router<T> = (segments: readonly string[]) => Match<T> | undefined;

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
  return (segments) => {
    const decoded = isEncoded(segments) ? segments.map(decodeSegment) : segments;
    const values: string[] = [];
    const node = find(root, segments, decoded, 0, values);
    return node === undefined ? undefined : { methods: node.methods, values };
  };
}

function isEncoded(segments: readonly string[]): boolean {
  for (let index = 0; index < segments.length; index += 1)
    if (segments[index]?.includes('%') === true) return true;
  return false;
}

/** A path with its last slash taken away, or with one put there. */
function otherSpelling(path: Route<unknown>['path']): Route<unknown>['path'] {
  const last = path.at(-1);
  return typeof last === 'string' && last.endsWith('/')
    ? [...path.slice(0, -1), last.slice(0, -1)]
    : [...path, '/'];
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), only: undefined, mixed: [], any: undefined, methods: new Map() };
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
    const child = node.literals.get(text) ?? emptyNode<T>();
    node.literals.set(text, child);
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
  const [first] = node.literals;
  node.only =
    first === undefined || node.literals.size > 1 ? undefined : { text: first[0], node: first[1] };
  node.mixed.sort((a, b) => textLength(b.template) - textLength(a.template));
  for (const child of node.literals.values()) settle(child);
  for (const { node: child } of node.mixed) settle(child);
  if (node.any !== undefined) settle(node.any);
}

/**
 * Where a path leads, with the raw texts of its parameters in `values`. Steps that leave nothing else to try are taken at once; elsewhere a
 * failure undoes what it put into `values`.
 */
function find<T>(
  start: Node<T>,
  raw: readonly string[],
  decoded: readonly string[],
  from: number,
  values: string[],
): Node<T> | undefined {
  let node = start;
  for (let depth = from; ; depth += 1) {
    const text = decoded[depth];
    const segment = raw[depth];
    if (text === undefined || segment === undefined)
      return node.methods.size > 0 ? node : undefined;
    const { mixed, any } = node;
    const literal = literalOf(node, text);
    const isAlone = any === undefined && mixed.length === 0;
    if (isAlone && literal === undefined) return undefined;
    if (isAlone && literal !== undefined) {
      node = literal;
      continue;
    }
    const mark = values.length;
    if (literal !== undefined) {
      const found = find(literal, raw, decoded, depth + 1, values);
      if (found !== undefined) return found;
      values.length = mark;
    }
    // Text is never a dot segment or empty by accident; a parameter must not become one.
    if (text.length < 3 && (text === '' || text === '.' || text === '..')) return undefined;
    for (const { template, node: child } of mixed) {
      const matched = matchSegment(template, segment);
      if (matched === undefined) continue;
      values.push(...matched);
      const found = find(child, raw, decoded, depth + 1, values);
      if (found !== undefined) return found;
      values.length = mark;
    }
    if (any === undefined) return undefined;
    values.push(segment);
    node = any;
  }
}

/** The child of a text. Most nodes have but one, which is found by comparing. */
function literalOf<T>({ only, literals }: Node<T>, text: string): Node<T> | undefined {
  if (only === undefined) return literals.get(text);
  return only.text === text ? only.node : undefined;
}
