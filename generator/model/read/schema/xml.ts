import { ignoredMember } from '../../../core/diagnostics/members.js';
import type { Json, XmlForm, XmlNode } from '../../schema.js';
import { describeType, isObject, type JsonObject, member } from '../json.js';
import { report, wrongType } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';

/** `xml` (OpenAPI 3.2.0 section 4.26, and 3.1.1 section 4.8.26). */
export function xml(builder: SchemaBuilder, value: Json): void {
  if (!isObject(value)) return wrongType(builder, 'xml', 'an object', value);
  const [first, local] = (textAt(builder, value, 'name') ?? '').split(':');
  // Authors often write the prefix as part of the name.
  const isPrefixed = local !== undefined && local !== '';
  const name = isPrefixed ? local : first;
  const prefix = textAt(builder, value, 'prefix') ?? (isPrefixed ? first : undefined);
  const namespace = textAt(builder, value, 'namespace');
  const node = nodeOf(builder, value);
  const form: XmlForm = {
    ...(name !== undefined && name !== '' && { name }),
    ...(prefix !== undefined && prefix !== '' && { prefix }),
    ...(namespace !== undefined && namespace !== '' && { namespace }),
    ...(node !== undefined && { node }),
  };
  if (Object.keys(form).length > 0) builder.annotations.xml = form;
}

const nodes: ReadonlySet<Json> = new Set(['element', 'attribute', 'text', 'cdata', 'none']);

function nodeOf(builder: SchemaBuilder, value: JsonObject): XmlNode | undefined {
  const node = member(value, 'nodeType');
  if (node !== undefined) {
    if (nodes.has(node)) return node as XmlNode;
    report(
      builder,
      ignoredMember.value({
        name: 'nodeType',
        values: ['element', 'attribute', 'text', 'cdata', 'none'],
      }),
      ['xml', 'nodeType'],
    );
    return undefined;
  }
  if (flagAt(builder, value, 'attribute')) return 'attribute';
  return flagAt(builder, value, 'wrapped') ? 'element' : undefined;
}

function textAt(builder: SchemaBuilder, value: JsonObject, name: string): string | undefined {
  const text = member(value, name);
  if (text === undefined || typeof text === 'string') return text;
  ignoreMember(builder, name, 'a string', text);
  return undefined;
}

function flagAt(builder: SchemaBuilder, value: JsonObject, name: string): boolean {
  const flag = member(value, name);
  if (flag === undefined || typeof flag === 'boolean') return flag === true;
  ignoreMember(builder, name, 'a boolean', flag);
  return false;
}

/** Reports an invalid member as a warning, because most descriptions with this mistake have no XML bodies. */
function ignoreMember(builder: SchemaBuilder, name: string, expected: string, found: Json): void {
  report(
    builder,
    ignoredMember.type({ what: `"${name}"`, expected, actual: describeType(found) }),
    ['xml', name],
  );
}
