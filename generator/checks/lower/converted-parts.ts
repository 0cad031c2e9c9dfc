import type { PartPrinter } from '../../schema/keyword.js';
import { code } from '../../printer/code.js';
import type { ByteLengthPart, ConvertedPart } from '../check.js';
import { any, holds, isInstance, not } from '../statements/condition.js';
import { alternatives, count, typePhrase } from '../reports/phrase.js';
import { typeTest } from '../guard/type-test.js';
import { failWhen, reportKeyword } from '../reports/violations.js';

/** A converted string, or a value of the other types that the schema allows. */
const converted: PartPrinter<ConvertedPart> = {
  guard({ formats, bytes, isArray, types, sourceKeyword }, instance, context) {
    const { value } = instance;
    const { file } = context;
    const tests = formats.map((format) => holds(file.converted(format, value)));
    if (bytes)
      tests.push(
        isArray === true
          ? isInstance(value, code`Uint8Array`)
          : holds(code`${file.runtime('isBytes')}(${value})`),
      );
    const names = formats.map((format) => {
      const name = file.conversionName(format);
      return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name} (${format})`;
    });
    const expected = alternatives([
      ...(types === 0 ? [] : [typePhrase(types)]),
      ...names,
      ...(bytes ? ['a Uint8Array'] : []),
      ...(bytes && isArray !== true ? ['a Blob'] : []),
    ]);
    const test = any(...(types === 0 ? [] : [typeTest(types, value, context)]), ...tests);
    return failWhen(not(test), reportKeyword(sourceKeyword, expected, instance, context));
  },
};

/**
 * `minLength` and `maxLength` of bytes. Values that are not bytes are rejected by an earlier test.
 */
const byteLength: PartPrinter<ByteLengthPart> = {
  guard({ keyword, limit }, instance, context) {
    const isUpper = keyword === 'mostBytes';
    const test = context.file.runtime(isUpper ? 'hasMoreBytes' : 'hasFewerBytes');
    const expected = `at ${isUpper ? 'most' : 'least'} ${count(limit, 'byte')}`;
    return failWhen(
      holds(code`${test}(${instance.value}, ${limit})`),
      reportKeyword(isUpper ? 'maxLength' : 'minLength', expected, instance, context),
    );
  },
};

/** Printers of parts that no single keyword has: constraints of converted strings and of bytes. */
export const convertedParts: {
  readonly converted: PartPrinter<ConvertedPart>;
  readonly leastBytes: PartPrinter<ByteLengthPart>;
  readonly mostBytes: PartPrinter<ByteLengthPart>;
} = { converted, leastBytes: byteLength, mostBytes: byteLength };
