import type { Json, XmlForm, XmlNode } from '../../schema.js';
import { describeType, isObject, type JsonObject, member } from '../json.js';
import { warn, wrongType } from './site.js';
import type { SchemaSite } from './site.js';

/** `xml` (OpenAPI 3.2.0 section 4.26, and 3.1.1 section 4.8.26). */
export function xml(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return wrongType(site, 'xml', 'an object', value);
  const [first, local] = (textAt(site, value, 'name') ?? '').split(':');
  // A prefix is often written with the name.
  const isPrefixed = local !== undefined && local !== '';
  const name = isPrefixed ? local : first;
  const prefix = textAt(site, value, 'prefix') ?? (isPrefixed ? first : undefined);
  const namespace = textAt(site, value, 'namespace');
  const node = nodeOf(site, value);
  const form: XmlForm = {
    ...(name !== undefined && name !== '' && { name }),
    ...(prefix !== undefined && prefix !== '' && { prefix }),
    ...(namespace !== undefined && namespace !== '' && { namespace }),
    ...(node !== undefined && { node }),
  };
  if (Object.keys(form).length > 0) site.annotations.xml = form;
}

const nodes: ReadonlySet<Json> = new Set(['element', 'attribute', 'text', 'cdata', 'none']);

function nodeOf(site: SchemaSite, value: JsonObject): XmlNode | undefined {
  const node = member(value, 'nodeType');
  if (node !== undefined) {
    if (nodes.has(node)) return node as XmlNode;
    warn(
      site,
      'invalid-value',
      ['xml', 'nodeType'],
      '"nodeType" is none of "element", "attribute", "text", "cdata" and "none", and is left out',
    );
    return undefined;
  }
  if (flagAt(site, value, 'attribute')) return 'attribute';
  return flagAt(site, value, 'wrapped') ? 'element' : undefined;
}

function textAt(site: SchemaSite, value: JsonObject, name: string): string | undefined {
  const text = member(value, name);
  if (text === undefined || typeof text === 'string') return text;
  leaveOut(site, name, 'a string', text);
  return undefined;
}

function flagAt(site: SchemaSite, value: JsonObject, name: string): boolean {
  const flag = member(value, name);
  if (flag === undefined || typeof flag === 'boolean') return flag === true;
  leaveOut(site, name, 'a boolean', flag);
  return false;
}

/** Most descriptions with such a mistake have no body of XML at all. */
function leaveOut(site: SchemaSite, name: string, expected: string, found: Json): void {
  warn(
    site,
    'invalid-type',
    ['xml', name],
    `"${name}" is ${describeType(found)} where ${expected} belongs, and is left out`,
  );
}
