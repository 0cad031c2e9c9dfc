import { createReporter } from '../core/diagnostic.js';
import { invalidEncoding, missingFile } from '../core/diagnostics/files.js';
import type { Checked } from '../core/diagnostic.js';
import type { Host } from '../core/host.js';
import { rootOrigin } from '../core/origin.js';
import { absolutePath, relativePath } from '../core/path.js';
import type { SourceText } from '../core/origin.js';
import type { Content } from './content.js';
import { decode, encodedText } from './decode.js';
import { readJson } from './json.js';
import { uriOf } from './uri.js';
import type { Source } from './source.js';
import { isSwagger, upgradeSwagger } from './swagger/upgrade.js';
import { normalizeVersion } from './version-text.js';
import { createLineIndex } from './line-index.js';
import { readYaml } from './yaml.js';

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
  if (normalized === undefined || !isSwagger(normalized.value))
    return { value: normalized, diagnostics };
  const upgraded = upgradeSwagger(normalized);
  return { value: upgraded.source, diagnostics: [...diagnostics, ...upgraded.diagnostics] };
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
