import type { Json } from '../../model/schema.js';
import { objectOf, type DescribedOperation } from '../operations.js';
import type { Setting } from '../settings.js';

/** A pagination scheme: whether an operation follows it, and what it is in a description of ours. */
export interface Pagination {
  readonly name: string;
  fits(operation: DescribedOperation): boolean;
  readonly value: Json;
}

/** Pagination schemes of Stainless, in their order. Those without a counterpart stay unread. */
export function paginationsOf(schemes: Setting | undefined): readonly Pagination[] {
  return (schemes?.items() ?? []).flatMap((scheme) => {
    const convert = converters[scheme.get('type')?.text() ?? ''];
    const request = scheme.get('request');
    const inBody = scheme.get('param_location')?.text() === 'body';
    const parameters = (request?.members() ?? []).map(([name]) => name);
    const parts: Parts = {
      parameter: (purpose) => {
        const name = parameterOf(request, purpose);
        return name === undefined ? undefined : { [inBody ? 'body' : 'query']: name };
      },
      fields: fieldsOf(scheme.get('response')),
    };
    const value = convert?.(parts);
    if (value === undefined) return [];
    scheme.read();
    const fits = (operation: DescribedOperation): boolean =>
      inBody || parameters.every((name) => parameterNames(operation).has(name));
    return [{ name: scheme.get('name')?.text() ?? '', fits, value }];
  });
}

/** The parts of a scheme by their purpose. */
interface Parts {
  /** Where a request has a value. */
  parameter(purpose: string): Json | undefined;
  readonly fields: Fields;
}

interface Fields {
  /** JSON Pointer to the list of items. */
  readonly items: string | undefined;
  /** JSON Pointers of other members; `cursor_item_id` is one into an item. */
  readonly pointers: ReadonlyMap<string, string>;
  readonly headers: ReadonlyMap<string, string>;
}

const byCursor: (parts: Parts) => Json | undefined = ({ parameter, fields }) => {
  const header = fields.headers.get('next_cursor_field');
  const body = fields.pointers.get('next_cursor_field');
  const next = header === undefined ? body && { body } : { header };
  return joined(parameter('next_cursor_param'), next, fields);
};

const byItem: (parts: Parts) => Json | undefined = ({ parameter, fields }) =>
  joined(
    parameter('next_cursor_id_param'),
    { lastItem: fields.pointers.get('cursor_item_id') ?? '/id' },
    fields,
  );

const byOffset: (parts: Parts) => Json | undefined = ({ parameter, fields }) =>
  joined(parameter('offset_count_param'), { count: 'items', first: 0 }, fields);

const byPage: (parts: Parts) => Json | undefined = ({ parameter, fields }) =>
  joined(parameter('page_number_param'), { count: 'pages', first: 1 }, fields);

const byUrl: (parts: Parts) => Json | undefined = ({ fields }) => {
  const url = fields.pointers.get('cursor_url_field');
  const { items } = fields;
  return url === undefined || items === undefined ? undefined : { next: { url }, items };
};

/** By the `type` of the scheme. */
const converters: Readonly<Record<string, (parts: Parts) => Json | undefined>> = {
  cursor: byCursor,
  cursor_id: byItem,
  cursor_url: byUrl,
  offset: byOffset,
  page_number: byPage,
};

function joined(
  request: Json | undefined,
  next: Json | undefined | '',
  { items, pointers }: Fields,
): Json | undefined {
  if (request === undefined || next === undefined || next === '' || items === undefined)
    return undefined;
  const hasMore = pointers.get('has_next_page');
  const pages = pointers.get('total_page_count_field');
  return {
    request,
    next,
    items,
    ...(hasMore === undefined ? {} : { hasMore }),
    ...(pages === undefined ? {} : { pages }),
  };
}

const mark = 'x-stainless-pagination-property';

function parameterOf(request: Setting | undefined, purpose: string): string | undefined {
  const found = request
    ?.members()
    .find(([, member]) => member.get(mark, 'purpose')?.text() === purpose);
  return found?.[0];
}

/** What the response of a scheme marks. Without a mark, the only list in it has the items. */
function fieldsOf(response: Setting | undefined): Fields {
  const pointers = new Map<string, string>();
  const headers = new Map<string, string>();
  const lists: string[] = [];
  let items: string | undefined;
  const visit = (members: Setting | undefined, pointer: string): void => {
    for (const [name, member] of members?.members() ?? []) {
      const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const purpose = member.get(mark, 'purpose')?.text();
      const header = member.get(mark, 'from_header')?.text();
      if (member.get(mark, 'is_top_level_array')?.flag() === true) items = '';
      else if (purpose === 'items') items ??= at;
      else if (purpose !== undefined && header !== undefined) headers.set(purpose, header);
      else if (purpose !== undefined) pointers.set(purpose, at);
      if (member.get('type')?.text() === 'array') {
        lists.push(at);
        visit(member.get('items', 'properties'), '');
      } else visit(member.get('properties'), at);
    }
  };
  visit(response, '');
  return { items: items ?? (lists.length === 1 ? lists[0] : undefined), pointers, headers };
}

/** Names of the parameters of an operation. Those of components are usually named like them. */
function parameterNames({ value }: DescribedOperation): ReadonlySet<string> {
  const { parameters } = value;
  const list: readonly Json[] = Array.isArray(parameters) ? parameters : [];
  return new Set(
    list.flatMap((parameter) => {
      const { name, $ref: reference } = objectOf(parameter);
      if (typeof name === 'string') return [name];
      return typeof reference === 'string' ? [reference.slice(reference.lastIndexOf('/') + 1)] : [];
    }),
  );
}
