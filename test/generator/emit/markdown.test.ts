import { describe, expect, it } from 'vitest';
import { markdownProse } from '../../../generator/typescript/markdown.js';

describe('markdownProse', () => {
  it.each([
    ['Zeros are refused.', 'Zeros are refused.'],
    ['`size`, and  `funds`\n of `a|b`', '`size`, and `funds` of `a b`'],
    ['<img src=x> & [a](b) # *c* _d_', '\\<img src=x\\> \\& \\[a\\](b) \\# \\*c\\* \\_d\\_'],
    ['one ` alone', 'one \\` alone'],
    ['`a` | `b`c`', '`a` \\| `b`c\\`'],
    ['`<script>`', '`<script>`'],
  ])('escapes %j as %j', (text, want) => {
    expect(markdownProse(text)).toBe(want);
  });
});
