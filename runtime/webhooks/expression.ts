import { compilePointer } from '../core/pointer.js';
import { encodeComponent } from '../core/target.js';
import type { WireRequest } from '../core/wire.js';
import type { ExpressionDescriptor } from './descriptor.js';

/**
 * The request that registered a callback, and its response, as far as the callback's address needs them. A handler's
 * request and response have this form.
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
 * Resolves the address of a callback; `undefined` if a part is missing or not a primitive value.
 *
 * The first part may be a URL and is used unchanged. Later parts are
 * percent-encoded, so that a value cannot redirect the callback.
 *
 * @throws {URIError} for a lone surrogate, which a URL cannot represent.
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
      if (part.in === 'body') return compilePointer(part.name)(request?.body);
      return part.in === 'header'
        ? findEntry(request?.headers, part.name, sameHeader)
        : findEntry(request?.[part.in], part.name, same);
    case 'response':
      return part.in === 'body'
        ? compilePointer(part.name)(response?.body)
        : findEntry(response?.headers, part.name, sameHeader);
  }
}

function findEntry(
  group: unknown,
  name: string,
  matches: (key: string, name: string) => boolean,
): unknown {
  if (typeof group !== 'object' || group === null) return undefined;
  return Object.entries(group).find(([key]) => matches(key, name))?.[1];
}

function same(key: string, name: string): boolean {
  return key === name;
}

function sameHeader(key: string, name: string): boolean {
  return key.toLowerCase() === name.toLowerCase();
}
