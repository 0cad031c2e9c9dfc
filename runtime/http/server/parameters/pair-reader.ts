import type { ParameterDescriptor, WireType } from '../../../core/descriptor.js';
import { parseStrictJson } from '../../../core/integers.js';
import { JsonError } from '../../../core/json.js';
import {
  type ClaimedNames,
  explodes,
  hasOwnName,
  isClaimed,
  isSpread,
  styleOf,
} from '../../../core/parameters/claimed-names.js';
import type { FaultViolation } from '../../../core/server/fault.js';
import { decodeFormText, type RawPair } from '../../../core/server/query.js';
import { addEmpty, readDeepObject } from './deep-object.js';
import { readForm } from '../forms/form.js';
import { readTyped, repeated, type Texts } from '../read-typed.js';
import { styleDecoder } from './parameter-style.js';
import { textType } from './scalar-value.js';

/** Decodes a raw text. `path` is its location in violations. */
export type Decoder = (raw: string, path: string) => string;

/** Reads one parameter from pairs, with the same result as a {@link ParameterReader}. */
type PairReading = (pairs: readonly RawPair[], violations: FaultViolation[]) => unknown;

/** Prepares the reading of a parameter from the pairs of a query, of cookies or of a form. */
export function pairReader(
  parameter: ParameterDescriptor,
  path: string,
  claimed: ClaimedNames,
  decode: Decoder = decodeFormText,
): PairReading {
  const { type, allowEmptyValue } = parameter;
  const read = valueReader(parameter, path, claimed, decode);
  return allowEmptyValue !== true || type.types.includes('string')
    ? read
    : emptyValueReader(parameter, read);
}

/** Reads `name=` without a value. A required parameter is then an empty list or object; other parameters are absent. */
function emptyValueReader(
  { name, type, required }: ParameterDescriptor,
  read: PairReading,
): PairReading {
  const isNamedAlone = ({ name: pairName, raw }: RawPair): boolean =>
    pairName === name && raw === '';
  return (pairs, violations) => {
    const countBefore = violations.length;
    const valued = pairs.filter((pair) => !isNamedAlone(pair));
    const value = read(valued, violations);
    const isEmpty = value === undefined && violations.length === countBefore;
    return isEmpty && required === true && valued.length < pairs.length ? emptyValue(type) : value;
  };
}

function emptyValue(type: WireType): unknown {
  if (type.types.includes('array')) return [];
  if (!type.types.includes('object')) return undefined;
  const value: unknown = Object.create(null);
  addEmpty(value, type);
  return value;
}

/** Prepares the reading of a parameter whose value is given. */
function valueReader(
  parameter: ParameterDescriptor,
  path: string,
  claimed: ClaimedNames,
  decode: Decoder,
): PairReading {
  const { name, type } = parameter;
  if (parameter.content === undefined && styleOf(parameter) === 'deepObject') {
    return (pairs, violations) => readDeepObject(pairs, name, type, path, violations, decode);
  }
  const isList = type.types.includes('array');
  const isExploded = explodes(parameter) && parameter.content === undefined;
  const readNamed: PairReading = (pairs, violations) => {
    const matches = pairs.filter((pair) => pair.name === name);
    const [first] = matches;
    if (first === undefined) return undefined;
    if (matches.length > 1 && !(isExploded && isList)) {
      violations.push(repeated(path));
      return undefined;
    }
    if (!isExploded) return readText(parameter, first.raw, path, violations, decode);
    const texts: Texts = {
      scalar: () => (matches.length === 1 ? decode(first.raw, path) : undefined),
      list: () => matches.map((pair) => decode(pair.raw, path)),
      members: () => undefined,
    };
    return readTyped(texts, type, path, violations);
  };
  if (!isSpread(parameter)) return readNamed;
  const readMembers: PairReading = (pairs, violations) =>
    readSpread(pairs, parameter, path, claimed, violations, decode);
  // If the type also allows other values than objects, those are sent under the parameter's own name.
  return hasOwnName(parameter)
    ? (pairs, violations) => readMembers(pairs, violations) ?? readNamed(pairs, violations)
    : readMembers;
}

/** Reads an exploded object: each property is a separate pair. */
function readSpread(
  pairs: readonly RawPair[],
  parameter: ParameterDescriptor,
  path: string,
  claimed: ClaimedNames,
  violations: FaultViolation[],
  decode: Decoder,
): unknown {
  const { type } = parameter;
  const { properties = {}, additional } = type;
  const ownPairs = pairs.filter(
    ({ name }) =>
      Object.hasOwn(properties, name) || (additional !== undefined && !isClaimed(name, claimed)),
  );
  if (ownPairs.length === 0) return undefined;
  return readForm(ownPairs, type, path, violations, decode);
}

function readContent(
  parameter: ParameterDescriptor,
  text: string,
  path: string,
  violations: FaultViolation[],
): unknown {
  if (parameter.content?.codec !== 'json') {
    return readTyped(
      { scalar: () => text, list: () => undefined, members: () => undefined },
      textType,
      path,
      violations,
    );
  }
  try {
    return parseStrictJson(text, parameter.content.integers);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    violations.push({
      path,
      keyword: 'syntax',
      message: `expected JSON; there is an error at offset ${error.offset}`,
    });
    return undefined;
  }
}

/** Reads a parameter from a single text. */
export function readText(
  parameter: ParameterDescriptor,
  raw: string,
  path: string,
  violations: FaultViolation[],
  decode: Decoder,
): unknown {
  if (parameter.content !== undefined)
    return readContent(parameter, decode(raw, path), path, violations);
  const decoder = styleDecoder(parameter);
  const texts: Texts = {
    scalar: () => decoded(decoder.scalar(raw), path, decode),
    list: () => decoder.list(raw)?.map((text) => decode(text, path)),
    members: () =>
      decoder
        .members(raw)
        ?.map(([name, text]) => [decode(name, path), decode(text, path)] as const),
  };
  return readTyped(texts, parameter.type, path, violations);
}

function decoded(raw: string | undefined, path: string, decode: Decoder): string | undefined {
  return raw === undefined ? undefined : decode(raw, path);
}
