import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { suggest } from '../../core/suggestion.js';
import { definedFormats } from '../../model/formats.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { Rule } from '../rule.js';

const unknownFormat: DiagnosticType<{ default: { format: string; others: number } }> =
  defineWarning('unknown-format', {
    default: ({ format, others }) =>
      `${JSON.stringify(format)} is not a known format, and is ignored${countOthers(others)}`,
  });

/**
 * A format is defined by a specification, or listed in the configuration. Any other format is reported once, at its first use, because
 * documents usually repeat it.
 */
export const unknownFormatRule: Rule = {
  diagnostics: [unknownFormat],
  check(api, reporter, { formats = [] }) {
    const known = new Set([...definedFormats, ...formats]);
    const uses = new Map<string, { readonly first: KeywordSchema; count: number }>();
    for (const schema of api.schemas.values()) {
      const format = schema.kind === 'keywords' ? schema.keywords.format : undefined;
      if (schema.kind === 'boolean' || format === undefined || known.has(format)) continue;
      const earlier = uses.get(format);
      if (earlier === undefined) uses.set(format, { first: schema, count: 1 });
      else earlier.count += 1;
    }
    for (const [format, { first, count }] of uses) {
      reporter.report(
        unknownFormat.default({ format, others: count - 1 }),
        childOrigin(first.origin, 'format'),
        { hint: hintFor(format, known) },
      );
    }
  },
};

function countOthers(others: number): string {
  if (others === 0) return '';
  return `, here and in ${others} other ${others === 1 ? 'schema' : 'schemas'}`;
}

function hintFor(format: string, known: ReadonlySet<string>): string {
  if (types.has(format)) return `"${format}" is a type: omit the format`;
  const plain = normalised(format);
  const suggestion =
    [...known].find((each) => normalised(each) === plain) ??
    (Object.hasOwn(otherNames, plain) ? otherNames[plain] : undefined) ??
    suggest(format, known);
  return suggestion === undefined
    ? 'if you define it, list it in the config file: formats'
    : `did you mean "${suggestion}"?`;
}

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** Normalises spellings: `dateTime`, `date_time` and `DATE-TIME` are equal. */
function normalised(format: string): string {
  return format.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Common other names of formats, normalised. */
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
