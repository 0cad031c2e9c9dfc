import type { JsonValue } from '../../core/descriptor.js';
import { AuthError } from '../error.js';
import type { AnyJson } from './canonical.js';

/** A compiled value of a description with expressions; see "Templates" in `docs/guide/extensions.md`. */
export interface Template {
  readonly expressions: readonly Expression[];
  /** True if the whole value is a single expression. */
  readonly alone?: true;
  /** Returns `undefined` if the whole value is a single expression without a value; the member is then omitted. */
  evaluate(scope: TemplateScope): AnyJson | undefined;
}

/** Returns the value of an expression. */
export type TemplateScope = (expression: Expression) => AnyJson | undefined;

/** Expression between the braces of a template. */
export type Expression =
  | { readonly kind: 'method' | 'host' | 'path' | 'uuid' | 'body' | 'body-digest' }
  | { readonly kind: 'now'; readonly add: number }
  | { readonly kind: 'random'; readonly bytes: number }
  | { readonly kind: 'credential' | 'variables' | 'header'; readonly name: string };

/**
 * Compiles the expressions in a value, at any depth.
 *
 * @param path path of the value for messages: `claims.uri`
 * @throws {AuthError} `description` for an unmatched brace or an unknown expression
 */
export function compileTemplate(path: string, value: JsonValue): Template {
  if (typeof value === 'string') return compileText(path, value);
  if (value === null || typeof value !== 'object')
    return { expressions: [], evaluate: () => value };
  const members = isList(value)
    ? value.map((item, index): [string, Template] => [
        String(index),
        compileTemplate(`${path}.${index}`, item),
      ])
    : Object.entries(value).map(([name, item]): [string, Template] => [
        name,
        compileTemplate(`${path}.${name}`, item),
      ]);
  const evaluated = (scope: TemplateScope): [string, AnyJson][] => {
    const results: [string, AnyJson][] = [];
    for (const [name, template] of members) {
      const result = template.evaluate(scope);
      if (result !== undefined) results.push([name, result]);
    }
    return results;
  };
  return {
    expressions: members.flatMap(([, template]) => template.expressions),
    evaluate: isList(value)
      ? (scope) => evaluated(scope).map(([, item]) => item)
      : (scope) => Object.fromEntries(evaluated(scope)),
  };
}

function compileText(path: string, text: string): Template {
  const parts = split(path, text);
  const [only] = parts;
  const expressions = parts.filter((part) => typeof part !== 'string');
  if (only !== undefined && typeof only !== 'string' && parts.length === 1) {
    return { expressions, alone: true, evaluate: (scope) => scope(only) };
  }
  return {
    expressions,
    evaluate: (scope) => {
      let result = '';
      for (const part of parts) {
        const value = typeof part === 'string' ? part : scope(part);
        if (value === undefined) return undefined;
        result += typeof value === 'string' ? value : JSON.stringify(value);
      }
      return result;
    },
  };
}

/** Splits a template into text and expressions. `{{` and `}}` are literal braces. */
function split(path: string, text: string): readonly (string | Expression)[] {
  const parts: (string | Expression)[] = [];
  let literal = '';
  for (const [piece, , inner] of text.matchAll(/(\{\{|\}\})|\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    if (inner !== undefined) {
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push(readExpression(path, inner));
    } else if (piece === '{' || piece === '}') {
      throw new AuthError(
        'description',
        `x-jwt ${path}: unmatched brace; write {{ or }} for a literal brace`,
      );
    } else {
      literal += piece === '{{' ? '{' : piece === '}}' ? '}' : piece;
    }
  }
  if (literal !== '' || parts.length === 0) parts.push(literal);
  return parts;
}

function readExpression(path: string, text: string): Expression {
  switch (text) {
    case 'method':
    case 'host':
    case 'path':
    case 'uuid':
    case 'body':
      return { kind: text };
    case 'body.sha256':
      return { kind: 'body-digest' };
    case 'now':
      return { kind: 'now', add: 0 };
  }
  const now = /^now\+(\d{1,9})$/.exec(text);
  if (now?.[1] !== undefined) return { kind: 'now', add: Number(now[1]) };
  const random = /^random\.hex\.(\d{1,2})$/.exec(text);
  const bytes = Number(random?.[1]);
  if (bytes >= 8 && bytes <= 64) return { kind: 'random', bytes };
  const named = /^(credential|variables|header)\.(.+)$/.exec(text);
  if (named?.[1] !== undefined && named[2] !== undefined) {
    return { kind: named[1] as 'credential' | 'variables' | 'header', name: named[2] };
  }
  throw new AuthError('description', `x-jwt ${path}: unknown expression {${text}}`);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
