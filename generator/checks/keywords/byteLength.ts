import { code } from '../../printer/code.js';
import type { ByteLengthPart } from '../check.js';
import { holds } from '../condition.js';
import { reportKeyword, failWhen } from '../violations.js';
import type { KeywordPrinter } from '../emit-context.js';
import { count } from '../phrase.js';

/**
 * `minLength` and `maxLength` of bytes. Values that are not bytes are rejected by an earlier test.
 */
export const byteLength: KeywordPrinter<ByteLengthPart> = {
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
