import type { Json } from '../../../model/schema.js';
import {
  code,
  join,
  literal,
  propertyKey,
  stringLiteral,
  type Code,
  type Text,
} from '../../../printer/code.js';
import { printInTemplate } from '../../../printer/print.js';
import type { ObjectMember } from '../../../printer/syntax.js';
import { call, objectLines, objectLiteral } from '../../../printer/values.js';
import { dataLiteral } from '../../../typescript/data-literal.js';
import { braced } from '../../../typescript/examples/imports.js';
import { jsonText } from '../constraints.js';
import type { Template, WireBody, WireRequest } from './wire-request.js';

/** A program that sends a request with `fetch` of Node. Credentials are in environment variables. */
export function fetchSample(request: WireRequest): string {
  const { method, url, headers, body, basic } = request;
  const variables = [
    ...new Set([
      ...[url, ...headers.map(([, value]) => value)].flatMap(variablesOf),
      ...(basic === undefined ? [] : [basic.user, basic.password]),
    ]),
  ];
  const all: readonly (readonly [string, Code])[] = [
    ...headers.map(([name, value]) => [name, templateLiteral(value)] as const),
    ...(basic === undefined
      ? []
      : [
          [
            'Authorization',
            code`\`Basic \${btoa(\`\${${basic.user as Text}}:\${${basic.password as Text}}\`)}\``,
          ] as const,
        ]),
  ];
  const members: readonly ObjectMember[] = [
    ...(method === 'GET' ? [] : [{ key: code`method`, value: stringLiteral(method) }]),
    ...(all.length === 0
      ? []
      : [
          {
            key: code`headers`,
            value: objectLiteral(all.map(([name, value]) => ({ key: propertyKey(name), value }))),
          },
        ]),
    ...(body === undefined ? [] : [{ key: code`body`, value: bodyCode(body) }]),
  ];
  const args = [
    templateLiteral(url, true),
    ...(members.length === 0 ? [] : [objectLines(members)]),
  ];
  const sent = printInTemplate(call(code`fetch`, args), {
    column: 'const response = await '.length,
  });
  const lines: readonly Text[] = [
    ...(readsFile(body) ? [code`import { openAsBlob } from 'node:fs';`, code``] : []),
    ...(variables.length === 0
      ? []
      : [
          code`const ${braced(
            variables.map((name) => code`${name as Text} = ''`),
            'const  = process.env;'.length,
          )} = process.env;`,
        ]),
    ...(body?.kind === 'form' ? formLines(body) : []),
    code`const response = await ${sent};`,
    code`console.log(response.status, await response.text());`,
  ];
  return join(lines, '\n');
}

function variablesOf(template: Template): readonly string[] {
  return template.flatMap((part) => (typeof part === 'string' ? [] : [part.variable]));
}

/** A template as a literal; variables of a URL are encoded. */
function templateLiteral(template: Template, isUrl = false): Code {
  if (template.every((part) => typeof part === 'string')) return stringLiteral(template.join(''));
  const parts = template.map((part) => {
    if (typeof part === 'string') return templateText(part);
    const name = part.variable as Text;
    return isUrl ? code`\${encodeURIComponent(${name})}` : code`\${${name}}`;
  });
  return code`\`${join(parts, '')}\``;
}

/** Text inside a template literal, escaped like a string literal. */
function templateText(value: string): Text {
  const quoted = literal(value);
  const inner = quoted.slice(1, -1).replace(/`|\$(?=\{)/g, (each) => `\\${each}`);
  return inner as Text;
}

function readsFile(body: WireBody | undefined): boolean {
  return (
    body?.kind === 'file' ||
    (body?.kind === 'form' && body.parts.some(({ file }) => file !== undefined))
  );
}

function bodyCode(body: WireBody): Code {
  switch (body.kind) {
    case 'json':
      // A number with more digits than a double has can only be written as text.
      return hasBigInt(body.value)
        ? stringLiteral(jsonText(body.value))
        : call(code`JSON.stringify`, [dataLiteral(body.value)]);
    case 'text':
      return stringLiteral(body.text);
    case 'file':
      return code`await openAsBlob(${stringLiteral(body.file)})`;
    case 'form':
      return code`form`;
  }
}

function formLines({ parts }: Extract<WireBody, { kind: 'form' }>): readonly Text[] {
  return [
    code`const form = new FormData();`,
    ...parts.map(({ name, text = '', type, file }) => {
      const key = stringLiteral(name);
      if (file !== undefined)
        return code`form.append(${key}, await openAsBlob(${stringLiteral(file)}), ${stringLiteral(file)});`;
      if (type === undefined) return code`form.append(${key}, ${stringLiteral(text)});`;
      return code`form.append(${key}, new Blob([${stringLiteral(text)}], { type: ${stringLiteral(type)} }));`;
    }),
  ];
}

function hasBigInt(value: Json): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBigInt);
}
