import type { AddressPart } from '../../api.js';

/**
 * A callback's address taken apart: text, and runtime expressions between braces, or one expression that stands alone (OpenAPI 3.1.1
 * sections 4.8.18.2 and 4.8.20.3). `undefined` for what is none.
 */
export function parseAddress(text: string): readonly AddressPart[] | undefined {
  if (text.startsWith('$')) {
    const alone = parseExpression(text);
    return alone === undefined ? undefined : [alone];
  }
  const parts: AddressPart[] = [];
  let at = 0;
  for (const found of text.matchAll(/\{([^{}]*)\}/g)) {
    const part = parseExpression(found[1] ?? '');
    if (part === undefined) return undefined;
    if (found.index > at) parts.push(text.slice(at, found.index));
    parts.push(part);
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

const bare: ReadonlyMap<string, 'url' | 'method' | 'statusCode'> = new Map([
  ['$url', 'url'],
  ['$method', 'method'],
  ['$statusCode', 'statusCode'],
]);

function parseExpression(text: string): Exclude<AddressPart, string> | undefined {
  const of = bare.get(text);
  if (of !== undefined) return { of };
  const [, side, place] = /^\$(request|response)\.(.+)$/s.exec(text) ?? [];
  if (place === undefined || (side !== 'request' && side !== 'response')) return undefined;
  if (place === 'body') return { of: side, in: 'body', name: '' };
  if (place.startsWith('body#')) {
    const name = place.slice('body#'.length);
    return name === '' || name.startsWith('/') ? { of: side, in: 'body', name } : undefined;
  }
  const [, where, name] = /^(header|path|query)\.(.+)$/s.exec(place) ?? [];
  if (name === undefined) return undefined;
  if (where === 'header') return { of: side, in: 'header', name };
  if ((where === 'path' || where === 'query') && side === 'request')
    return { of: side, in: where, name };
  return undefined;
}
