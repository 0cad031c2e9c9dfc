/** What a description is made of, before it is text. Members keep their order. */
export type Yaml = string | number | boolean | readonly Yaml[] | YamlMap;

/** A mapping; its keys are names. */
export interface YamlMap {
  readonly [key: string]: Yaml;
}

/** Columns that a line of the description has at most, where it can be broken. */
const WIDTH = 120;

/**
 * The lines of a mapping: what fits on a line stands on one, as a person would write it, and the rest is broken up.
 * `depth` is the level of the mapping's own members, two columns each.
 */
export function yamlLines(map: YamlMap, depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  return Object.entries(map).flatMap(([key, value]) => {
    const start = `${indent}${keyOf(key)}:`;
    const flow = flowOf(value);
    if (start.length + 1 + flow.length <= WIDTH) return [`${start} ${flow}`];
    if (isList(value)) return [start, ...wrapped(value, `${indent}  `)];
    return typeof value === 'object'
      ? [start, ...yamlLines(value, depth + 1)]
      : [`${start} ${flow}`];
  });
}

/** A list over several lines: `[`, items as far as they fit, `]`. */
function wrapped(list: readonly Yaml[], indent: string): readonly string[] {
  if (list.some((item) => typeof item === 'object')) {
    return list.map((item) => `${indent}- ${flowOf(item)}`);
  }
  const lines: string[] = [];
  let line = '';
  for (const item of list) {
    const text = `${flowOf(item)},`;
    if (line !== '' && indent.length + 3 + line.length + text.length > WIDTH) {
      lines.push(`${indent}  ${line}`);
      line = '';
    }
    line = line === '' ? text : `${line} ${text}`;
  }
  return [`${indent}[`, ...lines, `${indent}  ${line}`, `${indent}]`];
}

function flowOf(value: Yaml): string {
  if (typeof value === 'string') return scalar(value);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map(flowOf).join(', ')}]`;
  const members = Object.entries(value).map(([key, own]) => `${keyOf(key)}: ${flowOf(own)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function keyOf(name: string): string {
  return name === '$ref' ? name : scalar(name);
}

/** Words that some reader of YAML takes for something other than a text. */
const SPECIAL = /^(?:true|false|null|yes|no|on|off|y|n|~|nan|inf)$/i;

/** A text: plain where no reader of YAML 1.1 or 1.2 can take it otherwise, else in quotes. */
function scalar(text: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_.-]*(?: [A-Za-z0-9_.()-]+)*$/.test(text) && !SPECIAL.test(text))
    return text;
  // What is printable ASCII has no escapes between single quotes but the quote itself; JSON's text is YAML's between double ones.
  return /^[\u0020-\u007e]*$/.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text);
}

function isList(value: Yaml): value is readonly Yaml[] {
  return Array.isArray(value);
}
