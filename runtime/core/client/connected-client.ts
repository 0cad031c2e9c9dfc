import type { ApiDescriptor } from '../descriptor.js';
import { connect } from './connect.js';
import { type Client, type ClientOptions, clientConfig } from './client-config.js';

/** Client interface of the class below. Declared separately, because the class cannot declare a member whose name is a symbol. */
export interface ConnectedClient extends Client {}

/** Base class of generated clients. It holds the configuration that their services use. */
export class ConnectedClient {
  /** @throws {ClientOptionsError} for invalid options. */
  constructor(description: ApiDescriptor, options?: ClientOptions) {
    // Not enumerable, so that printing a client shows only its services.
    Object.defineProperty(this, clientConfig, {
      value: connect(description, options)[clientConfig],
    });
  }
}
