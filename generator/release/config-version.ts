import { isMap, isScalar, isSeq, parseDocument, type Pair, type YAMLMap } from 'yaml';

/**
 * Sets the version of a package in the text of a config file, YAML or JSON. Everything else stays as it is, comments and layout included.
 * Returns `undefined` if the text does not list the package in a way that can be edited.
 */
export function setVersion(text: string, name: string, version: string): string | undefined {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const document = parseDocument(text, { keepSourceTokens: true });
  if (document.errors.length > 0) return undefined;
  const packages = document.get('packages');
  const entry = isSeq(packages)
    ? packages.items.find((item): item is YAMLMap => isMap(item) && item.get('package') === name)
    : undefined;
  if (entry === undefined) return undefined;
  const present = pairOf(entry, 'version');
  if (present !== undefined) {
    const { value } = present;
    if (!isScalar(value) || value.range === undefined || value.range === null) return undefined;
    const [start, end] = value.range;
    const [quote = ''] = /^["']/.exec(text.slice(start, end)) ?? [];
    return text.slice(0, start) + quote + version + quote + text.slice(end);
  }
  const owner = pairOf(entry, 'package');
  const key = owner?.key;
  const value = owner?.value;
  if (!isScalar(key) || !key.range || !isScalar(value) || !value.range) return undefined;
  const [, end] = value.range;
  const isJson = text.slice(key.range[0]).startsWith('"');
  const member = isJson ? `"version": "${version}"` : `version: ${version}`;
  if (entry.flow !== true) {
    const line = text.slice(0, key.range[0]).split('\n').at(-1) ?? '';
    const indentation = line.replaceAll(/[^\s]/g, ' ');
    const rest = text.indexOf('\n', end);
    const at = rest === -1 ? text.length : rest;
    const before = text.slice(0, at).replace(/\r$/, '');
    return `${before}${lineEnd}${indentation}${member}${rest === -1 ? '' : lineEnd}${text.slice(rest === -1 ? at : at + 1)}`;
  }
  const before = text.slice(0, key.range[0]);
  const ownLine = /\n([ \t]*)$/.exec(before);
  const separator = ownLine === null ? ', ' : `,${lineEnd}${ownLine[1]}`;
  return `${text.slice(0, end)}${separator}${member}${text.slice(end)}`;
}

function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}
