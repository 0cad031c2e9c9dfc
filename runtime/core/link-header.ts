/** One link of a `Link` header (RFC 8288 section 3). */
interface Link {
  readonly target: string;
  /** Relation types, in lower case. */
  readonly relations: readonly string[];
}

const element =
  /[ \t]*<([^<>]*)>((?:[ \t]*;[ \t]*(?:[^\s;,="]+(?:[ \t]*=[ \t]*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)?)*)[ \t]*(?:,|$)|[^,]*(?:,|$)/y;
const relation = /;[ \t]*rel[ \t]*=[ \t]*(?:"([^"]*)"|([^\s;,"]+))/i;

/**
 * Returns the target of the first link with the given relation type, as written, or `undefined`. Malformed links are skipped.
 *
 * @example linkTarget('<https://a.example/?page=2>; rel="next"', 'next') // 'https://a.example/?page=2'
 */
export function linkTarget(field: string, type: string): string | undefined {
  return linksOf(field).find(({ relations }) => relations.includes(type.toLowerCase()))?.target;
}

function linksOf(field: string): readonly Link[] {
  const links: Link[] = [];
  let at = 0;
  while (at < field.length) {
    element.lastIndex = at;
    const match = element.exec(field);
    if (match === null || element.lastIndex === at) break;
    at = element.lastIndex;
    const [, target, parameters = ''] = match;
    if (target === undefined) continue;
    // Only the first `rel` counts (section 3.3).
    const rel = relation.exec(parameters);
    const relations = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/[ \t]+/);
    links.push({ target, relations });
  }
  return links;
}
