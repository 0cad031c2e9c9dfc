import type { AddressPart } from '../../api.js';

/**
 * Parses the address of a callback: text with runtime expressions in braces, or one bare expression (OpenAPI 3.1.1 sections 4.8.18.2 and
 * 4.8.20.3). Returns `undefined` if it is not valid.
 */
export function parseAddress(text: string): readonly AddressPart[] | undefined {
  if (text.startsWith('$')) {
    const expression = parseExpression(text);
    return expression === undefined ? undefined : [expression];
  }
  const parts: AddressPart[] = [];
  let at = 0;
  for (const match of text.matchAll(/\{([^{}]*)\}/g)) {
    const part = parseExpression(match[1] ?? '');
    if (part === undefined) return undefined;
    if (match.index > at) parts.push(text.slice(at, match.index));
    parts.push(part);
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

const UNNAMED: ReadonlyMap<string, 'url' | 'method' | 'statusCode'> = new Map([
  ['$url', 'url'],
  ['$method', 'method'],
  ['$statusCode', 'statusCode'],
]);

function parseExpression(text: string): Exclude<AddressPart, string> | undefined {
  const of = UNNAMED.get(text);
  if (of !== undefined) return { of };
  const [, message, path] = /^\$(request|response)\.(.+)$/s.exec(text) ?? [];
  if (path === undefined || (message !== 'request' && message !== 'response')) return undefined;
  if (path === 'body') return { of: message, in: 'body', name: '' };
  if (path.startsWith('body#')) {
    const name = path.slice('body#'.length);
    return name === '' || name.startsWith('/') ? { of: message, in: 'body', name } : undefined;
  }
  const [, location, name] = /^(header|path|query)\.(.+)$/s.exec(path) ?? [];
  if (name === undefined) return undefined;
  if (location === 'header') return { of: message, in: 'header', name };
  if ((location === 'path' || location === 'query') && message === 'request')
    return { of: message, in: location, name };
  return undefined;
}
