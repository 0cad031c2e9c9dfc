/** The members of a client of `kafkajs` (`Kafka`) that the adapter uses. */
export interface KafkaClient {
  producer(options?: object): KafkaProducer;
  consumer(options: {
    groupId: string;
    maxWaitTimeInMs?: number;
    retry?: { restartOnFailure?: (error: Error) => Promise<boolean> };
  }): KafkaConsumer;
  admin(): KafkaAdmin;
}

/** A producer of `kafkajs`. */
export interface KafkaProducer {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  sendBatch(batch: { acks?: number; topicMessages?: KafkaTopicMessages[] }): Promise<unknown>;
  on(event: 'producer.connect', listener: () => void): unknown;
  on(event: 'producer.disconnect', listener: () => void): unknown;
}

/** Messages for a topic. */
export interface KafkaTopicMessages {
  topic: string;
  messages: KafkaOutgoing[];
}

/** A message for a topic. */
export interface KafkaOutgoing {
  key?: string | null;
  value: Buffer;
  headers?: { [name: string]: string };
}

/** A consumer of `kafkajs`. */
export interface KafkaConsumer {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  subscribe(subscription: { topics: string[]; fromBeginning?: boolean }): Promise<void>;
  run(options: {
    autoCommit?: boolean;
    autoCommitInterval?: number | null;
    eachBatchAutoResolve?: boolean;
    partitionsConsumedConcurrently?: number;
    eachBatch?: (payload: KafkaBatch) => Promise<void>;
  }): Promise<void>;
  seek(position: { topic: string; partition: number; offset: string }): void;
  on(event: 'consumer.group_join', listener: (event: KafkaJoin) => void): unknown;
  on(event: 'consumer.crash', listener: (event: KafkaCrash) => void): unknown;
}

/** A consumer has joined its group. */
export interface KafkaJoin {
  readonly payload: { readonly memberAssignment: { readonly [topic: string]: readonly number[] } };
}

/** A consumer has failed. */
export interface KafkaCrash {
  readonly payload: { readonly error: Error };
}

/** Messages of a partition, in the order of their offsets. */
export interface KafkaBatch {
  readonly batch: { readonly partition: number; readonly messages: readonly KafkaMessage[] };
  resolveOffset(offset: string): void;
  heartbeat(): Promise<void>;
  commitOffsetsIfNecessary(): Promise<void>;
  isRunning(): boolean;
  isStale(): boolean;
}

/** A received message. */
export interface KafkaMessage {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly offset: string;
  readonly headers?: {
    readonly [name: string]: Buffer | string | readonly (Buffer | string)[] | undefined;
  };
}

/** The administration of `kafkajs`. */
export interface KafkaAdmin {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  fetchOffsets(options: {
    groupId: string;
    topics?: string[];
  }): Promise<
    { readonly partitions: readonly { readonly partition: number; readonly offset: string }[] }[]
  >;
  fetchTopicOffsets(
    topic: string,
  ): Promise<readonly { readonly partition: number; readonly high: string }[]>;
  deleteGroups(groupIds: string[]): Promise<unknown>;
}
