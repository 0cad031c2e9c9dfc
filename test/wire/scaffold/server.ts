import { notImplemented } from '@tallystick/runtime/http/server';
import { createOutputServer, type OutputHandlers } from '../../cases/pets/output/server.js';

/** The handlers of the server, for `createOutputServer`. */
export const handlers: OutputHandlers = {
  /** GET /pets */
  listPets(_request, _respond) {
    throw notImplemented('listPets');
  },

  /** POST /pets */
  createPet(_request, _respond) {
    throw notImplemented('createPet');
  },
};

export { createOutputServer };
