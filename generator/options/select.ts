import { childOrigin } from '../core/origin.js';
import type { Selection } from '../model/select.js';
import type { OptionFlag, OptionType } from './option.js';
import { readMembers } from './read-members.js';
import { flag, texts } from './value-types.js';

const kinds = [
  'tags',
  'paths',
  'operations',
  'schemas',
  'excludeTags',
  'excludePaths',
  'excludeOperations',
] as const;

/** Operations and schemas to generate, with what they depend on, and operations to leave out. */
export const selectType: OptionType<Selection> = {
  schema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(kinds.map((kind) => [kind, texts.schema])),
      deprecated: { type: 'boolean' },
    },
  },
  read(value, origin, reporter) {
    const optional = [...kinds, 'deprecated'];
    const members = readMembers(value, origin, { required: [], optional }, reporter);
    if (members === undefined) return undefined;
    const patterns = kinds.flatMap((kind) => {
      const member = members[kind];
      const read =
        member === undefined ? undefined : texts.read(member, childOrigin(origin, kind), reporter);
      return read === undefined ? [] : [[kind, read] as const];
    });
    const { deprecated: member } = members;
    const deprecated =
      member === undefined
        ? undefined
        : flag.read(member, childOrigin(origin, 'deprecated'), reporter);
    return { ...Object.fromEntries(patterns), ...(deprecated !== undefined && { deprecated }) };
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
