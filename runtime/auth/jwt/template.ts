import type { JsonValue } from '../../core/descriptor.js';
import { AuthError } from '../error.js';
import type { AnyJson } from './canonical.js';

/** A value out of a description with its expressions found; see "Templates" in `docs/guide/extensions.md`. */
export interface Template {
  readonly expressions: readonly Expression[];
  /** The whole value is one expression. */
  readonly alone?: true;
  /** `undefined` where the whole value is one expression that has none: the member is then left out. */
  evaluate(scope: TemplateScope): AnyJson | undefined;
}

/** What an expression stands for at the moment of evaluation. */
export type TemplateScope = (expression: Expression) => AnyJson | undefined;

/** What stands between the braces of a template. */
export type Expression =
  | { readonly kind: 'method' | 'host' | 'path' | 'uuid' | 'body' | 'body-digest' }
  | { readonly kind: 'now'; readonly add: number }
  | { readonly kind: 'random'; readonly bytes: number }
  | { readonly kind: 'credential' | 'variables' | 'header'; readonly name: string };

/**
 * Reads the expressions of a value, at any depth.
 *
 * @param place what the value is called in messages: `claims.uri`
 * @throws {AuthError} `description` for a brace that stands alone or an expression that does not exist
 */
export function compileTemplate(place: string, value: JsonValue): Template {
  if (typeof value === 'string') return compileText(place, value);
  if (value === null || typeof value !== 'object')
    return { expressions: [], evaluate: () => value };
  const members = isList(value)
    ? value.map((item, index): [string, Template] => [
        String(index),
        compileTemplate(`${place}.${index}`, item),
      ])
    : Object.entries(value).map(([name, item]): [string, Template] => [
        name,
        compileTemplate(`${place}.${name}`, item),
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

function compileText(place: string, text: string): Template {
  const parts = split(place, text);
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

/** Text and expressions in turn; `{{` and `}}` are single braces. */
function split(place: string, text: string): readonly (string | Expression)[] {
  const parts: (string | Expression)[] = [];
  let literal = '';
  for (const [piece, , inner] of text.matchAll(/(\{\{|\}\})|\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    if (inner !== undefined) {
      if (literal !== '') parts.push(literal);
      literal = '';
      parts.push(readExpression(place, inner));
    } else if (piece === '{' || piece === '}') {
      throw new AuthError('description', `x-jwt ${place}: a brace stands alone; write {{ or }}`);
    } else {
      literal += piece === '{{' ? '{' : piece === '}}' ? '}' : piece;
    }
  }
  if (literal !== '' || parts.length === 0) parts.push(literal);
  return parts;
}

function readExpression(place: string, text: string): Expression {
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
  throw new AuthError('description', `x-jwt ${place}: there is no expression {${text}}`);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
