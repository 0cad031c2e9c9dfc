import { visibleText } from '../../../printer/code.js';
import { jsonText } from '../constraints.js';
import type { Template, WireBody, WireRequest } from './wire-request.js';

/** A command of curl for POSIX shells. Credentials are in environment variables. */
export function curlSample(request: WireRequest): string {
  const { method, url, headers, body, basic, hasCertificate } = request;
  const options = [
    ...(method === 'HEAD'
      ? ['--head']
      : method === 'GET' && body === undefined
        ? []
        : [`--request ${shellWord([method])}`]),
    ...(isGlob(url) ? ['--globoff'] : []),
    ...(basic === undefined
      ? []
      : [`--user ${shellWord([{ variable: basic.user }, ':', { variable: basic.password }])}`]),
    ...(hasCertificate ? ['--cert client.pem --key client-key.pem'] : []),
    ...headers.map(([name, value]) => `--header ${shellWord(headerText(name, value))}`),
    ...(body === undefined ? [] : bodyOptions(body)),
  ];
  return [`curl ${shellWord(url)}`, ...options].join(' \\\n  ');
}

/** True if curl would expand braces or brackets of a URL. */
function isGlob(url: Template): boolean {
  return url.some((part) => typeof part === 'string' && /[[\]{}]/.test(part));
}

/** A header; one with an empty value ends with a semicolon, because curl removes it otherwise. */
function headerText(name: string, value: Template): Template {
  const isEmpty = value.every((part) => part === '');
  return isEmpty ? [`${name};`] : [`${name}: `, ...value];
}

function bodyOptions(body: WireBody): readonly string[] {
  switch (body.kind) {
    case 'json':
      return [`--data-raw ${shellWord([jsonText(body.value, 2)])}`];
    case 'text':
      return [`--data-raw ${shellWord([body.text])}`];
    case 'file':
      return [`--data-binary ${shellWord([`@${body.file}`])}`];
    case 'form':
      return body.parts.map(({ name, text = '', type, file }) => {
        if (file !== undefined) return `--form ${shellWord([`${name}=@${file}`])}`;
        if (type === undefined) return `--form-string ${shellWord([`${name}=${text}`])}`;
        // A quoted value may contain everything; quotes and backslashes in it are escaped.
        const quoted = text.replace(/["\\]/g, (each) => `\\${each}`);
        return `--form ${shellWord([`${name}="${quoted}";type=${type}`])}`;
      });
  }
}

/**
 * One word of a shell command. Text is in single quotes, in which a shell replaces nothing, and
 * variables are in double quotes; text without special characters may share these.
 */
export function shellWord(template: Template): string {
  const parts = template.filter((part) => part !== '');
  const texts = parts.filter((part) => typeof part === 'string');
  if (texts.length === parts.length) {
    const whole = texts.join('');
    return /^[\w@%+=:,./-]+$/.test(whole) ? whole : singleQuoted(whole);
  }
  if (texts.every((each) => /^[\w @%+=:,./?&;~-]*$/.test(each)))
    return `"${parts.map((part) => (typeof part === 'string' ? part : `\${${part.variable}}`)).join('')}"`;
  return parts
    .map((part) => (typeof part === 'string' ? singleQuoted(part) : `"\${${part.variable}}"`))
    .join('');
}

function singleQuoted(value: string): string {
  return `'${visibleText(value).replaceAll("'", `'\\''`)}'`;
}
