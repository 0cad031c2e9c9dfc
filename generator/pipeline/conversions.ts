import type { Reporter } from '../core/diagnostic.js';
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
import { identifierName, isIdentifier } from '../plan/names.js';
import type { ConversionPlan, Identifier, Plan } from '../plan/plan.js';
import { runtimeNames } from '../plan/runtime-names.js';
import type { CodecsRequest } from './request.js';

const asDate: ConversionPlan = { codec: runtimeNames.dates.dateTime };

/** Resolves the program types of string formats from the request or the description. Reports conversions that are not possible. */
export function resolveConversions(
  job: PackageJob,
  api: Api,
  host: Host,
  report: Reporter,
): Plan['conversions'] {
  const setting = job.request.dates ?? api.dates ?? 'string';
  if (setting === 'string') return new Map();
  const conversions =
    setting === 'Date' ? onlyDates : resolveCodecs(setting, job, api, host, report);
  const origin = (typeof setting === 'object' ? setting.origin : undefined) ?? api.origin;
  reportMessages(api, new Set(conversions.keys()), origin, report);
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
  report: Reporter,
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
      report.error(
        'dates-in-messages',
        origin,
        `the message "${name}" has a ${format}, which stays text`,
        {
          hint: 'describe messages in a package of their own, without "dates"',
        },
      );
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
  report: Reporter,
): Plan['conversions'] {
  const origin = dates.origin ?? api.origin;
  const module = dates.module === undefined ? undefined : resolveModule(dates.module, job, host);
  if (module !== undefined && 'fault' in module) {
    report.error('codec-module', childOrigin(origin, 'module'), module.fault, {
      hint: module.hint,
    });
    return new Map();
  }
  const conversions = conversionsWith(dates, module?.from ?? '', origin, report);
  const used = formatsInUse(api.schemas.values(), new Set(conversions.keys()));
  for (const format of conversions.keys())
    if (!used.has(format))
      report.warning(
        'unused-codec',
        childOrigin(origin, 'formats', format),
        `no text of the description has the format "${format}"`,
        { part: 'key', ...(dates.origin === undefined ? {} : formatsHint(format, api)) },
      );
  return conversions;
}

function conversionsWith(
  { formats }: CodecsRequest,
  from: string,
  origin: Origin,
  report: Reporter,
): Plan['conversions'] {
  return new Map(
    Object.entries(formats).flatMap(([format, request]): [string, ConversionPlan][] => {
      if (request === 'Date') return [[format, asDate]];
      const name = (member: 'type' | 'codec'): Identifier | undefined => {
        if (isIdentifier(request[member]))
          return { name: identifierName(request[member]), from, typeOnly: member === 'type' };
        report.error(
          'config-value',
          childOrigin(origin, 'formats', format, member),
          `"${request[member]}" is no name that a module exports`,
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
  | { readonly fault: string; readonly hint: string };

/** Resolves the import specifier of the codec module: a path relative to the output folder, or the name of a package. */
function resolveModule(
  module: string,
  { location, request }: PackageJob,
  host: Host,
): ModuleResolution {
  if (!/^\.\.?\//.test(module)) return { from: module };
  if (request.package !== undefined)
    return {
      fault: 'a package that is published does not reach a file beside it',
      hint: 'name a package that exports the codecs',
    };
  const path = absolutePath(location.root, module);
  const sourcePath = path.replace(/\.js$/, '.ts');
  if ([path, sourcePath, sourcePath.replace(/\.ts$/, '.d.ts')].every((each) => !isFile(each, host)))
    return {
      fault: `"${module}" does not exist`,
      hint: 'it exports a type and a codec for each format',
    };
  return { from: relativePath(location.out, sourcePath) };
}

function isFile(path: string, host: Host): boolean {
  return (
    host.list(folderOf(path))?.some((name) => joinPath(folderOf(path), name) === path) === true
  );
}
