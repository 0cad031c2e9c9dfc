import {
  defineError,
  defineWarning,
  type DiagnosticType,
  type Reporter,
  type Sentence,
} from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { childOrigin, type Origin } from '../core/origin.js';
import { absolutePath, folderOf, joinPath, relativePath } from '../core/path.js';
import type { PackageJob } from './package-job.js';
import type { Api } from '../model/api.js';
import { appliedInPlace } from '../model/analysis/big-integer.js';
import {
  convertedFormat,
  formatsInUse,
  type ConvertedFormats,
} from '../model/analysis/converted-formats.js';
import type { KeywordSchema, SchemaId } from '../model/schema.js';
import { configValue } from '../options/config-diagnostics.js';
import { identifierName, isIdentifier } from '../plan/names/names.js';
import type { ConversionPlan, Identifier, Plan } from '../plan/plan.js';
import { runtimeNames } from '../plan/runtime-names.js';
import type { CodecsRequest } from './request.js';

/** A message that contains a date, which would have the wrong type. */
export const datesInMessages: DiagnosticType<{ default: { message: string; format: string } }> =
  defineError('dates-in-messages', {
    default: ({ message, format }) => `the message "${message}" has a ${format}, which stays text`,
  });

/** A codec module that generated code cannot import. */
export const codecModule: DiagnosticType<{ default: { name: string }; published: void }> =
  defineError('codec-module', {
    default: ({ name }) => `"${name}" does not exist`,
    published: () => 'a published package cannot import a file beside it',
  });

/** A codec for a format that the description does not have. */
export const unusedCodec: DiagnosticType<{ default: { format: string } }> = defineWarning(
  'unused-codec',
  { default: ({ format }) => `no string of the description has the format "${format}"` },
);

const asDate: ConversionPlan = { codec: runtimeNames.dates.dateTime };

/** Resolves the program types of string formats from the request or the description. Reports conversions that are not possible. */
export function resolveConversions(
  job: PackageJob,
  api: Api,
  host: Host,
  reporter: Reporter,
): Plan['conversions'] {
  const setting = job.request.dates ?? api.dates ?? 'string';
  if (setting === 'string') return new Map();
  const conversions =
    setting === 'Date' ? onlyDates : resolveCodecs(setting, job, api, host, reporter);
  const origin = (typeof setting === 'object' ? setting.origin : undefined) ?? api.origin;
  reportMessages(api, new Set(conversions.keys()), origin, reporter);
  return conversions;
}

const onlyDates: Plan['conversions'] = new Map([['date-time', asDate]]);

/**
 * Reports converted formats in messages. A feed passes messages on in wire form, and consumers of a broker are not generated code, so the
 * converted types would be wrong.
 */
function reportMessages(
  api: Api,
  formats: ConvertedFormats,
  origin: Origin,
  reporter: Reporter,
): void {
  for (const { name, payload, headers } of api.messages) {
    const reached = new Set([payload, headers].filter((id) => id !== undefined));
    // Iteration over a set includes the elements that are added meanwhile.
    for (const id of reached) {
      const schema = api.schemas.get(id);
      if (schema?.kind !== 'keywords') continue;
      for (const id of [...appliedInPlace(schema, api.schemas), ...childSchemas(schema)])
        reached.add(id);
      const format = convertedFormat(schema, formats);
      if (format === undefined) continue;
      reporter.report(datesInMessages.default({ message: name, format }), origin, {
        hint: 'describe messages in a separate package, without "dates"',
      });
      return;
    }
  }
}

function childSchemas({ keywords }: KeywordSchema): readonly SchemaId[] {
  const { properties = [], patternProperties = [], prefixItems = [] } = keywords;
  return [
    ...[...properties, ...patternProperties].map(([, id]) => id),
    ...prefixItems,
    keywords.additionalProperties,
    keywords.unevaluatedProperties,
    keywords.items,
    keywords.unevaluatedItems,
  ].filter((id) => id !== undefined);
}

function resolveCodecs(
  dates: CodecsRequest,
  job: PackageJob,
  api: Api,
  host: Host,
  reporter: Reporter,
): Plan['conversions'] {
  const origin = dates.origin ?? api.origin;
  const module = dates.module === undefined ? undefined : resolveModule(dates.module, job, host);
  if (module !== undefined && 'fault' in module) {
    reporter.report(module.fault, childOrigin(origin, 'module'), { hint: module.hint });
    return new Map();
  }
  const conversions = conversionsWith(dates, module?.from ?? '', origin, reporter);
  const used = formatsInUse(api.schemas.values(), new Set(conversions.keys()));
  for (const format of conversions.keys())
    if (!used.has(format))
      reporter.report(unusedCodec.default({ format }), childOrigin(origin, 'formats', format), {
        part: 'key',
        ...(dates.origin === undefined ? {} : formatsHint(format, api)),
      });
  return conversions;
}

function conversionsWith(
  { formats }: CodecsRequest,
  from: string,
  origin: Origin,
  reporter: Reporter,
): Plan['conversions'] {
  return new Map(
    Object.entries(formats).flatMap(([format, request]): [string, ConversionPlan][] => {
      if (request === 'Date') return [[format, asDate]];
      const name = (member: 'type' | 'codec'): Identifier | undefined => {
        if (isIdentifier(request[member]))
          return { name: identifierName(request[member]), from, typeOnly: member === 'type' };
        reporter.report(
          configValue.export({ name: request[member] }),
          childOrigin(origin, 'formats', format, member),
        );
        return undefined;
      };
      const [type, codec] = [name('type'), name('codec')];
      return type === undefined || codec === undefined ? [] : [[format, { type, codec }]];
    }),
  );
}

/** A hint that lists the string formats of the description, for a misspelt format. */
function formatsHint(format: string, api: Api): { readonly hint?: string } {
  const present = new Set<string>();
  for (const schema of api.schemas.values())
    if (schema.kind === 'keywords' && schema.keywords.type?.includes('string') === true)
      if (schema.keywords.format !== undefined) present.add(schema.keywords.format);
  present.delete(format);
  const names = [...present].sort().map((each) => `"${each}"`);
  return names.length === 0 ? {} : { hint: `it has ${names.join(', ')}` };
}

type ModuleResolution =
  | { readonly from: string }
  | { readonly fault: Sentence; readonly hint: string };

/** Resolves the import specifier of the codec module: a path relative to the output folder, or the name of a package. */
function resolveModule(
  module: string,
  { location, request }: PackageJob,
  host: Host,
): ModuleResolution {
  if (!/^\.\.?\//.test(module)) return { from: module };
  if (request.package !== undefined)
    return {
      fault: codecModule.published(),
      hint: 'name a package that exports the codecs',
    };
  const path = absolutePath(location.root, module);
  const sourcePath = path.replace(/\.js$/, '.ts');
  if ([path, sourcePath, sourcePath.replace(/\.ts$/, '.d.ts')].every((each) => !isFile(each, host)))
    return {
      fault: codecModule.default({ name: module }),
      hint: 'it exports a type and a codec for each format',
    };
  return { from: relativePath(location.out, sourcePath) };
}

function isFile(path: string, host: Host): boolean {
  return (
    host.list(folderOf(path))?.some((name) => joinPath(folderOf(path), name) === path) === true
  );
}
