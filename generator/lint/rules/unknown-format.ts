import { childOrigin } from '../../core/origin.js';
import { suggest } from '../../core/suggestion.js';
import { definedFormats } from '../../model/formats.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { Rule } from '../rule.js';

/**
 * A format is one that is defined somewhere, or one of the author's own, who names it. Any other is told once, where it stands first:
 * documents that have one have it everywhere.
 */
export function unknownFormat(own: readonly string[] = []): Rule {
  const known = new Set([...definedFormats, ...own]);
  return (api, reporter) => {
    const found = new Map<string, { readonly first: KeywordSchema; count: number }>();
    for (const schema of api.schemas.values()) {
      const format = schema.kind === 'keywords' ? schema.keywords.format : undefined;
      if (schema.kind === 'boolean' || format === undefined || known.has(format)) continue;
      const before = found.get(format);
      if (before === undefined) found.set(format, { first: schema, count: 1 });
      else before.count += 1;
    }
    for (const [format, { first, count }] of found) {
      reporter.warning(
        'unknown-format',
        childOrigin(first.origin, 'format'),
        `${JSON.stringify(format)} is no format that is defined anywhere, and nothing follows from it${elsewhere(count - 1)}`,
        { hint: hintFor(format, known) },
      );
    }
  };
}

function elsewhere(others: number): string {
  if (others === 0) return '';
  return `, here and at ${others} other ${others === 1 ? 'place' : 'places'}`;
}

function hintFor(format: string, known: ReadonlySet<string>): string {
  if (types.has(format)) return `"${format}" is a type: leave the format out`;
  const plain = plainOf(format);
  const meant =
    [...known].find((each) => plainOf(each) === plain) ??
    (Object.hasOwn(otherNames, plain) ? otherNames[plain] : undefined) ??
    suggest(format, known);
  return meant === undefined
    ? 'if it is one of yours, name it in the config file: formats'
    : `did you mean "${meant}"?`;
}

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** `dateTime`, `date_time` and `DATE-TIME` are one. */
function plainOf(format: string): string {
  return format.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** What people write for formats that are called otherwise. */
const otherNames: Readonly<Record<string, string>> = {
  base64: 'byte',
  bigint: 'int64',
  fulldate: 'date',
  guid: 'uuid',
  int: 'int32',
  ip: 'ipv4',
  ipaddress: 'ipv4',
  iso8601: 'date-time',
  iso8601date: 'date',
  long: 'int64',
  mail: 'email',
  emailaddress: 'email',
  markdown: 'commonmark',
  rfc3339: 'date-time',
  timestamp: 'date-time',
  unixtimestamp: 'unixtime',
  url: 'uri',
};
