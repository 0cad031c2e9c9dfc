import type { ApiDescriptor } from '../descriptor.js';
import { connect } from './connect.js';
import { type Client, type ClientOptions, connection } from './connection.js';

/** A client as calls want it. Declared apart from the class, whose members can not be named by a symbol. */
export interface ConnectedClient extends Client {}

/** What a generated client's class extends: it carries the connection that its services call over. */
export class ConnectedClient {
  /** @throws {ClientOptionsError} for options that can not work. */
  constructor(description: ApiDescriptor, options: ClientOptions) {
    // Not enumerable, so that a client that is printed shows its services.
    Object.defineProperty(this, connection, { value: connect(description, options)[connection] });
  }
}
