import { isHeaderName, type RawHeaders, withoutSpace } from '../../../core/headers.js';
import { type MediaType, parseMediaType } from '../../../core/media-type.js';
import { invalidRequest, type Refusal } from '../../../core/server/fault.js';

/** What is said of a part before its bytes. */
export interface PartHead {
  readonly name: string;
  /** The name that the sender's file has, folders taken off: it may be used as it is. */
  readonly filename?: string;
  readonly media?: MediaType;
  /** Every header line of the part, raw pairs. */
  readonly headers: RawHeaders;
}

/** Header lines of one part. */
const mostLines = 16;

/**
 * Reads the head of a part of `multipart/form-data` (RFC 7578 section 4): exactly one `Content-Disposition` with a name, at
 * most one `Content-Type`. Refuses with 400 everything else that could be read in two ways.
 */
export function readPartHead(bytes: Uint8Array): PartHead {
  const lines = textOf(bytes)
    .split('\r\n')
    .filter((line) => line !== '');
  if (lines.length > mostLines) throw malformed('body', `at most ${mostLines} header lines`);
  const fields = new Map<string, string>();
  const headers: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!isHeaderName(name) || /[\r\n\0]/.test(line)) throw malformed('body', 'header lines');
    if (fields.has(name)) throw malformed('body', `"${name}" once only`);
    const value = withoutSpace(line.slice(colon + 1));
    fields.set(name, value);
    headers.push(line.slice(0, colon), value);
  }
  const { name, filename } = readDisposition(fields.get('content-disposition') ?? '');
  const path = `body/${name}`;
  const coding = fields.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  // Deprecated by RFC 7578 section 4.7; these mean the bytes themselves.
  if (!['7bit', '8bit', 'binary'].includes(coding)) throw malformed(path, 'no transfer encoding');
  const type = fields.get('content-type');
  const media = type === undefined ? undefined : parseMediaType(type);
  if (type !== undefined && media === undefined) throw malformed(path, 'a media type');
  return {
    name,
    headers,
    ...(filename === undefined ? {} : { filename }),
    ...(media === undefined ? {} : { media }),
  };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw malformed('body', 'UTF-8');
  }
}

/** One parameter, its value a token or between quotes, in which nothing is escaped but as WHATWG HTML writes it. */
const parameter = /[ \t]*;[ \t]*([!#$%&'*+\-.^_`|~0-9A-Za-z]+)=(?:"([^"]*)"|([^\s";,]+))/y;

function readDisposition(text: string): { readonly name: string; readonly filename?: string } {
  const kind = /^form-data/i.exec(text);
  const found = new Map<string, string>();
  let at = kind?.[0].length ?? text.length;
  while (at < text.length) {
    parameter.lastIndex = at;
    const match = parameter.exec(text);
    const name = match?.[1]?.toLowerCase();
    if (match === null || name === undefined || found.has(name))
      throw malformed('body', 'parameters of Content-Disposition, each once');
    found.set(name, unescape(match[2] ?? match[3] ?? ''));
    at = parameter.lastIndex;
  }
  const name = found.get('name');
  if (kind === null || name === undefined)
    throw malformed('body', 'parts of a form, each with a name');
  const filename = found.get('filename');
  return { name, ...(filename === undefined ? {} : { filename: baseName(filename) }) };
}

/** What browsers escape, and nothing else (WHATWG HTML, "multipart/form-data encoding algorithm"). */
function unescape(text: string): string {
  return text.replace(/%22|%0D|%0A/gi, decodeURIComponent);
}

/** RFC 7578 section 4.2: what a sender says of folders is not to be used. */
function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name === '.' || name === '..' ? '' : name.replaceAll('\0', '');
}

function malformed(path: string, expected: string): Refusal {
  return invalidRequest('malformed-multipart', [
    { path, keyword: 'syntax', message: `expected ${expected}` },
  ]);
}
