import { code } from '../../code.js';
import type { ConvertedPart } from '../check.js';
import { any, holds, not } from '../condition.js';
import { broken, fails } from '../fail.js';
import type { KeywordPrinter } from '../frame.js';
import { alternatives, typePhrase } from '../phrase.js';
import { typeTest } from '../type-test.js';

/** A text that is something else in a program, or a value of the other types that the schema allows. */
export const converted: KeywordPrinter<ConvertedPart> = {
  guard({ formats, bytes, types, said }, subject, frame) {
    const { value } = subject;
    const { printing } = frame;
    const tests = formats.map((format) => holds(printing.converted(format, value)));
    if (bytes) tests.push(holds(code`${printing.runtime('isBytes')}(${value})`));
    const names = formats.map((format) => {
      const name = printing.convertedName(format);
      return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name} (${format})`;
    });
    const expected = alternatives([
      ...(types === 0 ? [] : [typePhrase(types)]),
      ...names,
      ...(bytes ? ['a Uint8Array', 'a Blob'] : []),
    ]);
    const test = any(...(types === 0 ? [] : [typeTest(types, value, frame)]), ...tests);
    return fails(not(test), broken(said, expected, subject, frame));
  },
};
