import { defineError, defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { StateTable } from '../../model/api.js';
import type { Rule } from '../rule.js';
import { valuesOf } from '../applicable-schemas.js';

const unknownState: DiagnosticType<{ default: { state: string }; noValues: void }> = defineError(
  'unknown-state',
  {
    default: ({ state }) => `"${state}" is not a value of this schema`,
    noValues: () => '"x-state" needs a schema that lists values',
  },
);

const unreachableState: DiagnosticType<{ default: { state: string } }> = defineWarning(
  'unreachable-state',
  {
    default: ({ state }) => `"${state}" cannot be reached from the initial states`,
  },
);

/** The states of `x-state` are values of the schema, and each is reachable. */
export const stateTableRule: Rule = {
  diagnostics: [unknownState, unreachableState],
  check(api, reporter) {
    for (const table of api.states) {
      const schema = api.schemas.get(table.schema);
      if (schema === undefined) continue;
      const origin = childOrigin(schema.origin, 'x-state');
      const listed = valuesOf(api.schemas, table.schema);
      if (listed === undefined) {
        reporter.report(unknownState.noValues(), origin, {
          part: 'key',
          hint: 'list the states in "enum"',
        });
        continue;
      }
      const values = listed.values.filter((value) => typeof value === 'string');
      const check = (
        state: string,
        keys: readonly (string | number)[],
        part: 'key' | 'value',
      ): void => {
        if (values.includes(state)) return;
        reporter.report(unknownState.default({ state }), childOrigin(origin, ...keys), {
          part,
          ...didYouMean(state, values),
        });
      };
      table.initial.forEach((state, index) => check(state, ['initial', index], 'value'));
      for (const [from, to] of table.transitions) {
        check(from, ['transitions', from], 'key');
        to.forEach((state, index) => check(state, ['transitions', from, index], 'value'));
      }
      const reached = reachable(table);
      for (const value of table.initial.length === 0 ? [] : values) {
        if (reached.has(value)) continue;
        reporter.report(unreachableState.default({ state: value }), origin, { part: 'key' });
      }
    }
  },
};

function reachable(table: StateTable): ReadonlySet<string> {
  const reached = new Set(table.initial);
  for (const state of reached) {
    const [, next = []] = table.transitions.find(([from]) => from === state) ?? [];
    next.forEach((value) => reached.add(value));
  }
  return reached;
}
