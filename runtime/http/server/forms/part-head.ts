import { isHeaderName, type RawHeaders, withoutSpace } from '../../../core/headers.js';
import { type MediaType, parseMediaType } from '../../../core/media-type.js';
import { invalidRequest, type Refusal } from '../../../core/server/fault.js';

/** Headers of a part. */
export interface PartHead {
  readonly name: string;
  /** File name as the sender specified it, without folders: safe to use as it is. */
  readonly filename?: string;
  readonly media?: MediaType;
  /** All header lines of the part, as raw pairs. */
  readonly headers: RawHeaders;
}

/** Maximum number of header lines of one part. */
const maxLines = 16;

/**
 * Parses the head of a `multipart/form-data` part (RFC 7578 section 4).
 *
 * It must contain exactly one `Content-Disposition` with a name and at
 * most one `Content-Type`. Everything ambiguous is refused with 400.
 */
export function readPartHead(bytes: Uint8Array): PartHead {
  const lines = textOf(bytes)
    .split('\r\n')
    .filter((line) => line !== '');
  if (lines.length > maxLines) throw malformed('body', `at most ${maxLines} header lines`);
  const fields = new Map<string, string>();
  const headers: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!isHeaderName(name) || /[\r\n\0]/.test(line)) throw malformed('body', 'header lines');
    if (fields.has(name)) throw malformed('body', `only one "${name}"`);
    const value = withoutSpace(line.slice(colon + 1));
    fields.set(name, value);
    headers.push(line.slice(0, colon), value);
  }
  const { name, filename } = readDisposition(fields.get('content-disposition') ?? '');
  const path = `body/${name}`;
  const coding = fields.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  // Deprecated by RFC 7578 section 4.7. The accepted values all mean unencoded bytes.
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

/**
 * A parameter whose value is a token or a quoted string. Quoted strings contain no escapes except those of WHATWG HTML.
 */
const parameter = /[ \t]*;[ \t]*([!#$%&'*+\-.^_`|~0-9A-Za-z]+)=(?:"([^"]*)"|([^\s";,]+))/y;

function readDisposition(text: string): { readonly name: string; readonly filename?: string } {
  const kind = /^form-data/i.exec(text);
  const parameters = new Map<string, string>();
  let offset = kind?.[0].length ?? text.length;
  while (offset < text.length) {
    parameter.lastIndex = offset;
    const match = parameter.exec(text);
    const name = match?.[1]?.toLowerCase();
    if (match === null || name === undefined || parameters.has(name))
      throw malformed('body', 'unique parameters of Content-Disposition');
    parameters.set(name, unescape(match[2] ?? match[3] ?? ''));
    offset = parameter.lastIndex;
  }
  const name = parameters.get('name');
  if (kind === null || name === undefined)
    throw malformed('body', 'a form in which every part has a name');
  const filename = parameters.get('filename');
  return { name, ...(filename === undefined ? {} : { filename: baseName(filename) }) };
}

/**
 * Decodes the characters that browsers escape, and no others (WHATWG HTML, "multipart/form-data encoding algorithm").
 */
function unescape(text: string): string {
  return text.replace(/%22|%0D|%0A/gi, decodeURIComponent);
}

/** Removes folders from a file name, as RFC 7578 section 4.2 requires. */
function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name === '.' || name === '..' ? '' : name.replaceAll('\0', '');
}

function malformed(path: string, expected: string): Refusal {
  return invalidRequest('malformed-multipart', [
    { path, keyword: 'syntax', message: `expected ${expected}` },
  ]);
}
