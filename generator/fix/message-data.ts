import type { DecodedField, DecodedMessage } from './decode-message.js';
import { readable } from './print-message.js';

/** A message as JSON: output of `fix decode --json` and input of `fix encode`. */
export interface MessageData {
  /** Name of the message, or its MsgType. */
  readonly message: string;
  readonly fields: FieldsData;
  readonly faults?: readonly string[];
}

/** Values by name, or by tag if there is no name: names of values, text, and group entries. */
export interface FieldsData {
  readonly [name: string]: string | BytesData | readonly FieldsData[];
}

/** A value that is not text. */
export interface BytesData {
  readonly base64: string;
}

/** Converts a message to JSON. Omits computed fields, and secrets unless `secrets` is true. */
export function messageData(message: DecodedMessage, secrets: boolean): MessageData {
  const faults = [...message.fields.flatMap((field) => faultsOf(field)), ...message.faults];
  return {
    message: message.name,
    fields: fieldsData(message.fields, secrets),
    ...(faults.length > 0 && { faults }),
  };
}

/** Parses messages from text: one object, an array, or one object for each line. */
export function readMessages(
  text: string,
): { readonly messages: readonly MessageData[] } | { readonly fault: string } {
  const parsed = parse(text);
  const lines = 'value' in parsed ? { values: [parsed.value].flat() } : linesOf(text, parsed.fault);
  if ('fault' in lines) return lines;
  const { values } = lines;
  const index = values.findIndex((value) => !isMessage(value));
  if (index >= 0) return { fault: `message ${index + 1} is no object with "message" and "fields"` };
  return values.length === 0
    ? { fault: 'the input is empty' }
    : { messages: values.filter(isMessage) };
}

function isMessage(value: unknown): value is MessageData {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string' &&
    'fields' in value &&
    typeof value.fields === 'object' &&
    value.fields !== null &&
    !Array.isArray(value.fields)
  );
}

/** Parses one object for each line. If the first line is not JSON, returns the error for the entire text, otherwise that for the line. */
function linesOf(
  text: string,
  textFault: string,
): { readonly values: readonly unknown[] } | { readonly fault: string } {
  const values: unknown[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = parse(line);
    if ('value' in parsed) values.push(parsed.value);
    else if (values.length === 0) return { fault: `the input is no JSON: ${textFault}` };
    else return { fault: `line ${index + 1} of the input is no JSON: ${parsed.fault}` };
  }
  return { values };
}

/** A JSON string or number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON with numbers as strings, because prices must remain exact. */
function parse(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    JSON.parse(text);
    const exact = text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`));
    const value: unknown = JSON.parse(exact);
    return { value };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

/** BodyLength, MsgType and CheckSum are computed. */
const computed = new Set(['9', '10', '35']);

function fieldsData(fields: readonly DecodedField[], secrets: boolean): FieldsData {
  const included = fields.filter(
    ({ tag, form }) => !computed.has(tag) && (secrets || form !== 'secret'),
  );
  return Object.fromEntries(
    included.map((field) => [
      field.name ?? field.tag,
      field.entries.length > 0
        ? field.entries.map((entry) => fieldsData(entry, secrets))
        : valueData(field),
    ]),
  );
}

function valueData({ value, meaning }: DecodedField): string | BytesData {
  if (meaning !== undefined) return meaning;
  const text = readable(value);
  // Other characters would not survive a conversion to text and back.
  const isText =
    !/[\u0000-\u001f\u007f]/.test(value) && (text !== value || /^[\u0020-\u007e]*$/.test(value));
  return isText ? text : { base64: btoa(value) };
}

function faultsOf({ tag, name, faults, entries }: DecodedField): readonly string[] {
  const label = name === undefined ? tag : `${name} (${tag})`;
  return [
    ...faults.map((fault) => `${label}: ${fault}`),
    ...entries.flatMap((entry) => entry.flatMap(faultsOf)),
  ];
}
