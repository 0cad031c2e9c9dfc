import { diagnosticPosition } from '../../../generator/core/origin.js';
import type { Diagnostic } from '../../../generator/core/diagnostic.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { createSources } from '../../../generator/load/sources.js';
import type { Api } from '../../../generator/model/api.js';
import type { ReadingOptions } from '../../../generator/model/read/openapi/reading.js';
import { readApi } from '../../../generator/model/read/read-api.js';

/** Model of a description and its diagnostics. */
export interface Read {
  readonly api: Api | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** `severity code file:line:column`. */
  readonly places: readonly string[];
}

/** Reads `api.yaml` among several files, or one text under that name. Texts of tests are short, so missing types are not reported. */
export function read(files: string | { readonly [path: string]: string }): Read {
  return readAs({}, files, new Set(['missing-type']));
}

/** Reads a description with settings, without diagnostics of some codes. */
export function readAs(
  options: ReadingOptions,
  files: string | { readonly [path: string]: string },
  untold: ReadonlySet<string> = new Set(),
): Read {
  const all = typeof files === 'string' ? { 'api.yaml': files } : files;
  const sources = createSources(memoryHost(all, '/'));
  const { value: entry, diagnostics: loading } = sources.entry('api.yaml');
  const checked = entry === undefined ? undefined : readApi(sources, entry, options);
  const diagnostics = [...loading, ...(checked?.diagnostics ?? [])].filter(
    ({ code }) => !untold.has(code),
  );
  const places = diagnostics.map((diagnostic) => {
    const { source, position } = diagnosticPosition(diagnostic);
    return `${diagnostic.severity} ${diagnostic.code} ${source.path}:${position?.line}:${position?.column}`;
  });
  return { api: checked?.value, diagnostics, places };
}

/** A description from its parts; `paths` and `components` are YAML, indented by nothing. */
export function description(
  parts: { readonly paths?: string; readonly components?: string; readonly root?: string },
  version = '3.1.0',
): string {
  const indent = (text: string): string => text.trim().replaceAll(/^/gm, '  ');
  return [
    `openapi: ${version}`,
    'info: { title: Test, version: 1.0.0 }',
    ...(parts.root === undefined ? [] : [parts.root.trim()]),
    parts.paths === undefined ? 'paths: {}' : `paths:\n${indent(parts.paths)}`,
    ...(parts.components === undefined ? [] : [`components:\n${indent(parts.components)}`]),
    '',
  ].join('\n');
}
