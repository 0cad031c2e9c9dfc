import type { Json } from '../model/schema.js';

/** A string of a template, with its path below the template's root. */
export interface TemplateText {
  readonly keys: readonly (string | number)[];
  readonly text: string;
}

/** Returns every string of a template, at any depth. */
export function textsOf(
  value: Json,
  keys: readonly (string | number)[] = [],
): readonly TemplateText[] {
  if (typeof value === 'string') return [{ keys, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const step = Array.isArray(value) ? Number(key) : key;
    return textsOf(item as Json, [...keys, step]);
  });
}

/** Returns the expressions of a template string, without braces; `undefined` if its braces do not match. */
export function expressionsOf(text: string): readonly string[] | undefined {
  const plain = text.replaceAll('{{', '').replaceAll('}}', '');
  const expressions = [...plain.matchAll(/\{([^{}]*)\}/g)].map(([, expression = '']) => expression);
  return /[{}]/.test(plain.replaceAll(/\{[^{}]*\}/g, '')) ? undefined : expressions;
}

/** Expressions without parameters, for hints. */
export const plainExpressions: readonly string[] = [
  'method',
  'host',
  'path',
  'now',
  'uuid',
  'body',
  'body.sha256',
];

/** True if the expression is valid. The names in it are checked elsewhere. */
export function isExpression(expression: string): boolean {
  if (plainExpressions.includes(expression)) return true;
  if (/^now\+\d+$/.test(expression)) return true;
  const [, bytes] = /^random\.hex\.(\d+)$/.exec(expression) ?? [];
  if (bytes !== undefined) return Number(bytes) >= 8 && Number(bytes) <= 64;
  return /^(?:credential|variables|header)\.[^.]+$/.test(expression);
}
