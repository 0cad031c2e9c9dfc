import type { Reporter } from '../core/diagnostic.js';
import { looseForm } from '../core/diagnostics/values.js';
import { childOrigin, rootOrigin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import type { Source } from './source.js';

/** Root members with the version of the specification. */
const VERSIONS = ['openapi', 'swagger', 'asyncapi'];

/** Converts a version number to text. In YAML, `openapi: 3.1` is a number. */
export function normalizeVersion(source: Source, reporter: Reporter): Source {
  const { value } = source;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return source;
  const name = VERSIONS.find((each) => Object.hasOwn(value, each));
  const version =
    name === undefined ? undefined : (value as { readonly [name: string]: Json })[name];
  if (name === undefined || typeof version !== 'number') return source;
  const text = source.numberText([name]) ?? String(version);
  const origin = childOrigin(rootOrigin(source), name);
  reporter.report(looseForm.number({ what: `"${name}"`, text }), origin, {
    hint: 'put it in quotes',
  });
  return { ...source, value: { ...value, [name]: text } };
}
