import type { ParameterDescriptor } from '../descriptor.js';
import { encodeComponent } from '../target.js';
import { EncodingError, memberPointer } from './encoding-error.js';
import type { EncodePairs } from './query.js';
import { isAbsent, primitiveText } from './value-text.js';

/** Prepares a query parameter with a single value, or a list whose items become separate pairs. */
export function prepareSimpleQuery({ name, type, required }: ParameterDescriptor): EncodePairs {
  const pointer = memberPointer('/query', name);
  const start = `${encodeComponent(name)}=`;
  return (value) => {
    const values: readonly unknown[] = Array.isArray(value)
      ? value
      : [isAbsent(value, type) ? undefined : value];
    const result = values.flatMap((item, index) =>
      item === undefined
        ? []
        : [
            start +
              encodeComponent(
                primitiveText(item, Array.isArray(value) ? memberPointer(pointer, index) : pointer),
              ),
          ],
    );
    if (required === true && result.length === 0)
      throw new EncodingError(pointer, 'given', 'required');
    return result;
  };
}
