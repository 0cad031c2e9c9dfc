import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, type Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { CodecRequest, DatesRequest } from '../request.js';
import { membersOf, textOf } from './members.js';

/** The `dates` of a package: `string`, `Date`, or codecs by format. */
export function datesOf(
  value: Json | undefined,
  origin: Origin,
  report: Reporter,
): DatesRequest | undefined {
  if (value === undefined || value === 'string' || value === 'Date') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report.error('config-value', origin, '"dates" is neither string nor Date nor an object', {
      hint: 'an object has "formats", and the "module" of their codecs',
    });
    return undefined;
  }
  const known = { required: ['formats'], optional: ['module'] };
  const members = membersOf(value, origin, known, report);
  const module = textOf(members?.['module'], childOrigin(origin, 'module'), report);
  const place = childOrigin(origin, 'formats');
  const formats = formatsOf(members?.['formats'], place, report);
  const [named] = Object.entries(formats).find(([, codec]) => codec !== 'Date') ?? [];
  if (named !== undefined && members?.['module'] === undefined)
    report.error('config-value', childOrigin(place, named), 'no "module" exports this codec');
  if (named === undefined && module !== undefined && Object.keys(formats).length > 0)
    report.error('config-value', childOrigin(origin, 'module'), 'no format has a codec of it');
  if (module !== undefined && !isModule(module))
    report.error(
      'config-value',
      childOrigin(origin, 'module'),
      `"${module}" is neither a file nor a package`,
      { hint: 'write ./codecs.js, or @acme/codecs' },
    );
  return { formats, ...(module === undefined ? {} : { module }), origin };
}

function formatsOf(
  value: Json | undefined,
  origin: Origin,
  report: Reporter,
): Readonly<Record<string, CodecRequest>> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    report.error('config-value', origin, 'an object belongs here, with a codec for each format');
    return {};
  }
  if (Object.keys(value).length === 0) report.error('config-value', origin, 'no format is named');
  return Object.fromEntries(
    Object.entries(value).flatMap(([format, said]) => {
      const codec = codecOf(format, said, childOrigin(origin, format), report);
      return codec === undefined ? [] : [[format, codec] as const];
    }),
  );
}

function codecOf(
  format: string,
  value: Json,
  origin: Origin,
  report: Reporter,
): CodecRequest | undefined {
  if (value === 'Date' && format === 'date-time') return value;
  if (value === 'Date') {
    report.error('config-value', origin, `a Date is no "${format}"`, {
      hint: 'only a date-time is an instant; name the "type" and the "codec" of another format',
    });
    return undefined;
  }
  const members = membersOf(value, origin, { required: ['type', 'codec'], optional: [] }, report);
  const name = (member: 'type' | 'codec'): string | undefined =>
    textOf(members?.[member], childOrigin(origin, member), report);
  const [type, codec] = [name('type'), name('codec')];
  return type === undefined || codec === undefined ? undefined : { type, codec };
}

/** A file by its path, or a package with or without a path in it. */
function isModule(module: string): boolean {
  if (/^\.\.?\//.test(module)) return /^[\w./@-]+\.[jt]s$/.test(module);
  return /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:\/[\w.~-]+)*$/.test(module);
}
