import type { ExplainedField, ExplainedMessage } from './explain.js';
import { readable } from './print-message.js';

/** A message as JSON: what `fix decode --json` prints and `fix encode` reads. */
export interface MessageData {
  /** The message's name, or its MsgType. */
  readonly message: string;
  readonly fields: FieldsData;
  readonly faults?: readonly string[];
}

/** Values by name, or by tag where there is no name: words, text, and entries of groups. */
export interface FieldsData {
  readonly [name: string]: string | BytesData | readonly FieldsData[];
}

/** A value that is no text. */
export interface BytesData {
  readonly base64: string;
}

/** A message as data. Fields that the engine computes are left out; so are secrets, unless they are asked for. */
export function messageData(message: ExplainedMessage, secrets: boolean): MessageData {
  const faults = [...message.fields.flatMap((field) => faultsOf(field)), ...message.faults];
  return {
    message: message.name,
    fields: fieldsData(message.fields, secrets),
    ...(faults.length > 0 && { faults }),
  };
}

/** What can be read of a text: one object, a list of them, or one on each line. */
export function readMessages(
  text: string,
): { readonly messages: readonly MessageData[] } | { readonly fault: string } {
  const whole = parse(text);
  const lines = 'value' in whole ? { values: [whole.value].flat() } : linesOf(text, whole.fault);
  if ('fault' in lines) return lines;
  const { values } = lines;
  const at = values.findIndex((value) => !isMessage(value));
  if (at >= 0) return { fault: `message ${at + 1} is no object with "message" and "fields"` };
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

/** The objects of a text that has one on each line, or what is wrong: of a line where the first is JSON, else of the whole. */
function linesOf(
  text: string,
  ofWhole: string,
): { readonly values: readonly unknown[] } | { readonly fault: string } {
  const values: unknown[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = parse(line);
    if ('value' in parsed) values.push(parsed.value);
    else if (values.length === 0) return { fault: `the input is no JSON: ${ofWhole}` };
    else return { fault: `line ${index + 1} of the input is no JSON: ${parsed.fault}` };
  }
  return { values };
}

/** A text between quotes, or a number. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** What JSON says, numbers as the text that they are: prices are exact. */
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

/** BodyLength, MsgType and CheckSum follow from the rest. */
const computed = new Set(['9', '10', '35']);

function fieldsData(fields: readonly ExplainedField[], secrets: boolean): FieldsData {
  const kept = fields.filter(
    ({ tag, form }) => !computed.has(tag) && (secrets || form !== 'secret'),
  );
  return Object.fromEntries(
    kept.map((field) => [
      field.name ?? field.tag,
      field.entries.length > 0
        ? field.entries.map((entry) => fieldsData(entry, secrets))
        : valueData(field),
    ]),
  );
}

function valueData({ value, meaning }: ExplainedField): string | BytesData {
  if (meaning !== undefined) return meaning;
  const text = readable(value);
  // What is neither ASCII nor UTF-8, or has control characters, would not come back as it went.
  const isText =
    !/[\u0000-\u001f\u007f]/.test(value) && (text !== value || /^[\u0020-\u007e]*$/.test(value));
  return isText ? text : { base64: btoa(value) };
}

function faultsOf({ tag, name, faults, entries }: ExplainedField): readonly string[] {
  const place = name === undefined ? tag : `${name} (${tag})`;
  return [
    ...faults.map((fault) => `${place}: ${fault}`),
    ...entries.flatMap((entry) => entry.flatMap(faultsOf)),
  ];
}
