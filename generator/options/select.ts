import { childOrigin } from '../core/origin.js';
import type { Selection } from '../model/select.js';
import type { OptionFlag, OptionType } from './option.js';
import { readMembers } from './read-members.js';
import { texts } from './value-types.js';

const kinds = ['tags', 'paths', 'operations', 'schemas'] as const;

/** Operations and schemas to generate, with what they depend on. */
export const selectType: OptionType<Selection> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(kinds.map((kind) => [kind, texts.schema])),
  },
  read(value, origin, reporter) {
    const members = readMembers(value, origin, { required: [], optional: kinds }, reporter);
    if (members === undefined) return undefined;
    return Object.fromEntries(
      kinds.flatMap((kind) => {
        const member = members[kind];
        const read =
          member === undefined
            ? undefined
            : texts.read(member, childOrigin(origin, kind), reporter);
        return read === undefined ? [] : [[kind, read] as const];
      }),
    );
  },
};

/** A repeatable flag that adds to one of the lists. */
export function selectFlag(
  syntax: string,
  kind: (typeof kinds)[number],
  summary: string,
): OptionFlag<Selection> {
  return {
    syntax,
    summary,
    isRepeatable: true,
    parse: (value, previous) => ({ [kind]: [...(previous?.[kind] ?? []), value] }),
  };
}
