import { createReporter } from '../../generator/core/diagnostic.js';
import type { Host } from '../../generator/core/host.js';
import { childOrigin, rootOrigin } from '../../generator/core/origin.js';
import { formatPointer, parsePointer } from '../../generator/core/pointer.js';
import type { Source } from '../../generator/load/source.js';
import { createSources } from '../../generator/load/sources.js';
import type { Json } from '../../generator/model/schema.js';
import { readBasis, type Basis } from './basis.js';

/** A node of a description. */
export interface DescriptionNode {
  /** The value at the location. A reference object is not followed; ask for its members. */
  readonly value: Json;
  /** The file that it is written in, from the root of the repository. */
  readonly file: string;
  /** The location: file, `#` and pointer. */
  readonly id: string;
  /** The mark of the nearest place on the way to it, itself included; `undefined` if the specification states it. */
  readonly basis: Basis | undefined;
  /** A member, an item by its index, or an item by its name; references are followed. */
  child(token: string): DescriptionNode | undefined;
  /** The same, where every reference leads. */
  followed(): DescriptionNode;
}

/** A description and all the files that it refers to. */
export interface Description {
  readonly root: DescriptionNode;
  /** Every operation by its name, methods of JSON-RPC and what messages do among them. */
  readonly operations: ReadonlyMap<string, DescriptionNode>;
  /**
   * The place that an address names: `Policy#/properties/id` starts at a component or an operation, `#/info` at the root.
   * Parameters and the like are found by name: `createPolicy#/parameters/X-Idempotency-Key`. An operation has the
   * parameters of its path and the document's `security`, if it has none of its own.
   */
  find(address: string): DescriptionNode | undefined;
  /** Every location on the path, the target last; none if it does not exist. */
  way(address: string): readonly DescriptionNode[];
  /** The root of every file that was read. */
  files(): readonly DescriptionNode[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace', 'query'];
const COMPONENTS = ['schemas', 'parameters', 'responses', 'securitySchemes', 'headers', 'messages'];

/** Reads a description from its entry document. Throws if it cannot be read. */
export function describe(host: Host, path: string): Description {
  const sources = createSources(host);
  const entry = sources.entry(path).value;
  if (entry === undefined) throw new Error(`${path} cannot be read`);

  const marks = readBasis(host, path.slice(0, path.lastIndexOf('/')));

  const placeAt = (at: Written, above: Basis | undefined): DescriptionNode => {
    const { source, tokens, value } = at;
    const id = `${source.path}#${formatPointer(tokens)}`;
    const basis = marks.get(id) ?? above;
    const target = (): DescriptionNode | undefined => {
      const reference = memberOf(value, '$ref');
      return typeof reference === 'string' ? open(at, reference, basis) : undefined;
    };
    return {
      value,
      file: source.path,
      id,
      basis,
      child(token) {
        const own = token === '$ref' ? undefined : memberOf(value, token);
        if (own !== undefined)
          return placeAt({ source, tokens: [...tokens, token], value: own }, basis);
        const items = Array.isArray(value) ? Object.keys(value) : [];
        const named = items
          .map((index) => this.child(index)?.followed())
          .find((item) => item !== undefined && isCalled(item.value, token));
        return named ?? target()?.child(token);
      },
      followed: () => target()?.followed() ?? placeAt(at, above),
    };
  };

  const open = (from: Written, reference: string, basis: Basis | undefined): DescriptionNode => {
    const [, fragment = ''] = reference.split('#');
    const uri = new URL(reference.split('#')[0] ?? '', from.source.uri).href;
    const origin = childOrigin(rootOrigin(from.source), ...from.tokens);
    const source =
      uri === from.source.uri
        ? from.source
        : sources.open(uri, reference, origin, createReporter());
    const tokens = parsePointer(decodeURIComponent(fragment));
    const value =
      source === undefined
        ? undefined
        : tokens?.reduce<Json | undefined>(
            (at, token) => (at === undefined ? undefined : memberOf(at, token)),
            source.value,
          );
    if (source === undefined || tokens === undefined || value === undefined)
      throw new Error(`${from.source.path}: "${reference}" leads nowhere`);
    return placeAt({ source, tokens, value }, basis);
  };

  const root = placeAt({ source: entry, tokens: [], value: entry.value }, undefined);
  const operations = operationsOf(root);
  const way = (address: string): readonly DescriptionNode[] => {
    const [name = '', pointer = ''] = address.split('#');
    const start = name === '' ? root : (operations.get(name) ?? componentOf(root, name));
    const tokens = parsePointer(pointer);
    if (start === undefined || tokens === undefined) return [];
    const places = [start];
    for (const token of tokens) {
      const next = places.at(-1)?.child(token);
      if (next === undefined) return [];
      places.push(next);
    }
    return places;
  };
  return {
    root,
    operations,
    files: () =>
      sources.loaded.map((source) =>
        placeAt({ source, tokens: [], value: source.value }, undefined),
      ),
    find: (address) => way(address).at(-1),
    way,
  };
}

interface Written {
  readonly source: Source;
  readonly tokens: readonly string[];
  readonly value: Json;
}

function operationsOf(root: DescriptionNode): ReadonlyMap<string, DescriptionNode> {
  const found = new Map<string, DescriptionNode>();
  for (const name of keysOf(root.child('operations')?.value)) {
    const operation = root.child('operations')?.child(name);
    if (operation !== undefined) found.set(name, operation);
  }
  for (const path of keysOf(root.child('paths')?.value)) {
    const item = root.child('paths')?.child(path);
    for (const method of METHODS) {
      const operation = item?.child(method);
      const name = operation?.child('operationId')?.value;
      if (item === undefined || operation === undefined || typeof name !== 'string') continue;
      found.set(name, inPath(operation, item, root));
      const calls = operation.child('x-json-rpc')?.child('methods');
      for (const index of Array.isArray(calls?.value) ? calls.value.keys() : []) {
        const call = calls?.child(String(index));
        const called = call?.child('operationId')?.value;
        if (call !== undefined && typeof called === 'string') found.set(called, call);
      }
    }
  }
  return found;
}

/** An operation with what its path and its document say for it. */
function inPath(
  operation: DescriptionNode,
  item: DescriptionNode,
  root: DescriptionNode,
): DescriptionNode {
  return {
    ...operation,
    child(token) {
      const own = operation.child(token);
      if (token === 'security') return own ?? root.child('security');
      const shared = item.child('parameters');
      if (token !== 'parameters' || shared === undefined) return own;
      return own === undefined
        ? shared
        : { ...own, child: (name) => own.child(name) ?? shared.child(name) };
    },
  };
}

function componentOf(root: DescriptionNode, name: string): DescriptionNode | undefined {
  for (const kind of COMPONENTS) {
    const component = root.child('components')?.child(kind)?.child(name);
    if (component !== undefined) return component.followed();
  }
  return undefined;
}

/** Whether a token names an item of a list. Changes of the same day are distinguished by a word of their text: `2024-02 fees`. */
function isCalled(item: Json, token: string): boolean {
  const name = memberOf(item, 'name') ?? memberOf(item, 'operationId') ?? memberOf(item, 'date');
  if (name === token) return true;
  const text = memberOf(item, 'text');
  const word = token.startsWith(`${String(name)} `) ? token.slice(String(name).length + 1) : '';
  return word !== '' && typeof text === 'string' && text.includes(word);
}

/** A member of an object or an item of a list; `undefined` if it does not exist. */
export function memberOf(value: Json, token: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
  return Object.entries(value).find(([name]) => name === token)?.[1];
}

/** The names of an object's members. */
export function keysOf(value: Json | undefined): readonly string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value)
    : [];
}
