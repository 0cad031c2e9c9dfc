import type { PackageOption } from './option.js';
import { parseList } from './package-values.js';
import { texts } from './value-types.js';

/** Schemas of strings and numbers whose types get a brand, by name; `*` stands for any text. Default: those with `x-brand`. */
export const brand: PackageOption<readonly string[]> = {
  summary:
    'Schemas of strings and numbers whose types accept no other strings and numbers, by name. * stands for any text. Default: those with x-brand.',
  page: 'brands.md',
  type: texts,
  flags: [
    {
      syntax: '--brand <list>',
      summary: 'make types of these schemas accept no other values, such as PolicyId,*Key',
      usage: '--brand must be a list of names, separated by commas',
      parse: parseList,
    },
  ],
};
