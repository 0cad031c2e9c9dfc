import { childOrigin } from '../../core/origin.js';
import { isParallel, listedValues, nameList } from '../../model/value-words.js';
import type { Rule } from '../rule.js';

const KEYS = ['x-enum-varnames', 'x-enumNames'] as const;

/** A list of names names each of the values beside it. */
export const enumNames: Rule = (api, reporter) => {
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'boolean') continue;
    const { extensions } = schema.annotations;
    const names = nameList(schema);
    const key = KEYS.find((each) => extensions[each] === names);
    // What is wrong with values of FIX is told where they are read.
    if (!Array.isArray(names) || key === undefined || extensions['x-fix-tag'] !== undefined)
      continue;
    const values = listedValues(schema);
    if (values.length === 0 || isParallel(names, values)) continue;
    reporter.warning(
      'enum-names',
      childOrigin(schema.origin, key),
      `"${key}" lists ${names.length} names for ${values.length} values, so that none of them counts`,
      { part: 'key' },
    );
  }
};
