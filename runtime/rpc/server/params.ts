import type { Check, Violation } from '../../core/check.js';
import { type DatesDescriptor, decodeDates } from '../../core/dates/descriptor.js';
import type { JsonValue, RpcDescriptor } from '../../core/descriptor.js';
import type { FaultViolation } from '../../core/server/fault.js';
import { isMembers, type RpcRequest } from './message.js';

/** The `params` for a handler, or the violations in those of a call. */
export type Input =
  | { readonly input: JsonValue | undefined }
  | { readonly violations: readonly FaultViolation[] };

/** Reads and checks the parameters of a call. */
export type InputReader = (params: RpcRequest['params']) => Input;

/** One parameter of a method. */
interface Param {
  readonly name: string;
  readonly path: string;
  readonly required: boolean;
  readonly check: Check | undefined;
  readonly dates: DatesDescriptor | undefined;
}

/**
 * Prepares the parameters of a method. Undeclared ones are ignored by name and rejected by position. A position that is left open
 * contains `null` (a call cannot skip it). It counts as absent if the parameter is optional and its schema does not permit `null`.
 * Throws if there are checks for parameters without a name.
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
    const byParam = byName ? readNamed(params, list) : readPositioned(params, list);
    if (byParam === undefined) {
      const expected = byName ? 'an object' : `an array of at most ${list.length} items`;
      return { violations: [{ path: 'params', keyword: 'type', message: `expected ${expected}` }] };
    }
    const accepted = new Map<string, JsonValue>();
    const violations = list.flatMap((param) => {
      // Only the parameters can contain program values such as dates, and checks and handlers accept them there.
      const { value, faults } = decodeDates(byParam.get(param.name), param.dates);
      const converted = value as JsonValue | undefined;
      if (converted !== undefined) accepted.set(param.name, converted);
      const problems = checkParam(param, converted);
      return problems.length > 0 ? problems : faultsOf(faults, param.path);
    });
    if (violations.length > 0) return { violations };
    return { input: form === 'single' ? accepted.get(list[0]?.name ?? '') : toObject(accepted) };
  };
}

/** Returns the declared parameters. One without `required` information is required, so that nothing remains unchecked. */
function membersOf({
  params: form,
  members,
}: RpcDescriptor): readonly { readonly name: string; readonly required: boolean }[] {
  if (members !== undefined)
    return members.map(({ name, required }) => ({ name, required: required === true }));
  if (form === 'single') return [{ name: 'input', required: true }];
  return form === 'by-name' ? [] : form.positions.map((name) => ({ name, required: true }));
}

type ParamValues = ReadonlyMap<string, JsonValue>;

function readNamed(params: RpcRequest['params'], list: readonly Param[]): ParamValues | undefined {
  const members = params ?? {};
  if (!isMembers(members)) return undefined;
  const values = new Map<string, JsonValue>();
  for (const { name } of list) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

function readPositioned(
  params: RpcRequest['params'],
  list: readonly Param[],
): ParamValues | undefined {
  const items: unknown = params ?? [];
  if (!isList(items) || items.length > list.length) return undefined;
  const values = new Map<string, JsonValue>();
  for (const [index, { name, required, check }] of list.entries()) {
    const value = items[index];
    const isOpen = value === null && !required && check?.is(null) === false;
    if (value !== undefined && !isOpen) values.set(name, value);
  }
  return values;
}

function isList(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function checkParam(
  { path, required, check }: Param,
  value: JsonValue | undefined,
): readonly FaultViolation[] {
  if (value === undefined) {
    return required ? [{ path, keyword: 'required', message: 'expected to be present' }] : [];
  }
  if (check === undefined || check.is(value)) return [];
  const found = faultsOf(check.check(value), path);
  // The guard decides, even if its report is empty.
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

/** Collects values in an object. Names such as `__proto__` are treated as data. */
function toObject(values: ParamValues): JsonValue {
  const input: { [name: string]: JsonValue } = {};
  for (const [name, value] of values) {
    Object.defineProperty(input, name, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return input;
}
