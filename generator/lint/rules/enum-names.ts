import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { isParallel, listedValues, nameList } from '../../model/analysis/value-names.js';
import type { Rule } from '../rule.js';

const enumNames: DiagnosticType<{ default: { key: string; names: number; values: number } }> =
  defineWarning('enum-names', {
    default: ({ key, names, values }) =>
      `"${key}" lists ${names} names for ${values} values, and is ignored`,
  });

const KEYS = ['x-enum-varnames', 'x-enumNames'] as const;

/** A list of names has one name for each value. */
export const enumNamesRule: Rule = {
  diagnostics: [enumNames],
  check(api, reporter) {
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
      reporter.report(
        enumNames.default({ key, names: names.length, values: values.length }),
        childOrigin(schema.origin, key),
        { part: 'key' },
      );
    }
  },
};
