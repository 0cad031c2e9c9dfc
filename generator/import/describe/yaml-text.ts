/** A YAML value. Mappings preserve the order of their members. */
export type Yaml = string | number | boolean | readonly Yaml[] | YamlMap;

/** A mapping with string keys. */
export interface YamlMap {
  readonly [key: string]: Yaml;
}

/** Maximum line width in columns, where a line can be broken. */
const WIDTH = 120;

/**
 * Formats a mapping. Values that fit on one line are in flow style, others in block style. `depth` is the indentation level of the members;
 * a level is two columns.
 */
export function yamlLines(map: YamlMap, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  return Object.entries(map).flatMap(([key, value]) => {
    const start = `${indent}${keyOf(key)}:`;
    const flow = formatFlow(value);
    if (start.length + 1 + flow.length <= WIDTH) return [`${start} ${flow}`];
    if (isList(value)) return [start, ...wrapList(value, `${indent}  `)];
    return typeof value === 'object'
      ? [start, ...yamlLines(value, depth + 1)]
      : [`${start} ${flow}`];
  });
}

/** Formats a list on several lines: `[`, as many items for each line as fit, `]`. */
function wrapList(list: readonly Yaml[], indent: string): readonly string[] {
  if (list.some((item) => typeof item === 'object')) {
    return list.map((item) => `${indent}- ${formatFlow(item)}`);
  }
  const lines: string[] = [];
  let line = '';
  for (const item of list) {
    const text = `${formatFlow(item)},`;
    if (line !== '' && indent.length + 3 + line.length + text.length > WIDTH) {
      lines.push(`${indent}  ${line}`);
      line = '';
    }
    line = line === '' ? text : `${line} ${text}`;
  }
  return [`${indent}[`, ...lines, `${indent}  ${line}`, `${indent}]`];
}

function formatFlow(value: Yaml): string {
  if (typeof value === 'string') return scalar(value);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(formatFlow).join(', ')}]`;
  const members = Object.entries(value).map(([key, own]) => `${keyOf(key)}: ${formatFlow(own)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function keyOf(name: string): string {
  return name === '$ref' ? name : scalar(name);
}

/** Words that some YAML parsers read as another type than string. */
const SPECIAL = /^(?:true|false|null|yes|no|on|off|y|n|~|nan|inf)$/i;

/** Formats a string: unquoted if every parser of YAML 1.1 and 1.2 reads it as a string, otherwise quoted. */
function scalar(text: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_.-]*(?: [A-Za-z0-9_.()-]+)*$/.test(text) && !SPECIAL.test(text))
    return text;
  // Between single quotes, printable ASCII needs no escapes except for the quote. A JSON string is a valid double-quoted string.
  return /^[\u0020-\u007e]*$/.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

function isList(value: Yaml): value is readonly Yaml[] {
  return Array.isArray(value);
}
