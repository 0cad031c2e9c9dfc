import { childOrigin } from '../../core/origin.js';
import { isParallel, listedValues, nameList } from '../../model/analysis/value-names.js';
import type { Rule } from '../rule.js';

const KEYS = ['x-enum-varnames', 'x-enumNames'] as const;

/** A list of names has one name for each value. */
export const enumNames: Rule = (api, reporter) => {
  for (const schema of api.schemas.values()) {
    if (schema.kind === 'boolean') continue;
    const { extensions } = schema.annotations;
    const names = nameList(schema);
    const key = KEYS.find((each) => extensions[each] === names);
    // Names of FIX values are checked by the reader.
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
