import type {
  UserOperationDetails,
  UserOperationMode as ModeBody,
} from '@platform/sandbox-control';
import type { UserOperationsHandlers } from '@platform/sandbox-control/server';
import { millisecond, printInstant } from '../domain/time.js';
import { advanceModeOf } from '../domain/user-operations/queries.js';
import type { AdvanceMode, UserOperationRow } from '../domain/user-operations/state.js';
import type { Core } from '../server/core.js';
import { settings } from '../settings.js';
import { origin } from './origin.js';
import { say } from './say.js';

/** Handlers about user operations: their steps, and whether these follow by themselves (user-operations-6). */
export function userOperationsHandlers({ loop }: Core): UserOperationsHandlers {
  return {
    listUserOperations({ path, query }, respond) {
      const { byProject } = loop.state.userOperations;
      const { slots } = byProject.page(path.projectId, { limit: query.limit });
      return respond.ok(slots.map(({ row }) => operationBody(row)));
    },

    getUserOperationMode: (_, respond) =>
      respond.ok(modeBody(advanceModeOf(loop.state.userOperations))),

    setUserOperationMode({ body }, respond) {
      const { sign, broadcast, include } = settings['user-operations-6'].delays;
      const { delays = {} } = body;
      const data = {
        mode: body.mode,
        delays: {
          sign: micros(delays.sign, sign),
          broadcast: micros(delays.broadcast, broadcast),
          include: micros(delays.include, include),
        },
      };
      const outcome = loop.execute('userOperations.set-mode', data, origin);
      return outcome.ok
        ? respond.ok(modeBody(outcome.result))
        : say('setUserOperationMode', outcome.refusal);
    },

    signUserOperation({ path, body }, respond) {
      const data = { hash: path.userOpHash, signature: body.signature };
      const outcome = loop.execute('userOperations.sign', data, origin);
      return outcome.ok
        ? respond.ok(operationBody(outcome.result))
        : say('signUserOperation', outcome.refusal);
    },

    broadcastUserOperation({ path }, respond) {
      const outcome = loop.execute('userOperations.broadcast', { hash: path.userOpHash }, origin);
      return outcome.ok
        ? respond.ok(operationBody(outcome.result))
        : say('broadcastUserOperation', outcome.refusal);
    },

    includeUserOperation({ path, body }, respond) {
      const data = { hash: path.userOpHash, success: body.success };
      const outcome = loop.execute('userOperations.include', data, origin);
      return outcome.ok
        ? respond.ok(operationBody(outcome.result))
        : say('includeUserOperation', outcome.refusal);
    },

    dropUserOperation({ path }, respond) {
      const outcome = loop.execute('userOperations.drop', { hash: path.userOpHash }, origin);
      return outcome.ok
        ? respond.ok(operationBody(outcome.result))
        : say('dropUserOperation', outcome.refusal);
    },
  };
}

function micros(milliseconds: number | undefined, otherwise: number): number {
  return milliseconds === undefined ? otherwise : milliseconds * millisecond;
}

function modeBody({ mode, delays }: AdvanceMode): ModeBody {
  const { sign, broadcast, include } = delays;
  const [first, second, third] = [sign, broadcast, include].map((each) =>
    Math.floor(each / millisecond),
  );
  return { mode, delays: { sign: first ?? 0, broadcast: second ?? 0, include: third ?? 0 } };
}

function operationBody(row: UserOperationRow): UserOperationDetails {
  const { hash, project, sender, network, status, nonce, createdAt, updatedAt } = row;
  const { signature, transaction, paymasterUrl } = row;
  return {
    userOpHash: hash,
    projectId: project,
    address: sender,
    network,
    status,
    nonce: String(nonce),
    ...(signature === undefined ? {} : { signature }),
    ...(transaction === undefined ? {} : { transactionHash: transaction }),
    ...(paymasterUrl === undefined ? {} : { paymasterUrl }),
    createdAt: printInstant(createdAt),
    updatedAt: printInstant(updatedAt),
  };
}
