import { camelCase, upperFirst, wordsOf } from '../../plan/names/words.js';
import { isTypeOnly, type Check } from '../check.js';
import { allTypes, typeNames } from '../type-set.js';

/**
 * Names a check after its content if that is simple: `StringOrNull`, `DateTime`. Many schemas share
 * such a check, so it is named after none of them.
 */
export function contentName(check: Check): string | undefined {
  const names = typeNames(check.types);
  if (check.types === allTypes || check.types === 0) return undefined;
  if (isTypeOnly(check)) return names.map(upperFirst).join('Or');
  const [format] = check.string;
  const { literals, number, array, object, any: anyType } = check;
  const isFormat =
    format?.keyword === 'format' &&
    check.string.length === 1 &&
    literals === undefined &&
    number.length + array.length + object.length + anyType.length === 0;
  if (!isFormat || names[0] !== 'string') return undefined;
  const kinds = [camelCase(wordsOf(format.name)), ...names.slice(1)];
  return kinds.map(upperFirst).join('Or');
}
