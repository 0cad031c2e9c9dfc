import type { OperationSource, WireCase } from './case.js';

/** A row of the suite of URI templates. */
export interface TemplateRow {
  readonly template: string;
  readonly expected: string | readonly string[] | false;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A row as an operation and its cases, one for each expansion that would do; or why it says nothing of OpenAPI. */
export type TemplateCase =
  | { readonly skipped: string }
  | {
      readonly operation: OperationSource;
      readonly case: Omit<WireCase, 'name' | 'operation'>;
      readonly targets: readonly string[];
    };

const styles: Readonly<Record<string, object>> = {
  '': { in: 'path' },
  '+': { in: 'path', allowReserved: true },
  '.': { in: 'path', style: 'label' },
  ';': { in: 'path', style: 'matrix' },
  '/': { in: 'path' },
  '?': { in: 'query' },
  '&': { in: 'query' },
};

/** Puts a template into the words of OpenAPI: each variable is a parameter of the style that its operator stands for. */
export function templateCase(row: TemplateRow, prefix: string): TemplateCase {
  const { template, expected, variables } = row;
  if (expected === false)
    return skip('a template that is malformed: paths of OpenAPI have no operators');
  const pieces = template.split(/\{([^}]*)\}/);
  const parameters: object[] = [];
  const values: unknown[] = [];
  const query: Record<string, unknown> = {};
  const read: Record<string, unknown> = {};
  let path = '';
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 0) {
      if (/[?#&]/.test(piece)) return skip('a literal query');
      path += piece;
      continue;
    }
    const [, operator = '', list = ''] = /^([+#./;?&]?)(.*)$/.exec(piece) ?? [];
    if (operator === '#') return skip('a fragment, which is never sent');
    const names = list.split(',');
    if (names.length > 1 && !'/?&'.includes(operator || '_'))
      return skip('several variables in one expression, which OpenAPI has not');
    for (const spelt of names) {
      if (spelt.includes(':')) return skip('a prefix, which OpenAPI has not');
      if (names.indexOf(spelt) !== names.lastIndexOf(spelt))
        return skip('a variable twice, which OpenAPI refuses');
      const explode = spelt.endsWith('*');
      const raw = explode ? spelt.slice(0, -1) : spelt;
      const name = decodeURIComponent(raw);
      const value = variables[raw] ?? variables[name] ?? null;
      const isQuery = operator === '?' || operator === '&';
      const why = isQuery ? undefined : unfit(value, operator, explode);
      if (why !== undefined) return skip(why);
      parameters.push({
        name,
        required: !isQuery,
        explode,
        schema: schemaOf(value),
        ...styles[operator],
      });
      if (isQuery) query[name] = value;
      else {
        path += `${operator === '/' ? '/' : ''}{${name}}`;
        values.push(value);
        read[name] = operator === '+' ? withoutTriples(value) : value;
      }
    }
  }
  const separator = path.startsWith('/') || path === '' ? '' : '/';
  const targets = [expected]
    .flat()
    .map((text) => `${prefix}${separator}${path === '' ? text.replace(/^&/, '?') : text}`);
  return {
    operation: { path: `${prefix}${separator}${path}`, parameters },
    case: {
      call: { path: values, ...(Object.keys(query).length === 0 ? {} : { query }) },
      received: { path: read },
    },
    targets,
  };
}

function skip(skipped: string): TemplateCase {
  return { skipped };
}

/** Why a value can not stand in a path, or is spelt otherwise there. */
function unfit(value: unknown, operator: string, explode: boolean): string | undefined {
  const texts =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flat().map(String)
      : [value];
  if (texts.length === 0 || texts.some((text) => text === null || text === ''))
    return 'an empty value in a path, which is refused';
  if (operator === '/' && explode && typeof value === 'object')
    return 'a list that is cut at slashes, which OpenAPI has not';
  if (operator === '+' && texts.some((text) => /[/?#]/.test(String(text))))
    return 'what would end a segment, which stays encoded';
  if (operator === '+' && texts.length > 1 && texts.some((text) => /[,;=]/.test(String(text))))
    return 'a mark within a part, which stays encoded';
  if (operator === '.' && texts.length > 1 && texts.some((text) => String(text).includes('.')))
    return 'a dot within a part of a label, which is encoded';
  return undefined;
}

/** A triple that was sent as it is means the character that it stands for. */
function withoutTriples(value: unknown): unknown {
  const text = JSON.stringify(value).replace(/(?:%[0-9A-F]{2})+/g, decodeURIComponent);
  return JSON.parse(text) as unknown;
}

function schemaOf(value: unknown): object {
  if (Array.isArray(value)) return { type: 'array', items: { type: 'string' } };
  if (typeof value === 'number') return { type: 'number' };
  if (typeof value !== 'object' || value === null) return { type: 'string' };
  const names = Object.keys(value);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  };
}
