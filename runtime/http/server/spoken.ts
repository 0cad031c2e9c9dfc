import type { ContentDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import type { XmlCodec } from '../../core/xml-descriptor.js';

/** Whether a server takes and answers a content: XML if it was given what reads and writes that. */
export function isSpoken(content: ContentDescriptor, xml: XmlCodec | undefined): boolean {
  return content.xml === undefined || xml !== undefined;
}

/** Throws where an operation could not be served: its body, or an answer of it, is XML and nothing else. */
export function requireXml(
  { id, body, outcomes }: OperationDescriptor,
  xml: XmlCodec | undefined,
): void {
  const all = [body?.contents, ...outcomes.map(({ contents }) => contents)];
  const isUnspoken = all.some(
    (contents = []) => contents.length > 0 && !contents.some((content) => isSpoken(content, xml)),
  );
  if (isUnspoken)
    throw new Error(
      `"${id}" has bodies that are XML: a server for it needs "xml" of "@tallystick/runtime/xml".`,
    );
}
