import type { ContentDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import type { XmlCodec } from '../../core/xml-descriptor.js';

/** True if a server can read and write a content. XML requires a codec. */
export function isSupportedContent(content: ContentDescriptor, xml: XmlCodec | undefined): boolean {
  return content.xml === undefined || xml !== undefined;
}

/** Throws if an operation cannot be served, because its body or one of its responses is only declared as XML. */
export function requireXml(
  { id, body, outcomes }: OperationDescriptor,
  xml: XmlCodec | undefined,
): void {
  const all = [body?.contents, ...outcomes.map(({ contents }) => contents)];
  const isUnsupported = all.some(
    (contents = []) =>
      contents.length > 0 && !contents.some((content) => isSupportedContent(content, xml)),
  );
  if (isUnsupported)
    throw new Error(
      `"${id}" has XML bodies: pass "xml" of "@tallystick/runtime/xml" to the server.`,
    );
}
