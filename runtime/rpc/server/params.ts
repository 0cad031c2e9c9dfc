import type { Check, Violation } from '../../core/check.js';
import type { DatesDescriptor } from '../../core/dates/descriptor.js';
import { decoded } from '../../core/dates/turned.js';
import type { JsonValue, RpcDescriptor } from '../../core/descriptor.js';
import type { FaultViolation } from '../../core/server/fault.js';
import { isMembers, type RpcRequest } from './message.js';

/** What a handler gets as its `params`, or what is wrong with those of a call. */
export type Input =
  | { readonly input: JsonValue | undefined }
  | { readonly violations: readonly FaultViolation[] };

/** Reads and checks the params of a call. */
export type InputReader = (params: RpcRequest['params']) => Input;

/** One param on its way: where it stands in a call, and what it must be. */
interface Param {
  readonly name: string;
  readonly path: string;
  readonly required: boolean;
  readonly check: Check | undefined;
  readonly dates: DatesDescriptor | undefined;
}

/**
 * Prepares the params of a method. They are those of the descriptor; others by name are left out, others by position
 * refused. A position that is left open holds `null` (a call can not skip it), which counts as absent
 * where the param is optional and its schema has no `null`. Throws where checks are given for params that have no name.
 */
export function inputReader(
  rpc: RpcDescriptor,
  checks: readonly (Check | undefined)[],
): InputReader {
  const { params: form } = rpc;
  const byName = form === 'by-name';
  const declared = membersOf(rpc);
  if (declared.length < checks.length) {
    throw new Error(
      `The method "${rpc.method}" has checks for params that its descriptor does not name.`,
    );
  }
  const list = declared.map(({ name, required }, index): Param => ({
    name,
    path: `params/${byName ? name : index}`,
    required,
    check: checks[index],
    dates: rpc.members?.[index]?.dates,
  }));
  return (params) => {
    const found = byName ? named(params, list) : positioned(params, list);
    if (found === undefined) {
      const expected = byName ? 'an object' : `an array of at most ${list.length} items`;
      return { violations: [{ path: 'params', keyword: 'type', message: `expected ${expected}` }] };
    }
    const held = new Map<string, JsonValue>();
    const violations = list.flatMap((param) => {
      // What a codec makes of a text stands among the params alone, which checks and handlers take as they are.
      const { value, faults } = decoded(found.get(param.name), param.dates);
      const wanted = value as JsonValue | undefined;
      if (wanted !== undefined) held.set(param.name, wanted);
      const said = wrong(param, wanted);
      return said.length > 0 ? said : faultsOf(faults, param.path);
    });
    if (violations.length > 0) return { violations };
    return { input: form === 'single' ? held.get(list[0]?.name ?? '') : collected(held) };
  };
}

/** The params that a descriptor names. One that says nothing about an absent param demands it: better refused than unchecked. */
function membersOf({
  params: form,
  members,
}: RpcDescriptor): readonly { readonly name: string; readonly required: boolean }[] {
  if (members !== undefined)
    return members.map(({ name, required }) => ({ name, required: required === true }));
  if (form === 'single') return [{ name: 'input', required: true }];
  return form === 'by-name' ? [] : form.positions.map((name) => ({ name, required: true }));
}

type Found = ReadonlyMap<string, JsonValue>;

function named(params: RpcRequest['params'], list: readonly Param[]): Found | undefined {
  const given = params ?? {};
  if (!isMembers(given)) return undefined;
  const found = new Map<string, JsonValue>();
  for (const { name } of list) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

function positioned(params: RpcRequest['params'], list: readonly Param[]): Found | undefined {
  const items: unknown = params ?? [];
  if (!isList(items) || items.length > list.length) return undefined;
  const found = new Map<string, JsonValue>();
  for (const [index, { name, required, check }] of list.entries()) {
    const value = items[index];
    const open = value === null && !required && check?.is(null) === false;
    if (value !== undefined && !open) found.set(name, value);
  }
  return found;
}

function isList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function wrong(
  { path, required, check }: Param,
  value: JsonValue | undefined,
): readonly FaultViolation[] {
  if (value === undefined) {
    return required ? [{ path, keyword: 'required', message: 'expected to be there' }] : [];
  }
  if (check === undefined || check.is(value)) return [];
  const found = faultsOf(check.report(value), path);
  // A guard that refuses decides, even if its report has nothing to say.
  return found.length > 0
    ? found
    : [{ path, keyword: 'schema', message: 'expected another value' }];
}

function faultsOf(violations: readonly Violation[], path: string): readonly FaultViolation[] {
  return violations.map(({ pointer, keyword, expected }) => ({
    path: path + pointer,
    keyword,
    message: `expected ${expected}`,
  }));
}

/** Names such as `__proto__` are data. */
function collected(found: Found): JsonValue {
  const input: { [name: string]: JsonValue } = {};
  for (const [name, value] of found) {
    Object.defineProperty(input, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return input;
}
