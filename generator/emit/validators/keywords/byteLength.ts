import { code } from '../../code.js';
import type { ByteLengthPart } from '../check.js';
import { holds } from '../condition.js';
import { broken, fails } from '../fail.js';
import type { KeywordPrinter } from '../frame.js';
import { count } from '../phrase.js';

/** `minLength` and `maxLength` of bytes; what is no bytes has been told already. */
export const byteLength: KeywordPrinter<ByteLengthPart> = {
  guard({ keyword, limit }, subject, frame) {
    const isMost = keyword === 'mostBytes';
    const test = frame.printing.runtime(isMost ? 'hasMoreBytes' : 'hasFewerBytes');
    const expected = `at ${isMost ? 'most' : 'least'} ${count(limit, 'byte')}`;
    return fails(
      holds(code`${test}(${subject.value}, ${limit})`),
      broken(isMost ? 'maxLength' : 'minLength', expected, subject, frame),
    );
  },
};
