import { code } from '../../code.js';
import type { ObjectPart } from '../check.js';
import { partOf, type KeywordPrinter } from '../frame.js';
import { guardTarget, refusalOf } from '../guard.js';
import type { Statement } from '../statement.js';
import { mentions } from '../uses.js';

type Part = Extract<ObjectPart, { readonly keyword: 'propertyNames' }>;

/** Core 10.3.2.4: every name is checked as a string. */
export const propertyNames: KeywordPrinter<Part> = {
  guard({ target }, subject, frame) {
    const text = frame.local('name');
    const key = frame.local('key');
    const name = {
      ...partOf(subject, key, { kind: 'name', name: text }),
      // What is found is no value of the member, which a reader of its place would take it for.
      branch: 'its name',
    };
    const inside = guardTarget(target, name, frame, refusalOf('propertyNames', 'no members'));
    if (inside.length === 0) return [];
    const read = code`const ${key}: unknown = ${text};`;
    const body: readonly Statement[] = mentions(inside, key) ? [read, ...inside] : inside;
    const names = code`${frame.printing.runtime('memberNames')}(${subject.value})`;
    return [{ kind: 'block', head: code`for (const ${text} of ${names})`, body }];
  },
};
