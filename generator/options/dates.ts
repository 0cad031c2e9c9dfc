import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, type Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { configValue, emptyConfigValue, wrongConfigType } from './config-diagnostics.js';
import type { OptionType } from './option.js';
import { readMembers, readText } from './read-members.js';

/** Types of dates: strings, `Date` for `date-time`, or the types of a codec module. */
export type DatesRequest = 'string' | 'Date' | CodecsRequest;

/** Program types of strings, by format: `date-time`, `date`, or any other. */
export interface CodecsRequest {
  /** Module that exports the types and codecs: a package, or a file relative to the host's `cwd` or to the config file. */
  readonly module?: string;
  readonly formats: { readonly [format: string]: CodecRequest };
  /** Origin of this setting, for diagnostics. */
  readonly origin?: Origin;
}

/** `Date`, for `date-time` only, or two exports of the module: a type and its `TextCodec`. */
export type CodecRequest = 'Date' | { readonly type: string; readonly codec: string };

/** `string`, `Date`, or codecs by format. */
export const datesType: OptionType<DatesRequest> = {
  schema: {
    oneOf: [
      { enum: ['string', 'Date'] },
      {
        type: 'object',
        required: ['formats'],
        additionalProperties: false,
        properties: {
          module: {
            description:
              'Module that exports the types and codecs: a file, such as ./codecs.js, or a package.',
            type: 'string',
            minLength: 1,
          },
          formats: {
            description:
              'Date, or the names of an exported type and its codec, by format, such as date-time or date.',
            type: 'object',
            minProperties: 1,
            additionalProperties: {
              oneOf: [
                { const: 'Date' },
                {
                  type: 'object',
                  required: ['type', 'codec'],
                  additionalProperties: false,
                  properties: {
                    type: { type: 'string', minLength: 1 },
                    codec: { type: 'string', minLength: 1 },
                  },
                },
              ],
            },
          },
        },
      },
    ],
  },
  read: readDates,
};

/** Reads `dates` of a package: `string`, `Date`, or codecs by format. */
function readDates(value: Json, origin: Origin, reporter: Reporter): DatesRequest | undefined {
  if (value === 'string' || value === 'Date') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    reporter.report(configValue.dates(), origin, {
      hint: 'an object has "formats", and the "module" of their codecs',
    });
    return undefined;
  }
  const allowedMembers = { required: ['formats'], optional: ['module'] };
  const members = readMembers(value, origin, allowedMembers, reporter);
  const module = readText(members?.['module'], childOrigin(origin, 'module'), reporter);
  const formatsOrigin = childOrigin(origin, 'formats');
  const formats = readFormats(members?.['formats'], formatsOrigin, reporter);
  const [firstCodec] = Object.entries(formats).find(([, codec]) => codec !== 'Date') ?? [];
  if (firstCodec !== undefined && members?.['module'] === undefined)
    reporter.report(configValue.codecWithoutModule(), childOrigin(formatsOrigin, firstCodec));
  if (firstCodec === undefined && module !== undefined && Object.keys(formats).length > 0)
    reporter.report(configValue.unusedModule(), childOrigin(origin, 'module'));
  if (module !== undefined && !isModule(module))
    reporter.report(configValue.module({ name: module }), childOrigin(origin, 'module'), {
      hint: 'write ./codecs.js, or @acme/codecs',
    });
  return { formats, ...(module === undefined ? {} : { module }), origin };
}

function readFormats(
  value: Json | undefined,
  origin: Origin,
  reporter: Reporter,
): Readonly<Record<string, CodecRequest>> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const expected = 'an object with a codec for each format';
    reporter.report(wrongConfigType(value, origin, expected), origin);
    return {};
  }
  if (Object.keys(value).length === 0) reporter.report(emptyConfigValue(origin), origin);
  return Object.fromEntries(
    Object.entries(value).flatMap(([format, value]) => {
      const codec = readCodec(format, value, childOrigin(origin, format), reporter);
      return codec === undefined ? [] : [[format, codec] as const];
    }),
  );
}

function readCodec(
  format: string,
  value: Json,
  origin: Origin,
  reporter: Reporter,
): CodecRequest | undefined {
  if (value === 'Date' && format === 'date-time') return value;
  if (value === 'Date') {
    reporter.report(configValue.date({ format }), origin, {
      hint: 'only a date-time is an instant; name the "type" and the "codec" of another format',
    });
    return undefined;
  }
  const members = readMembers(
    value,
    origin,
    { required: ['type', 'codec'], optional: [] },
    reporter,
  );
  const name = (member: 'type' | 'codec'): string | undefined =>
    readText(members?.[member], childOrigin(origin, member), reporter);
  const [type, codec] = [name('type'), name('codec')];
  return type === undefined || codec === undefined ? undefined : { type, codec };
}

/** True for a relative path, and for a package name with an optional subpath. */
function isModule(module: string): boolean {
  if (/^\.\.?\//.test(module)) return /^[\w./@-]+\.[jt]s$/.test(module);
  return /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:\/[\w.~-]+)*$/.test(module);
}
