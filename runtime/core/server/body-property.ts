import { pointerTokens } from '../pointer.js';

/**
 * Sets a property of an object, given by its name or by a JSON Pointer. Missing objects on the way are created. A name such as
 * `__proto__` is treated as data.
 */
export function setAt(body: object, target: string, value: unknown): void {
  const tokens = tokensOf(target);
  let current: object = body;
  for (const [index, token] of tokens.entries()) {
    if (index === tokens.length - 1) define(current, token, value);
    else {
      const known = own(current, token);
      const next: object = isRecord(known) ? known : {};
      define(current, token, next);
      current = next;
    }
  }
}

/** Returns a copy of an object with a property at a name or JSON Pointer. The original is not changed. */
export function withValueAt(body: object, target: string, value: unknown): object {
  const [token, ...rest] = tokensOf(target);
  if (token === undefined) return body;
  const copy = { ...body };
  const known = own(body, token);
  const next =
    rest.length === 0
      ? value
      : withValueAt(isRecord(known) ? known : {}, `/${rest.map(escaped).join('/')}`, value);
  define(copy, token, next);
  return copy;
}

/** True if an object has a value at a name or JSON Pointer. */
export function hasAt(body: object, target: string): boolean {
  let current: unknown = body;
  for (const token of tokensOf(target)) {
    if (!isRecord(current)) return false;
    current = own(current, token);
  }
  return current !== undefined;
}

function tokensOf(target: string): readonly string[] {
  return target.startsWith('/') ? pointerTokens(target) : [target];
}

function escaped(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

function own(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? Reflect.get(record, name) : undefined;
}

function define(record: object, name: string, value: unknown): void {
  Object.defineProperty(record, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
