import { compilePointer } from '../../core/pointer.js';
import { encodeComponent } from '../../core/target.js';
import type { WireRequest } from '../../core/wire.js';
import type { ExpressionDescriptor } from './descriptor.js';

/**
 * The request that set a callback up, and the answer to it, as far as the callback's address needs them: what a handler received and
 * what it answered fit.
 */
export interface CallbackSource {
  readonly request?: {
    readonly wire?: WireRequest;
    readonly path?: unknown;
    readonly query?: unknown;
    readonly headers?: unknown;
    readonly body?: unknown;
  };
  readonly response?: {
    readonly status?: number;
    readonly headers?: unknown;
    readonly body?: unknown;
  };
}

/**
 * The address of a callback; `undefined` where a part of it is not there, or is no text. What an address begins with is an address
 * itself; what stands further on is a value, and encoded, so that nobody can lead a callback elsewhere with it.
 *
 * @throws {URIError} for half of a surrogate pair, which no address can carry
 */
export function resolveAddress(
  parts: readonly (string | ExpressionDescriptor)[],
  source: CallbackSource,
): string | undefined {
  const texts = parts.map((part, index) => {
    const text = typeof part === 'string' ? part : resolve(part, source);
    return index === 0 || typeof part === 'string' || text === undefined
      ? text
      : encodeComponent(text);
  });
  return texts.some((text) => text === undefined) ? undefined : texts.join('');
}

function resolve(part: ExpressionDescriptor, source: CallbackSource): string | undefined {
  const value = valueOf(part, source);
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

function valueOf(part: ExpressionDescriptor, { request, response }: CallbackSource): unknown {
  switch (part.of) {
    case 'url': {
      const wire = request?.wire;
      return wire && `${wire.scheme}://${wire.authority}${wire.target}`;
    }
    case 'method':
      return request?.wire?.method;
    case 'statusCode':
      return response?.status;
    case 'request':
      switch (part.in) {
        case 'body':
          return compilePointer(part.name)(request?.body);
        case 'header':
          return named(request?.headers, part.name, sameHeader);
        case 'path':
        case 'query':
          return named(request?.[part.in], part.name, same);
      }
      return undefined;
    case 'response':
      return part.in === 'body'
        ? compilePointer(part.name)(response?.body)
        : named(response?.headers, part.name, sameHeader);
  }
}

function named(
  group: unknown,
  name: string,
  fits: (own: string, wanted: string) => boolean,
): unknown {
  if (typeof group !== 'object' || group === null) return undefined;
  return Object.entries(group).find(([own]) => fits(own, name))?.[1];
}

function same(own: string, wanted: string): boolean {
  return own === wanted;
}

function sameHeader(own: string, wanted: string): boolean {
  return own.toLowerCase() === wanted.toLowerCase();
}
