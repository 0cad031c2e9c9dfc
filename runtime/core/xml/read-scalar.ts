import { isExact } from '../exact-numbers.js';
import { memberPointer } from '../parameters/encoding-error.js';
import type { XmlType } from '../xml-descriptor.js';
import { XmlFault } from './document.js';

/** One step of the path to a part of the value. The pointer is only built for errors. */
interface PathStep {
  readonly parent: Path;
  readonly key: string | number;
}

/** Path from the root to a part of the value. */
export type Path = PathStep | undefined;

/** JSON Pointer of a path. */
export function pointerOf(path: Path): string {
  return path === undefined ? '' : memberPointer(pointerOf(path.parent), path.key);
}

const integerText = /^[+-]?\d+$/;
const numberText = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Converts a text to the narrowest of its types that it is valid for (XML Schema part 2), or returns it unchanged. */
export function readScalar(
  text: string,
  types: ReadonlySet<XmlType> | undefined,
  path: Path,
): unknown {
  if (types === undefined) return text;
  // White space is only significant in text.
  const trimmed = types.has('string') ? text : text.trim();
  const digits = trimmed.startsWith('+') ? trimmed.slice(1) : trimmed;
  if (types.has('boolean')) {
    if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
    const isAlone = [...types].every((type) => type === 'boolean' || type === 'null');
    if (isAlone && (trimmed === '1' || trimmed === '0')) return trimmed === '1';
  }
  if (types.has('bigint') && integerText.test(trimmed) && trimmed.length <= 21) {
    const integer = BigInt(digits);
    return types.has('string') && String(integer) !== text ? text : integer;
  }
  const isNumeral =
    (types.has('number') && numberText.test(trimmed)) ||
    (types.has('integer') && integerText.test(trimmed));
  if (!isNumeral) return text;
  const number = Number(digits);
  // If text is permitted too, only the canonical form of a number is read as a number.
  if (types.has('string')) return String(number) === text ? number : text;
  if (isExact(asInJson(digits), number)) return number + 0;
  throw new XmlFault(pointerOf(path), 'a number that a double can represent');
}

/** Adds digits on both sides of the decimal point, as JSON requires. */
function asInJson(digits: string): string {
  return digits.replace(/^-?(?=\.)/, '$&0').replace(/\.(?!\d)/, '');
}
