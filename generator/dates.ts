import type { Reporter } from './core/diagnostic.js';
import type { Host } from './core/host.js';
import { childOrigin, type Origin } from './core/origin.js';
import { absolutePath, folderOf, joinPath, relativePath } from './core/path.js';
import type { Job } from './jobs.js';
import type { Api } from './model/api.js';
import { appliedInPlace } from './model/big-integer.js';
import { convertedFormat, formatsInUse, type ConvertedFormats } from './model/converted.js';
import type { KeywordSchema, SchemaId } from './model/schema.js';
import { identifierName, isIdentifier } from './plan/names.js';
import type { ConversionPlan, Identifier, Plan } from './plan/plan.js';
import { runtimeNames } from './plan/runtime-names.js';
import type { CodecsRequest } from './request.js';

const asDate: ConversionPlan = { codec: runtimeNames.dates.dateTime };

/** What texts of some formats are in a program, as the request or the description says; what is wrong with that is told. */
export function conversionsOf(
  job: Job,
  api: Api,
  host: Host,
  report: Reporter,
): Plan['conversions'] {
  const dates = job.request.dates ?? api.dates ?? 'string';
  if (dates === 'string') return new Map();
  const planned = dates === 'Date' ? onlyDates : codecsOf(dates, job, api, host, report);
  const origin = (typeof dates === 'object' ? dates.origin : undefined) ?? api.origin;
  reportMessages(api, new Set(planned.keys()), origin, report);
  return planned;
}

const onlyDates: Plan['conversions'] = new Map([['date-time', asDate]]);

/** A feed hands its messages over as they travel, and what reads a queue is not ours: types would promise what nobody makes. */
function reportMessages(
  api: Api,
  formats: ConvertedFormats,
  origin: Origin,
  report: Reporter,
): void {
  for (const { name, payload, headers } of api.messages) {
    const reached = new Set([payload, headers].filter((id) => id !== undefined));
    // A set is walked through to the end while it grows.
    for (const id of reached) {
      const schema = api.schemas.get(id);
      if (schema?.kind !== 'keywords') continue;
      for (const next of [...appliedInPlace(schema, api.schemas), ...partsOf(schema)])
        reached.add(next);
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

function partsOf({ keywords }: KeywordSchema): readonly SchemaId[] {
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

function codecsOf(
  dates: CodecsRequest,
  job: Job,
  api: Api,
  host: Host,
  report: Reporter,
): Plan['conversions'] {
  const origin = dates.origin ?? api.origin;
  const from = dates.module === undefined ? undefined : moduleOf(dates.module, job, host);
  if (from !== undefined && 'fault' in from) {
    report.error('codec-module', childOrigin(origin, 'module'), from.fault, { hint: from.hint });
    return new Map();
  }
  const planned = plannedOf(dates, from?.from ?? '', origin, report);
  const used = formatsInUse(api.schemas.values(), new Set(planned.keys()));
  for (const format of planned.keys())
    if (!used.has(format))
      report.warning(
        'unused-codec',
        childOrigin(origin, 'formats', format),
        `no text of the description has the format "${format}"`,
        { part: 'key', ...(dates.origin === undefined ? {} : nearest(format, api)) },
      );
  return planned;
}

function plannedOf(
  { formats }: CodecsRequest,
  from: string,
  origin: Origin,
  report: Reporter,
): Plan['conversions'] {
  return new Map(
    Object.entries(formats).flatMap(([format, said]): [string, ConversionPlan][] => {
      if (said === 'Date') return [[format, asDate]];
      const name = (member: 'type' | 'codec'): Identifier | undefined => {
        if (isIdentifier(said[member]))
          return { name: identifierName(said[member]), from, typeOnly: member === 'type' };
        report.error(
          'config-value',
          childOrigin(origin, 'formats', format, member),
          `"${said[member]}" is no name that a module exports`,
        );
        return undefined;
      };
      const [type, codec] = [name('type'), name('codec')];
      return type === undefined || codec === undefined ? [] : [[format, { type, codec }]];
    }),
  );
}

/** Formats that the description has, for somebody who misspelt one. */
function nearest(format: string, api: Api): { readonly hint?: string } {
  const there = new Set<string>();
  for (const schema of api.schemas.values())
    if (schema.kind === 'keywords' && schema.keywords.type?.includes('string') === true)
      if (schema.keywords.format !== undefined) there.add(schema.keywords.format);
  there.delete(format);
  const listed = [...there].sort().map((each) => `"${each}"`);
  return listed.length === 0 ? {} : { hint: `it has ${listed.join(', ')}` };
}

type Found = { readonly from: string } | { readonly fault: string; readonly hint: string };

/** How the sources that are written name the module: by its place as seen from them, or by its package. */
function moduleOf(module: string, { place, request }: Job, host: Host): Found {
  if (!/^\.\.?\//.test(module)) return { from: module };
  if (request.package !== undefined)
    return {
      fault: 'a package that is published does not reach a file beside it',
      hint: 'name a package that exports the codecs',
    };
  const path = absolutePath(place.root, module);
  const source = path.replace(/\.js$/, '.ts');
  if ([path, source, source.replace(/\.ts$/, '.d.ts')].every((each) => !isFile(each, host)))
    return {
      fault: `"${module}" does not exist`,
      hint: 'it exports a type and a codec for each format',
    };
  return { from: relativePath(place.out, source) };
}

function isFile(path: string, host: Host): boolean {
  return (
    host.list(folderOf(path))?.some((name) => joinPath(folderOf(path), name) === path) === true
  );
}
