import { code } from '../../printer/code.js';
import type { ConvertedPart } from '../check.js';
import { any, holds, not } from '../condition.js';
import { reportKeyword, failWhen } from '../violations.js';
import type { KeywordPrinter } from '../emit-context.js';
import { alternatives, typePhrase } from '../phrase.js';
import { typeTest } from '../type-test.js';

/** A converted string, or a value of the other types that the schema allows. */
export const converted: KeywordPrinter<ConvertedPart> = {
  guard({ formats, bytes, types, sourceKeyword }, instance, context) {
    const { value } = instance;
    const { file } = context;
    const tests = formats.map((format) => holds(file.converted(format, value)));
    if (bytes) tests.push(holds(code`${file.runtime('isBytes')}(${value})`));
    const names = formats.map((format) => {
      const name = file.conversionName(format);
      return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name} (${format})`;
    });
    const expected = alternatives([
      ...(types === 0 ? [] : [typePhrase(types)]),
      ...names,
      ...(bytes ? ['a Uint8Array', 'a Blob'] : []),
    ]);
    const test = any(...(types === 0 ? [] : [typeTest(types, value, context)]), ...tests);
    return failWhen(not(test), reportKeyword(sourceKeyword, expected, instance, context));
  },
};
