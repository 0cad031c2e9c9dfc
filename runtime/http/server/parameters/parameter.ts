import type { ParameterDescriptor } from '../../../core/descriptor.js';
import { headerValues, withoutSpace } from '../../../core/headers.js';
import { type ClaimedNames, styleOf } from '../../../core/parameters/claimed-names.js';
import type { FaultViolation } from '../../../core/server/fault.js';
import {
  type CookiePair,
  decodeFormText,
  decodePercent,
  type RawPair,
} from '../../../core/server/query.js';
import { readFormPairs } from '../forms/form-body.js';
import { repeated } from '../read-typed.js';
import { type Decoder, pairReader, readText } from './pair-reader.js';

/** The raw parameters of one request. */
export interface ParameterSource {
  /** Raw texts of path parameters by index of the parameter. */
  readonly path: ReadonlyMap<number, string>;
  readonly query: readonly RawPair[];
  readonly queryText: string | undefined;
  readonly cookies: readonly CookiePair[];
  /** Headers as raw pairs. */
  readonly headers: readonly string[];
}

/** Reads one parameter. Returns `undefined` if it is absent or, after adding a violation, if it is invalid. */
export type ParameterReader = (source: ParameterSource, violations: FaultViolation[]) => unknown;

/** Location of a parameter in violations: `query/limit`. */
export function locationOf({ in: location, name }: ParameterDescriptor): string {
  return `${location === 'querystring' ? 'query' : location}/${name}`;
}

/** Prepares the reading of one parameter. `path` is its location in violations. */
export function parameterReader(
  parameter: ParameterDescriptor,
  index: number,
  claimed: ClaimedNames,
  path: string = locationOf(parameter),
): ParameterReader {
  const read = readerOf(parameter, index, path, claimed);
  if (parameter.required !== true) return read;
  return (source, violations) => {
    const countBefore = violations.length;
    const value = read(source, violations);
    if (value === undefined && violations.length === countBefore) {
      violations.push({ path, keyword: 'required', message: 'expected to be present' });
    }
    return value;
  };
}

function readerOf(
  parameter: ParameterDescriptor,
  index: number,
  path: string,
  claimed: ClaimedNames,
): ParameterReader {
  switch (parameter.in) {
    case 'path':
      return (source, violations) => {
        const raw = source.path.get(index);
        return raw === undefined
          ? undefined
          : readText(parameter, raw, path, violations, decodePercent);
      };
    case 'header':
      return headerReader(parameter, path);
    case 'query': {
      const readPairs = pairReader(parameter, path, claimed, queryDecoder(parameter));
      return (source, violations) => readPairs(source.query, violations);
    }
    case 'cookie': {
      const plain = styleOf(parameter) === 'cookie';
      const readPairs = pairReader(parameter, path, claimed, plain ? (raw) => raw : decodePercent);
      if (!plain) return (source, violations) => readPairs(source.cookies, violations);
      return ({ cookies }, violations) =>
        readPairs(
          cookies.map(({ rawName, raw }) => ({ name: rawName, raw })),
          violations,
        );
    }
    case 'querystring': {
      const { content } = parameter;
      return (source, violations) => {
        if (source.queryText === undefined) return undefined;
        if (content?.codec === 'form')
          return readFormPairs(content, source.query, path, violations, parameter.type);
        return readText(parameter, source.queryText, path, violations, decodeFormText);
      };
    }
  }
}

/** With `allowReserved`, `+` is a literal character and not a space. */
function queryDecoder(parameter: ParameterDescriptor): Decoder {
  return parameter.allowReserved === true ? decodePercent : decodeFormText;
}

/** Header values are not percent-encoded; several lines form one list (RFC 9110 section 5.3). */
function headerReader(parameter: ParameterDescriptor, path: string): ParameterReader {
  const allowsMany = parameter.type.types.some((name) => name === 'array' || name === 'object');
  return (source, violations) => {
    const lines = headerValues(source.headers, parameter.name);
    if (lines.length === 0) return undefined;
    if (lines.length > 1 && (!allowsMany || parameter.content !== undefined)) {
      violations.push(repeated(path));
      return undefined;
    }
    return readText(parameter, lines.join(','), path, violations, withoutSpace);
  };
}
