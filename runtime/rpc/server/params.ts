import type { JsonValue, RpcDescriptor } from '../../core/descriptor.js';
import { isMembers, type RpcRequest } from './message.js';

/** What a method gets; `undefined` where it was called without params. */
export type Input = { readonly input: JsonValue | undefined } | { readonly expected: string };

/** The input that params stand for, as the method's descriptor says; what is expected where they do not fit. */
export function inputOf(params: RpcRequest['params'], { params: form }: RpcDescriptor): Input {
  if (form === 'by-name') {
    if (params === undefined || isMembers(params)) return { input: params };
    return { expected: 'expected an object' };
  }
  if (params !== undefined && !Array.isArray(params)) return { expected: 'expected an array' };
  const items: readonly JsonValue[] = params ?? [];
  if (form === 'single') {
    const [input] = items;
    return items.length > 1 ? { expected: 'expected one item' } : { input };
  }
  const { positions } = form;
  if (items.length > positions.length)
    return { expected: `expected at most ${positions.length} items` };
  const input: { [name: string]: JsonValue } = {};
  for (const [index, value] of items.entries()) {
    const name = positions[index] ?? '';
    Object.defineProperty(input, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return { input };
}

/** Where in the params a place in the input is: `/address` is `params/0/address` where the input is the only item. */
export function paramsPath(pointer: string, { params: form }: RpcDescriptor): string {
  if (form === 'by-name') return `params${pointer}`;
  if (form === 'single') return `params/0${pointer}`;
  const [name = '', ...rest] = pointer.split('/').slice(1);
  const index = form.positions.indexOf(name);
  return ['params', index < 0 ? name : String(index), ...rest].join('/');
}
