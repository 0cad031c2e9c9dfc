import { createReporter, type Checked, type Reporter } from '../core/diagnostic.js';
import { invalidEncoding, missingFile } from '../core/diagnostics/files.js';
import type { Host } from '../core/host.js';
import { rootOrigin, type SourceText, childOrigin } from '../core/origin.js';
import { absolutePath, relativePath } from '../core/path.js';
import type { Content, Source } from './source.js';
import { decode, encodedText } from './decode.js';
import { readJson } from './json.js';
import { uriOf } from '../core/address.js';
import { convertOpenRpc, isOpenRpc } from './openrpc/convert.js';
import { isSwagger, upgradeSwagger } from './swagger/upgrade.js';
import { createLineIndex } from './line-index.js';
import { readYaml } from './yaml.js';
import { looseForm } from '../core/diagnostics/values.js';
import type { Json } from '../model/schema.js';

/**
 * Reads a document into plain content. Positions are computed on demand. Missing and malformed documents are reported, not thrown; `value`
 * is then absent. `amend` transforms the parsed document before it is interpreted.
 */
export function loadDocument(
  host: Host,
  path: string,
  amend?: (source: Source) => Checked<Source>,
): Checked<Source> {
  const file = absolutePath(host.cwd, path);
  const identity = { uri: uriOf(file), path: relativePath(host.cwd, file) };
  const bytes = host.read(file);
  if (bytes !== undefined)
    return readDocument(bytes, { ...identity, file: host.realPath(file) }, amend);
  const reporter = createReporter();
  const emptyText: SourceText = { ...identity, locate: () => undefined, line: () => undefined };
  if (host.list(file) === undefined) reporter.report(missingFile.default(), rootOrigin(emptyText));
  else
    reporter.report(missingFile.folder(), rootOrigin(emptyText), {
      hint: 'name the file in it that contains the description',
    });
  return { value: undefined, diagnostics: reporter.diagnostics };
}

/** Reads a document from its bytes. */
export function readDocument(
  bytes: Uint8Array,
  { uri, path, file }: Pick<Source, 'uri' | 'path' | 'file'>,
  amend: (source: Source) => Checked<Source> = (source) => ({ value: source, diagnostics: [] }),
): Checked<Source> {
  const reporter = createReporter();
  const decoded = decode(bytes);
  let lines = createLineIndex(decoded.text);
  let content: Content | undefined;
  const source: Source = {
    uri,
    path,
    ...(file !== undefined && { file }),
    get value() {
      return content?.value ?? null;
    },
    locate: (tokens, part) => (content === undefined ? undefined : content.locate(tokens, part)),
    line: (number) => lines.line(number),
    numberText: (tokens) => content?.numberText(tokens),
  };
  const origin = rootOrigin(source);
  if (!decoded.ok) {
    reporter.report(invalidEncoding.default({ problem: decoded.problem }), origin, {
      position: lines.position(decoded.offset),
      hint: 'save the document as UTF-8',
    });
    return { value: undefined, diagnostics: reporter.diagnostics };
  }
  const { text } = decoded;
  const isNamedJson = (file ?? path).endsWith('.json');
  if (isNamedJson ? !isYamlMap(text) : looksLikeJson(text))
    content = readJson({ text, encoded: encodedText(bytes, text) }, lines, origin, reporter);
  else content = readYaml(text, lines, origin, reporter);
  if (content === undefined) return { value: undefined, diagnostics: reporter.diagnostics };
  lines = content.lines;
  const amended = amend(source);
  const normalized = amended.value && normalizeVersion(amended.value, reporter);
  const diagnostics = [...reporter.diagnostics, ...amended.diagnostics];
  const convert = normalized && converterOf(normalized.value);
  if (normalized === undefined || convert === undefined) return { value: normalized, diagnostics };
  const converted = convert(normalized);
  return { value: converted.source, diagnostics: [...diagnostics, ...converted.diagnostics] };
}

/** The conversion of a document in another format to OpenAPI; `undefined` for all other documents. */
function converterOf(value: Json): typeof upgradeSwagger | undefined {
  if (isSwagger(value)) return upgradeSwagger;
  return isOpenRpc(value) ? convertOpenRpc : undefined;
}

/** True if a document named `.json` is YAML, as some servers return it: its text begins with a key. */
function isYamlMap(text: string): boolean {
  return /^(?:[ \t]*(?:[#%].*|---.*)?\r?\n)*["']?[\w$-]+["']?[ \t]*:(?:\s|$)/.test(text);
}

/** True if the text is valid JSON that begins with `{`. A YAML flow mapping begins with the same character. */
function looksLikeJson(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

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
