import type { WireType } from '../../core/descriptor.js';
import type { FaultViolation } from '../../core/server/fault.js';
import { expectation, parseScalar, textType, unparsable } from './parameters/scalar-value.js';

/** Texts that a parameter or property can be read from. Each function is called only if the type requires that form. */
export interface Texts {
  readonly scalar: () => string | undefined;
  readonly list: () => readonly string[] | undefined;
  readonly members: () => readonly (readonly [name: string, text: string])[] | undefined;
}

/** Reads texts as the first type in the list that they represent. If there is none, it adds a violation and returns `undefined`. */
export function readTyped(
  texts: Texts,
  type: WireType,
  path: string,
  violations: FaultViolation[],
): unknown {
  let nested: readonly FaultViolation[] = [];
  for (const name of type.types) {
    const attempted: FaultViolation[] = [];
    const value = readOne(name, texts, type, path, attempted);
    if (value !== unparsable && attempted.length === 0) return value;
    if (attempted.length > 0) nested = attempted;
  }
  if (nested.length > 0) violations.push(...nested);
  else violations.push({ path, keyword: 'type', message: expectation(type) });
  return undefined;
}

function readOne(
  name: WireType['types'][number],
  texts: Texts,
  type: WireType,
  path: string,
  violations: FaultViolation[],
): unknown {
  if (name === 'array') {
    const list = texts.list();
    if (list === undefined) return unparsable;
    return list.map((text, index) =>
      readPart(text, type.items ?? textType, `${path}/${index}`, violations),
    );
  }
  if (name === 'object') {
    const members = texts.members();
    return members === undefined ? unparsable : readMembers(members, type, path, violations);
  }
  const text = texts.scalar();
  return text === undefined ? unparsable : parseScalar(text, { types: [name] });
}

/** Reads properties by their declared types. A repeated name is a violation. Names such as `__proto__` are ordinary data. */
export function readMembers(
  members: readonly (readonly [name: string, text: string])[],
  type: WireType,
  path: string,
  violations: FaultViolation[],
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, text] of members) {
    const memberPath = `${path}/${name}`;
    if (name in values) violations.push(repeated(memberPath));
    else values[name] = readPart(text, memberType(type, name), memberPath, violations);
  }
  return values;
}

/** Declared type of a property; text if nothing is declared. */
export function memberType(type: WireType, name: string): WireType {
  const { properties, additional } = type;
  const declared =
    properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return declared ?? additional ?? textType;
}

function readPart(
  text: string,
  type: WireType,
  path: string,
  violations: FaultViolation[],
): unknown {
  const value = parseScalar(text, type);
  if (value !== unparsable) return value;
  violations.push({ path, keyword: 'type', message: expectation(type) });
  return undefined;
}

/** Violation for a name that may occur only once. */
export function repeated(path: string): FaultViolation {
  return { path, keyword: 'repeated', message: 'expected only once' };
}
