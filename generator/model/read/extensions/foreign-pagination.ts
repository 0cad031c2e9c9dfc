import { formatPointer } from '../../../core/pointer.js';
import type { CursorRequest, CursorSource, Pagination, Parameter } from '../../api.js';
import type { Json } from '../../schema.js';
import { isObject, member } from '../json.js';
import { optional, placeAt } from '../openapi/node.js';
import type { Node } from '../openapi/node.js';

/** What an extension of another tool says, but for where it stands. */
type Said = Omit<Pagination, 'origin' | 'foreign'>;

/** Reads an extension of another tool. Answers why where it can not. */
type Read = (
  value: { readonly [name: string]: Json },
  parameters: readonly Parameter[],
) => Said | string;

/** In the order in which they count. Redocly has renamed its extension. */
const readers: readonly (readonly [name: string, read: Read])[] = [
  ['x-fern-pagination', readFern],
  ['x-speakeasy-pagination', readSpeakeasy],
  ['x-redoclyPagination', readRedocly],
  ['x-redocly-pagination', readRedocly],
];

/** Pagination as other tools have it. What can not be read is left out, and told of. */
export function readForeignPagination(
  node: Node,
  parameters: readonly Parameter[],
): Pagination | undefined {
  for (const [name, read] of readers) {
    const place = placeAt(node, name);
    if (place === undefined) continue;
    if (place.value === false) continue;
    const value = place.value === true ? sharedBy(node, name) : place.value;
    const said = isObject(value)
      ? read(value, parameters)
      : place.value === true
        ? 'the document has no such object at its root'
        : 'it is not an object';
    if (typeof said !== 'string') return { ...said, foreign: name, origin: place.origin };
    node.reporter.warning('foreign-pagination', place.origin, `"${name}" is left out: ${said}`, {
      part: 'key',
      hint: 'say the same with "x-pagination"',
    });
    return undefined;
  }
  return undefined;
}

/** What stands at the root of the document, for operations that say `true`. */
function sharedBy({ document: { value } }: Node, name: string): Json | undefined {
  return isObject(value) ? member(value, name) : undefined;
}

const fernMembers = [
  'type',
  'offset',
  'cursor',
  'next_cursor',
  'next_uri',
  'next_path',
  'results',
  'step',
  'has-next-page',
];

/** `x-fern-pagination`: paths into `$request` and `$response`. An offset without a step is the number of a page. */
function readFern(
  value: { readonly [name: string]: Json },
  parameters: readonly Parameter[],
): Said | string {
  const unknown = Object.keys(value).find((name) => !fernMembers.includes(name));
  if (unknown !== undefined) return `it has "${unknown}"`;
  const type = member(value, 'type');
  if (type !== undefined && !['offset', 'cursor', 'uri', 'path'].includes(String(type)))
    return `its type is ${JSON.stringify(type)}`;
  const path = (name: string, root: string): string | undefined => {
    const text = member(value, name);
    return typeof text === 'string' ? dotted(text, `$${root}`) : undefined;
  };
  const items = path('results', 'response');
  if (items === undefined) return '"results" is no path of "$response"';
  const hasMore = path('has-next-page', 'response');
  const rest = { items, ...optional('hasMore', hasMore) };
  const url = path('next_uri', 'response') ?? path('next_path', 'response');
  if (url !== undefined) return { next: { url }, ...rest };
  const isCursor = Object.hasOwn(value, 'cursor');
  const request = requestOf(path(isCursor ? 'cursor' : 'offset', 'request'), parameters);
  if (request === undefined)
    return 'it names no parameter of the operation and no member of its body';
  if (isCursor) {
    const pointer = path('next_cursor', 'response');
    return pointer === undefined
      ? '"next_cursor" is no path of "$response"'
      : { request, next: { pointer }, ...rest };
  }
  if (!Object.hasOwn(value, 'step')) return { request, next: { count: 'pages' }, ...rest };
  const step = requestOf(path('step', 'request'), parameters);
  if (step === undefined || step.in !== request.in)
    return '"step" is no path of "$request" beside the offset';
  return { request, next: { count: 'items', by: step.parameter }, ...rest };
}

/** A path such as `$response.data.next` as a JSON Pointer. */
function dotted(text: string, root: string): string | undefined {
  if (text === root) return '';
  if (!text.startsWith(`${root}.`)) return undefined;
  const names = text.slice(root.length + 1).split('.');
  return names.every((name) => /^[^[\]*\s]+$/u.test(name)) ? formatPointer(names) : undefined;
}

/** What takes a cursor: a parameter of that name, or else a member of the body. */
function requestOf(
  pointer: string | undefined,
  parameters: readonly Parameter[],
): CursorRequest | undefined {
  const name = pointer?.slice(1);
  if (name === undefined || name === '' || name.includes('/')) return undefined;
  for (const place of ['query', 'header'] as const) {
    if (parameters.some((each) => each.in === place && each.name === name))
      return { in: place, parameter: name };
  }
  return { in: 'body', parameter: name };
}

/** `x-speakeasy-pagination`: inputs by name, outputs by JSONPath. */
function readSpeakeasy(
  value: { readonly [name: string]: Json },
  parameters: readonly Parameter[],
): Said | string {
  const inputs = new Map<string, CursorRequest>();
  const list = member(value, 'inputs') ?? [];
  if (!Array.isArray(list)) return '"inputs" is no list';
  for (const input of list as readonly Json[]) {
    if (!isObject(input)) return 'an input is not an object';
    const { name, type, in: place } = input;
    if (typeof name !== 'string' || typeof type !== 'string')
      return 'an input has no name or no type';
    const request =
      place === 'requestBody'
        ? ({ in: 'body', parameter: name } as const)
        : requestOf(formatPointer([name]), parameters);
    if (request === undefined || (place !== 'requestBody' && request.in === 'body'))
      return `the input "${name}" is no parameter of the query or header`;
    inputs.set(type, request);
  }
  const outputs = member(value, 'outputs') ?? {};
  if (!isObject(outputs)) return '"outputs" is not an object';
  const unknown = Object.keys(outputs).find(
    (name) => !['results', 'numPages', 'nextCursor', 'nextUrl'].includes(name),
  );
  if (unknown !== undefined) return `it has the output "${unknown}"`;
  const paths = new Map<string, JsonPath>();
  for (const [name, text] of Object.entries(outputs)) {
    const path = typeof text === 'string' ? jsonPath(text) : undefined;
    if (path === undefined) return `the output "${name}" is no path of a member`;
    paths.set(name, path);
  }
  return speakeasyForm(member(value, 'type'), inputs, paths);
}

function speakeasyForm(
  type: Json | undefined,
  inputs: ReadonlyMap<string, CursorRequest>,
  outputs: ReadonlyMap<string, JsonPath>,
): Said | string {
  const cursor = outputs.get('nextCursor');
  const items = outputs.get('results')?.pointer ?? cursor?.list;
  const rest = {
    items: items ?? '',
    ...(items === undefined ? { inferItems: true as const } : {}),
  };
  switch (type) {
    case 'url': {
      const url = outputs.get('nextUrl')?.pointer;
      return url === undefined ? 'it has no output "nextUrl"' : { next: { url }, ...rest };
    }
    case 'cursor': {
      const request = inputs.get('cursor');
      if (request === undefined || cursor === undefined)
        return 'it has no input "cursor" or no output "nextCursor"';
      const next: CursorSource =
        cursor.list === undefined ? { pointer: cursor.pointer } : { lastItem: cursor.pointer };
      return { request, next, ...rest };
    }
    case 'offsetLimit': {
      const page = inputs.get('page');
      const offset = inputs.get('offset');
      const pages = outputs.get('numPages')?.pointer;
      if (page !== undefined)
        return { request: page, next: { count: 'pages' }, ...rest, ...optional('pages', pages) };
      if (offset === undefined) return 'it has neither an input "page" nor an input "offset"';
      return { request: offset, next: { count: 'items' }, ...rest };
    }
    default:
      return `its type is ${JSON.stringify(type)}`;
  }
}

/** A path as a pointer; below the last item of `list` where there is one. */
interface JsonPath {
  readonly pointer: string;
  readonly list?: string;
}

/** Paths of single members (RFC 9535), such as `$.data.next` and `$.data[-1:].id`. */
function jsonPath(text: string): JsonPath | undefined {
  const [before = '', after, ...more] = text.split(/\[(?:-1:?|\(@\.length ?- ?1\))\]/);
  if (more.length > 0) return undefined;
  const head = memberNames(before.replace(/^\$/, ''));
  const tail = after === undefined ? undefined : memberNames(after);
  if (!before.startsWith('$') || head === undefined) return undefined;
  if (after === undefined) return { pointer: formatPointer(head) };
  return tail && { pointer: formatPointer(tail), list: formatPointer(head) };
}

function memberNames(path: string): readonly string[] | undefined {
  const names: string[] = [];
  const step = /\.([^.[\]'"*?@]+)|\['([^']*)'\]|\["([^"]*)"\]/y;
  while (step.lastIndex < path.length) {
    const match = step.exec(path);
    if (match === null) return undefined;
    names.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return names;
}

/** `x-redoclyPagination`: names of query parameters, and JSON Pointers. */
function readRedocly(value: { readonly [name: string]: Json }): Said | string {
  const text = (name: string): string | undefined => {
    const given = member(value, name);
    return typeof given === 'string' ? given : undefined;
  };
  const items = text('items');
  if (items === undefined) return 'it has no "items"';
  const rest = { items, ...optional('hasMore', text('hasMore')) };
  const style = text('style');
  const name = style === 'cursor' ? text('cursorParam') : text('offsetParam');
  const request = name === undefined ? undefined : ({ in: 'query', parameter: name } as const);
  switch (style) {
    case 'link':
      return { next: { link: 'next' }, ...rest };
    case 'cursor': {
      const pointer = text('nextCursor');
      return request === undefined || pointer === undefined
        ? 'it has no "cursorParam" or no "nextCursor"'
        : { request, next: { pointer }, ...rest };
    }
    case 'offset':
    case 'page':
      return request === undefined
        ? 'it has no "offsetParam"'
        : { request, next: { count: style === 'page' ? 'pages' : 'items' }, ...rest };
    default:
      return `its style is ${JSON.stringify(style)}`;
  }
}
