import type { Documentation } from '../model/api.js';
import type { Change } from '../model/changelog.js';
import type { Json } from '../model/schema.js';
import { redacted } from '../core/address.js';
import { code, type Text, commentLines, join, type Code } from '../printer/code.js';

/** Optional sections of a doc comment. */
export interface DocblockDetails {
  /** Descriptions of single values (`x-enum-descriptions`), in order. */
  readonly values?: readonly { readonly value: string; readonly text: string }[];
  /** Changes, newest first (`x-changelog`). */
  readonly changes?: readonly Change[];
}

/**
 * Content of a doc comment: the document's prose unchanged, then tags. Empty if there is nothing to
 * document, so that it can be spread into `docs`.
 */
export function docblock(
  documentation: Partial<Documentation>,
  details: DocblockDetails = {},
): readonly Text[] {
  const { title, description, deprecated, externalDocs, examples = [] } = documentation;
  const prose = description?.text.trim() || title?.trim() || '';
  const { values: describedValues = [] } = details;
  if (describedValues.length === 0 && !hasTags(documentation)) {
    return prose === '' ? [] : [join(commentLines(prose), '\n')];
  }
  const values = describedValues.flatMap(({ value, text }) => listEntry(value, text));
  const fallback = documentation.default;
  const tags: readonly Text[] = [
    ...(deprecated === true ? [code`@deprecated`] : []),
    ...(fallback === undefined ? [] : [code`@default ${jsonText(fallback.value)}`]),
    ...(examples[0] === undefined ? [] : [code`@example ${jsonText(examples[0])}`]),
    ...(externalDocs === undefined
      ? []
      : [
          code`@see ${oneLine([redacted(externalDocs.url), externalDocs.description ?? ''].join(' '))}`,
        ]),
  ];
  const sections = [
    ...(prose === '' ? [] : [join(commentLines(prose), '\n')]),
    ...(values.length === 0 ? [] : [join(values, '\n')]),
    ...changeDocs(details.changes ?? []),
    ...(tags.length === 0 ? [] : [join(tags, '\n')]),
  ];
  return sections.length === 0 ? [] : [join(sections, '\n\n')];
}

function hasTags({
  deprecated,
  externalDocs,
  examples,
  default: fallback,
}: Partial<Documentation>): boolean {
  return (
    deprecated === true ||
    externalDocs !== undefined ||
    fallback !== undefined ||
    (examples !== undefined && examples[0] !== undefined)
  );
}

function listEntry(value: string, text: string): readonly Text[] {
  const [first, ...rest] = commentLines(text.trim());
  const name = oneLine(value);
  return [
    code`- \`${name}\`: ${first ?? code``}`,
    ...rest.map((line) => (line === '' ? line : code`  ${line}`)),
  ];
}

function jsonText(value: Json): Text {
  return oneLine(typeof value === 'bigint' ? String(value) : JSON.stringify(value));
}

/** Text on one line of a comment. */
function oneLine(text: string): Text {
  return join(commentLines(text.replace(/\s+/gu, ' ').trim()), '');
}

/** Formats changes as a section of a doc comment. Empty if there are none. */
export function changeDocs(changes: readonly Change[]): readonly Text[] {
  if (changes.length === 0) return [];
  const entries = changes.flatMap(({ date, text }) => {
    const [first = code``, ...rest] = commentLines(text.trim());
    const day = join(commentLines(date), '');
    return [
      code`- ${day}: ${first}`,
      ...rest.map((line) => (line === '' ? line : code`  ${line}`)),
    ];
  });
  return [join([code`Changes:`, ...entries], '\n')];
}

/** Doc comment with the description's prose, if there is any. */
export function docsOf(text: string | undefined): readonly Code[] {
  return text === undefined || text.trim() === '' ? [] : [join(commentLines(text.trim()), '\n')];
}
