import type { JsonValue } from '../core/descriptor.js';

/**
 * How subscribing is said on the wire. Templates are JSON in which a text `"{name}"` stands for a value of any type, `"a {name} b"` for
 * a text with values in it, and `{{` and `}}` for single braces. A member or element whose value is missing is left out, and so is an
 * object that had only such members.
 *
 * | hole                  | in                    | stands for                                                                    |
 * | --------------------- | --------------------- | ----------------------------------------------------------------------------- |
 * | `{channel}`           | all                   | the channel's name; its `echo` in what a server says                          |
 * | `{keys}`              | requests, answers     | list of keys, missing where there are none                                    |
 * | `{keys.product_ids}`  | requests, answers     | the same, missing where the channel's keys have another name                  |
 * | `{key}`               | requests, answers     | one key: a request whose template has it is sent for each key                 |
 * | `{id}`                | requests, answers     | a number that counts requests; in an answer, what the request said            |
 * | `{auth.signature}`    | requests              | what the credential gave, where the channel wants or allows one               |
 * | `{options.depth}`     | requests              | the caller's further wishes                                                   |
 * | `{subscriptions}`     | answers               | everything that is subscribed to, an `item` for each channel                  |
 * | `{code}`, `{message}`, `{reason}` | errors    | what is wrong: a stable code, a sentence, and more of it                       |
 */
export interface ControlDescriptor {
  readonly subscribe: RequestDescriptor;
  /** Absent: one leaves a channel by leaving the connection. An entry without keys leaves all of its channel. */
  readonly unsubscribe?: RequestDescriptor;
  /** Absent: a request is granted by being sent. */
  readonly subscribed?: AcknowledgementDescriptor;
  /** As `subscribed`, if absent. */
  readonly unsubscribed?: AcknowledgementDescriptor;
  readonly error?: ErrorMessageDescriptor;
}

/** A request: how a client writes it and how a server reads it. */
export interface RequestDescriptor {
  readonly message: string;
  /** What a client sends for one channel. */
  readonly template: JsonValue;
  readonly read: RequestReaderDescriptor;
}

/**
 * Where a server finds what a request asks for. `entries` is a list of channels, each a name or an object; absent where the message
 * itself is the one entry. Several ways of saying the same may occur in one message.
 */
export interface RequestReaderDescriptor {
  readonly entries?: string;
  /** Into an entry: the channel's name. */
  readonly channel: string;
  /** Into an entry, by the name of the keys: one key, or a list. */
  readonly keys?: { readonly [name: string]: string };
  /** Into the message, by the name of the keys: they hold for every entry beside its own. */
  readonly sharedKeys?: { readonly [name: string]: string };
  /** Into the message: what proves who asks, by name. Present where any of them is. */
  readonly auth?: { readonly [name: string]: string };
  /** Into the message: the number that its answers repeat. */
  readonly id?: string;
  /** Into an entry: further wishes, by name. */
  readonly options?: { readonly [name: string]: string };
}

/** The answer to a request that was granted. */
export interface AcknowledgementDescriptor {
  readonly message: string;
  /**
   * What tells a client that this is the answer to its request: the place equals the rendered template (`{ '/reqid': '{id}' }`). With
   * neither `match` nor `list` it answers the oldest open request.
   */
  readonly match?: { readonly [pointer: string]: JsonValue };
  /**
   * The message lists everything that is now subscribed to: a request is granted when its channel and all of its keys are listed, or no
   * longer are. Pointers `channel` and `keys` go into an item.
   */
  readonly list?: {
    readonly items: string;
    readonly channel: string;
    readonly keys?: { readonly [name: string]: string };
  };
  /** What a server sends. */
  readonly template: JsonValue;
  /** What `{subscriptions}` lists, once for each channel. */
  readonly item?: JsonValue;
  /** One answer for the whole request, for each channel of it, or for each key. Default `request`. */
  readonly each?: 'request' | 'channel' | 'key';
}

/** The answer to a request that was refused, and whatever else a server has to complain about. */
export interface ErrorMessageDescriptor {
  readonly message: string;
  /** What tells a client which request failed; the oldest open one if absent. */
  readonly match?: { readonly [pointer: string]: JsonValue };
  /** Where a client finds the sentence, more of it, and a code. */
  readonly text: string;
  readonly reason?: string;
  readonly code?: string;
  /** What a server sends. */
  readonly template: JsonValue;
}
