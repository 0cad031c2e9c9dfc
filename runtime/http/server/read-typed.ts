import type { WireType } from '../../core/descriptor.js';
import type { FaultViolation } from '../../core/server/fault.js';
import { expectation, readScalar, textType, unreadable } from './wire-value.js';

/** The texts that a parameter or member may be read from, each way asked only where its type wants it. */
export interface Texts {
  readonly scalar: () => string | undefined;
  readonly list: () => readonly string[] | undefined;
  readonly members: () => readonly (readonly [name: string, text: string])[] | undefined;
}

/**
 * Reads texts as the first of the wanted types that they are a spelling of; says where they are none and
 * answers `undefined`.
 */
export function readTyped(
  texts: Texts,
  type: WireType,
  path: string,
  violations: FaultViolation[],
): unknown {
  let nested: readonly FaultViolation[] = [];
  for (const name of type.types) {
    const found: FaultViolation[] = [];
    const value = readOne(name, texts, type, path, found);
    if (value !== unreadable && found.length === 0) return value;
    if (found.length > 0) nested = found;
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
    if (list === undefined) return unreadable;
    return list.map((text, index) =>
      readPart(text, type.items ?? textType, `${path}/${index}`, violations),
    );
  }
  if (name === 'object') {
    const members = texts.members();
    return members === undefined ? unreadable : readMembers(members, type, path, violations);
  }
  const text = texts.scalar();
  return text === undefined ? unreadable : readScalar(text, { types: [name] });
}

/** Reads members by their declared types; a name that comes twice is refused. Names such as `__proto__` are data. */
export function readMembers(
  members: readonly (readonly [name: string, text: string])[],
  type: WireType,
  path: string,
  violations: FaultViolation[],
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, text] of members) {
    const place = `${path}/${name}`;
    if (name in values) violations.push(repeated(place));
    else values[name] = readPart(text, memberType(type, name), place, violations);
  }
  return values;
}

/** The declared type of a member; text where nothing is declared. */
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
  const value = readScalar(text, type);
  if (value !== unreadable) return value;
  violations.push({ path, keyword: 'type', message: expectation(type) });
  return undefined;
}

/** Something that may stand once only. */
export function repeated(path: string): FaultViolation {
  return { path, keyword: 'repeated', message: 'expected once only' };
}
