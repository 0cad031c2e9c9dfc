import type { JsonValue } from '../core/descriptor.js';

/**
 * Wire format of subscriptions. Templates are JSON in which the string `"{name}"` is replaced by a value of any type,
 * and `"a {name} b"` by a string that contains values. `{{` and `}}` represent single braces.
 *
 * A property or item whose value is missing is omitted, and so is an object all of whose properties were omitted.
 *
 * | placeholder          | in                | value                                                                    |
 * | -------------------- | ----------------- | ------------------------------------------------------------------------ |
 * | `{channel}`          | all               | name of the channel; its `echo` in messages from a server                |
 * | `{keys}`             | requests, replies | list of keys; missing if there are none                                  |
 * | `{keys.product_ids}` | requests, replies | the same, but missing if the channel's keys have another name            |
 * | `{key}`              | requests, replies | one key: a request with this placeholder is sent once for each key       |
 * | `{id}`               | requests, replies | number of the request; in a reply, the number that the request contained |
 * | `{auth.signature}`   | requests          | part of the credential, if the channel requires or allows one            |
 * | `{options.depth}`    | requests          | option of the subscription                                               |
 * | `{subscriptions}`    | replies           | all current subscriptions, one `item` for each channel                   |
 * | `{code}`             | errors            | stable error code                                                        |
 * | `{message}`          | errors            | sentence that describes the error                                        |
 * | `{reason}`           | errors            | details of the error                                                     |
 */
export interface ControlDescriptor {
  readonly subscribe: RequestDescriptor;
  /** If absent, unsubscribing means closing the connection. An entry without keys unsubscribes the whole channel. */
  readonly unsubscribe?: RequestDescriptor;
  /** If absent, a request is granted as soon as it is sent. */
  readonly subscribed?: AcknowledgementDescriptor;
  /** If absent, the same as `subscribed`. */
  readonly unsubscribed?: AcknowledgementDescriptor;
  readonly error?: ErrorMessageDescriptor;
}

/** A request: the template that a client sends, and the pointers by which a server reads it. */
export interface RequestDescriptor {
  readonly message: string;
  /** Message that a client sends for one channel. */
  readonly template: JsonValue;
  readonly read: RequestReaderDescriptor;
}

/**
 * Locations of the parts of a request. `entries` points to a list of channels, each a name or an object; if absent, the
 * message itself is the only entry. A message may use several of the forms at once.
 */
export interface RequestReaderDescriptor {
  readonly entries?: string;
  /** Pointer into an entry: name of the channel. */
  readonly channel: string;
  /** Pointers into an entry, by the name of the keys: one key, or a list. */
  readonly keys?: { readonly [name: string]: string };
  /** Pointers into the message, by the name of the keys: they apply to every entry, in addition to its own keys. */
  readonly sharedKeys?: { readonly [name: string]: string };
  /**
   * Pointers into the message: parts of the credential by name. The request has a credential if any of them is present.
   */
  readonly auth?: { readonly [name: string]: string };
  /** Pointer into the message: number that its replies repeat. */
  readonly id?: string;
  /** Pointers into an entry: options by name. */
  readonly options?: { readonly [name: string]: string };
}

/** The reply to a request that was granted. */
export interface AcknowledgementDescriptor {
  readonly message: string;
  /**
   * Conditions by which a client recognises the reply to its request: the value at each pointer equals the rendered
   * template (`{ '/reqid': '{id}' }`). Without `match` and `list`, the message replies to the oldest pending request.
   */
  readonly match?: { readonly [pointer: string]: JsonValue };
  /**
   * The reply lists all current subscriptions. A request is granted when its channel and all of its keys are listed, or
   * no longer listed. The pointers `channel` and `keys` are relative to an item.
   */
  readonly list?: {
    readonly items: string;
    readonly channel: string;
    readonly keys?: { readonly [name: string]: string };
  };
  /** Message that a server sends. */
  readonly template: JsonValue;
  /** Template of an item of `{subscriptions}`, rendered for each channel. */
  readonly item?: JsonValue;
  /** Number of replies: one for the whole request, for each of its channels, or for each key. Default: `request`. */
  readonly each?: 'request' | 'channel' | 'key';
}

/** The reply to a request that was refused. Also used for all other errors that a server reports. */
export interface ErrorMessageDescriptor {
  readonly message: string;
  /** Conditions by which a client recognises the failed request; if absent, the oldest pending one. */
  readonly match?: { readonly [pointer: string]: JsonValue };
  /** Pointers to the sentence, the details and the code of the error. */
  readonly text: string;
  readonly reason?: string;
  readonly code?: string;
  /** Message that a server sends. */
  readonly template: JsonValue;
}
