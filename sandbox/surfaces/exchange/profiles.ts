import type { Profile } from '@platform/exchange';
import type { ProfilesHandlers } from '@platform/exchange/server';
import { printInstant } from '../../domain/time.js';
import { profileOf } from '../../domain/users/queries.js';
import type { ProfileRow } from '../../domain/users/state.js';
import type { Core } from '../../server/core.js';
import { type ExchangePrincipals, userOf } from './requests.js';
import { say } from './say.js';
import { uuidOf } from './values.js';

/** Handlers of the operations about profiles: any key of a user reads all of the user's (tenancy-8). */
export function profilesHandlers({ loop }: Core): ProfilesHandlers<ExchangePrincipals> {
  return {
    listProfiles(request, respond) {
      const { active } = request.query;
      const rows = loop.state.users.profilesByUser.rows(userOf(loop.state, request).id);
      const listed = rows.filter(({ isActive }) => active === undefined || isActive === active);
      return respond.ok(listed.map(profileBody));
    },

    getProfile(request, respond) {
      const { id } = userOf(loop.state, request);
      const profile = profileOf(loop.state.users, id, uuidOf(request.path.profile_id));
      return profile === undefined
        ? say('getProfile', { code: 'not-found', data: { what: 'profile' } })
        : respond.ok(profileBody(profile));
    },
  };
}

function profileBody({ id, user, name, isActive, isDefault, createdAt }: ProfileRow): Profile {
  return {
    id,
    user_id: user,
    name,
    active: isActive,
    is_default: isDefault,
    created_at: printInstant(createdAt),
  };
}
