import { childOrigin } from '../core/origin.js';
import type { OptionType } from './option.js';
import { readMembers, readText } from './read-members.js';

/** Paths of templates by the name of the page that each replaces. */
export type TemplatesRequest = Readonly<Record<string, string>>;

/** An object with paths. The names of pages are checked when the pages are rendered. */
export const templatesType: OptionType<TemplatesRequest> = {
  schema: {
    type: 'object',
    minProperties: 1,
    additionalProperties: { type: 'string', minLength: 1 },
  },
  read(value, origin, reporter) {
    const optional =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.keys(value)
        : [];
    const members = readMembers(value, origin, { required: [], optional }, reporter);
    if (members === undefined) return undefined;
    return Object.fromEntries(
      Object.entries(members).flatMap(([page, path]) => {
        const text = readText(path, childOrigin(origin, page), reporter);
        return text === undefined ? [] : [[page, text] as const];
      }),
    );
  },
};
