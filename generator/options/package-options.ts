import { formatFunctions } from '../model/formats.js';
import { datesType, type DatesRequest } from './dates.js';
import { emittersDigest, emittersType, parseEmitters, type EmittersRequest } from './emitters.js';
import {
  moduleFormatsType,
  parseList,
  parseModuleFormats,
  type ModuleFormats,
  isPackageName,
  isVersion,
  templatesType,
  type TemplatesRequest,
} from './package-values.js';
import { namesType, type NamesRequest } from './names.js';
import type { PackageOption } from './option.js';
import { choice, choices, flag, text, textLike, texts } from './value-types.js';

const assertableFormats: readonly string[] = Object.keys(formatFunctions);

/** npm name of a publishable package. If absent, only sources are written, for a folder inside an existing package. */
const packageName: PackageOption<string> = {
  summary: 'npm name of a publishable package. If absent, only sources are written.',
  type: textLike(
    { maxLength: 214, pattern: '^(@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$' },
    isPackageName,
    'a valid npm name: use lower case, such as petstore or @acme/petstore',
  ),
  flags: [
    {
      syntax: '--package <name>',
      summary: 'generate a publishable npm package with this name (default: sources only)',
    },
  ],
};
export { packageName as package };

/** Version of the package. Default: the version of the document. */
export const version: PackageOption<string> = {
  summary: 'Version of the package. Default: the version of the document, as npm accepts it.',
  type: textLike(
    {
      pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$',
    },
    isVersion,
    'a version such as 1.2.3',
  ),
  package: 'required',
  flags: [
    {
      syntax: '--package-version <version>',
      summary: 'set the version of the package (default: that of the description)',
    },
  ],
};

/** SPDX licence of the package. Default: the licence of the document. */
export const license: PackageOption<string> = {
  summary: 'SPDX licence of the package. Default: the licence of the document.',
  type: text,
  package: 'required',
  flags: [
    {
      syntax: '--license <name>',
      summary: 'set the SPDX licence of the package (default: that of the description)',
    },
  ],
};

/** Module formats of a package's build: `esm`, and `cjs` in addition if listed. Default: `esm` only. */
export const moduleFormats: PackageOption<ModuleFormats> = {
  summary:
    'Module formats of the build of the package: esm, and cjs in addition if listed. Default: [esm].',
  page: 'stacks.md#commonjs',
  type: moduleFormatsType,
  package: 'required',
  defaultValue: ['esm'],
  flags: [
    {
      syntax: '--module-formats <list>',
      summary: 'set the module formats of the package: esm, or esm,cjs (default: esm)',
      usage: '--module-formats must be "esm" or "esm,cjs"',
      parse: (value) => parseModuleFormats(value.split(',')),
    },
  ],
};

/**
 * File extension in imports between generated sources: none, `.js` or `.ts`. Default: as the nearest `tsconfig.json` requires. Not
 * allowed with `package`, which has its own `tsconfig.json`.
 */
export const importExtensions: PackageOption<'none' | 'js' | 'ts'> = {
  summary:
    'File extension in imports between generated sources. Default: as the nearest tsconfig.json requires.',
  page: 'cli.md#extensions-of-imports',
  type: choice('none', 'js', 'ts'),
  package: { excludedBecause: 'which has its own tsconfig.json' },
  // The manifest has the extension that results from this option and the project.
  digest: () => undefined,
  flags: [
    {
      syntax: '--import-extensions <kind>',
      summary: 'set the file extension in imports (default: as required by tsconfig.json)',
    },
  ],
};

/**
 * Language of the files with checks: TypeScript, or JavaScript with declarations beside it, which compilers need not check. Default: `js`
 * for packages without CommonJS, or else `ts`.
 */
export const checkFiles: PackageOption<'ts' | 'js'> = {
  summary:
    'Language of the files with checks: ts, or js with declarations beside it, which compilers need not check. Default: js for packages without CommonJS, or else ts.',
  page: 'validators.md#files',
  type: choice('ts', 'js'),
};

/** Type of 64-bit integers. Default: `x-int64` of the document, or else `number`. */
export const int64: PackageOption<'number' | 'bigint'> = {
  summary:
    'Type of integers with the formats int64 and uint64. Default: x-int64 of the document, or else number.',
  page: 'int64.md',
  type: choice('number', 'bigint'),
};

/**
 * If true, the parts of the runtime that the output uses are copied into it, so that it depends on no other package. Default: false.
 */
export const inlineRuntime: PackageOption<boolean> = {
  summary: 'If true, copies what is used of @tallystick/runtime into the output. Default: false.',
  page: 'inline-runtime.md',
  type: flag,
  defaultValue: false,
  flags: [
    { syntax: '--inline-runtime', summary: 'copy what is used of the runtime into the output' },
  ],
};

/**
 * Subpaths of the runtime that `inlineRuntime` copies in addition, for the user's own code: `http/node`. Default: none.
 */
export const runtimeModules: PackageOption<readonly string[]> = {
  summary:
    'Subpaths of @tallystick/runtime that inlineRuntime copies in addition, such as http/node. Default: none.',
  page: 'inline-runtime.md',
  type: texts,
  flags: [
    {
      syntax: '--runtime-modules <list>',
      summary: 'with --inline-runtime, also copy these subpaths, such as http/node,xml',
      usage: '--runtime-modules must be a list of subpaths',
      parse: parseList,
    },
  ],
};

/** Types of dates. Default: `x-dates` of the document, or else `string`. */
export const dates: PackageOption<DatesRequest> = {
  summary:
    'Types of dates: string, Date for the format date-time, or the types of a codec module by format. Default: x-dates of the document, or else string.',
  page: 'dates.md',
  type: datesType,
  digest: (value) =>
    typeof value === 'string' ? value : { module: value.module, formats: value.formats },
};

export { brand } from './brand.js';
export { publish } from './publishing.js';

/**
 * Representation of named `enum` lists: `union`, a union of literals; `const`, an object with a type of the same name; `enum`, a
 * TypeScript enum, whose syntax is not erasable. Default: `union`.
 */
export const enums: PackageOption<'union' | 'const' | 'enum'> = {
  summary:
    'Representation of named enum lists: a union of literals, a const object with a type of the same name, or a TypeScript enum. Default: union.',
  page: 'enums.md',
  type: choice('union', 'const', 'enum'),
  defaultValue: 'union',
  flags: [
    {
      syntax: '--enums <style>',
      summary: 'set the representation of enum lists (default: union)',
    },
  ],
};

/**
 * If true, every `enum` list is open: unlisted values are valid, and listed ones are offered as completions. For descriptions by third
 * parties, whose lists grow. Default: false.
 */
export const openEnums: PackageOption<boolean> = {
  summary:
    'If true, every enum list is open: unlisted values are valid, and listed ones are offered as completions. Default: false.',
  page: 'enums.md#open-lists',
  type: flag,
  defaultValue: false,
  flags: [
    {
      syntax: '--open-enums',
      summary: 'accept values that enum lists do not contain (default: reject them)',
    },
  ],
};

/**
 * Emitters of the package. Those that a listed one requires are added. Default: all that the description has something for, except those
 * that are made on request only, such as `zod`, `fakes` and `query`.
 */
export const emitters: PackageOption<EmittersRequest> = {
  summary:
    'Emitters of the package: names, modules of the project, or npm packages. Default: all except those that are made on request only, such as zod, fakes and query.',
  page: 'emitters.md',
  type: emittersType,
  digest: emittersDigest,
  flags: [
    {
      syntax: '--emitters <list>',
      summary:
        'set the emitters, such as types,client (default: all except those made on request, such as zod and fakes)',
      usage: '--emitters must be a list of names, separated by commas',
      parse: parseEmitters,
    },
  ],
};

/** Side of message brokers that the package takes. Default: `both`. An option of the emitter `brokers` has priority. */
export const role: PackageOption<'publisher' | 'subscriber' | 'both'> = {
  summary:
    'Side of message brokers that the package takes: the publisher, the subscriber or both. Default: both.',
  page: 'brokers.md',
  type: choice('publisher', 'subscriber', 'both'),
  defaultValue: 'both',
  flags: [
    {
      syntax: '--role <side>',
      summary: 'generate the publisher or the subscriber of message brokers alone (default: both)',
    },
  ],
};

/** If true, writes Zod schemas to `zod.ts` as well. Default: false. */
export const zod: PackageOption<boolean> = {
  summary: 'If true, writes Zod schemas to zod.ts as well, which require zod 4. Default: false.',
  page: 'schemas.md#zod',
  type: flag,
  defaultValue: false,
  flags: [{ syntax: '--zod', summary: 'also generate Zod schemas (default: no)' }],
};

/** If true, exported schemas also have their JSON Schemas, as Standard JSON Schemas. Default: false. */
export const jsonSchemas: PackageOption<boolean> = {
  summary:
    'If true, exported schemas also have their JSON Schemas, as Standard JSON Schemas. Default: false.',
  page: 'schemas.md#json-schema',
  type: flag,
  defaultValue: false,
  flags: [
    { syntax: '--json-schemas', summary: 'add JSON Schemas to the exported schemas (default: no)' },
  ],
};

/** If true, the package contains its descriptions, so that versions that are published can be compared. Default: false. */
export const includeDescription: PackageOption<boolean> = {
  summary:
    'If true, the package contains its descriptions in description.json, so that a published version can be compared with another one. Default: false.',
  page: 'publishing.md#comparison',
  type: flag,
  defaultValue: false,
  package: 'required',
  flags: [
    {
      syntax: '--include-description',
      summary: 'put the descriptions into the package, for comparisons (default: no)',
    },
  ],
};

/** If true, writes the types of openapi-typescript to `paths.ts` as well, which requires that library. Default: false. */
export const paths: PackageOption<boolean> = {
  summary:
    'If true, writes the types of openapi-typescript to paths.ts as well; generating requires that library. Default: false.',
  page: 'schemas.md#openapi-fetch',
  type: flag,
  defaultValue: false,
  flags: [
    { syntax: '--paths', summary: 'also generate the types of openapi-typescript (default: no)' },
  ],
};

/** Handlebars templates that replace pages of the package, by page: `client/readme`. Paths are relative to the config file. */
export const templates: PackageOption<TemplatesRequest> = {
  summary:
    'Handlebars templates that replace pages of the package, by the name of the page, such as package/readme.',
  page: 'hooks.md#pages',
  type: templatesType,
  package: 'required',
};

/** Exported names, and whether they are locked. */
export const names: PackageOption<NamesRequest> = {
  summary: 'Exported names, and whether they are locked.',
  page: 'cli.md#names',
  type: namesType,
};

/**
 * If true, a header parameter `Idempotency-Key` makes an operation safe to retry, as `x-idempotency: true` does. If false, only the
 * extension does. Default: true.
 */
export const idempotency: PackageOption<boolean> = {
  summary:
    'If true, a header parameter Idempotency-Key makes an operation safe to retry, as x-idempotency: true does. Default: true.',
  page: 'extensions.md#x-idempotency',
  type: flag,
  defaultValue: true,
};

/**
 * Handling of patterns that may take very long: a warning; an error; or `linear`, which compiles them to a matcher in linear time and
 * warns about those that do not allow it. Default: `warn`.
 */
export const slowPatterns: PackageOption<'warn' | 'error' | 'linear'> = {
  summary:
    'Handling of patterns that may take very long: a warning, an error, or linear, which compiles them to a matcher in linear time. Default: warn.',
  page: 'validators.md#patterns',
  type: choice('warn', 'error', 'linear'),
};

/**
 * Formats of strings that checks and Zod schemas validate, in addition to `byte`, `date`, `date-time` and `uuid` of OpenAPI documents, which
 * they always do. Default: none.
 */
export const assertFormats: PackageOption<readonly string[]> = {
  summary:
    'Formats of strings that checks and Zod schemas validate, in addition to byte, date, date-time and uuid. Default: none.',
  page: 'validators.md#formats',
  type: choices(assertableFormats),
  flags: [
    {
      syntax: '--assert-formats <list>',
      summary: 'also validate these formats of strings, such as email,uri,ipv4',
      usage: `--assert-formats must be a list of these, separated by commas: ${assertableFormats.join(', ')}`,
      parse(value) {
        const names = parseList(value) ?? [''];
        return names.every((name) => assertableFormats.includes(name)) ? names : undefined;
      },
    },
  ],
};

export * from './document-options.js';
