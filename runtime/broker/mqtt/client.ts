/** The members of a client of `mqtt` (`MqttClient`) that the adapters use. */
export interface MqttClient {
  readonly connected: boolean;
  readonly options: {
    readonly protocolVersion?: number | undefined;
    readonly clean?: boolean | undefined;
  };
  readonly stream: { write(bytes: Uint8Array): unknown };
  publish(
    topic: string,
    payload: Buffer,
    options: object,
    callback: (error?: Error, packet?: { readonly reasonCode?: number | undefined }) => void,
  ): unknown;
  subscribe(
    topic: string,
    options: MqttSubscribeOptions,
    callback: (error: Error | null, granted?: readonly { readonly qos: number }[]) => void,
  ): unknown;
  unsubscribe(topic: string, callback: (error?: Error) => void): unknown;
  /** Called for each message; the client acknowledges it unless the callback is called with an error. */
  handleMessage(packet: MqttPacket, callback: (error?: Error) => void): void;
  on(event: 'message', listener: MqttMessageListener): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'connect' | 'offline' | 'close', listener: () => void): unknown;
  removeListener(event: 'message', listener: MqttMessageListener): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'connect' | 'offline' | 'close', listener: () => void): unknown;
}

/** Receives each message with its topic. */
export type MqttMessageListener = (topic: string, payload: Buffer, packet: MqttPacket) => void;

/** Options of `subscribe` of `mqtt`. */
export interface MqttSubscribeOptions {
  qos: 0 | 1;
  properties?: { subscriptionIdentifier: number };
}

/** A PUBLISH packet. */
export interface MqttPacket {
  readonly topic: string | Buffer;
  readonly payload: Buffer | string;
  readonly qos: number;
  readonly dup: boolean;
  readonly messageId?: number;
  readonly properties?: MqttProperties;
}

/** Properties of a PUBLISH packet of MQTT 5. */
export interface MqttProperties {
  readonly contentType?: string | undefined;
  readonly responseTopic?: string | undefined;
  readonly correlationData?: Buffer | undefined;
  readonly userProperties?: { readonly [name: string]: string | readonly string[] } | undefined;
  readonly subscriptionIdentifier?: number | readonly number[] | undefined;
}
