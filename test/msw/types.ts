import { setupServer } from 'msw/node';
import { createPetShopMocks, mockPetShop } from '../cases/msw/output/src/msw.js';
import type { Pet } from '../cases/msw/output/src/types.js';

// Every line with the comment "error" is one for the compiler, and no other line is.

const tom: Pet = { id: 'tom', name: 'Tom', born: new Date() };
const mocks = createPetShopMocks({ baseUrl: 'http://localhost/v1' });

export const server: ReturnType<typeof setupServer> = setupServer(
  mocks.getPet(tom),
  mocks.getPet(),
  mocks.removePet(),
  mocks.listPets([tom]),
  mocks.listPets('id,name'),
  mocks.getPet(({ path }, respond) => respond.ok({ ...tom, id: path.id })),
  mocks.getPet(async (_request, respond) => respond.notFound({ message: 'gone' })),
  mocks.addPet(({ body }, respond) => respond.created({ ...tom, ...body }, { Location: '/' })),
  mocks.watchPrices((_request, respond) => respond.ok([{ data: { pet: 'tom', cents: 100 } }])),
  ...mockPetShop({ getPet: tom, removePet: (_request, respond) => respond.noContent() }),
  ...mockPetShop({}, { unmocked: 'error' }),
);

mocks.getPet({ id: 'tom', name: 'Tom' }); // error
mocks.getPet({ ...tom, born: '2020-01-02T03:04:05Z' }); // error
mocks.listPets(tom); // error
mocks.addPet(tom); // error
mocks.removePet(tom); // error
mocks.getPet(({ query }, respond) => respond.ok({ ...tom, ...query })); // error
mocks.getPet((_request, respond) => respond.created(tom)); // error
mocks.getPet((_request, respond) => respond.notFound({ text: 'gone' })); // error
mocks.getPet(() => tom); // error
mocks.getPet(({ principals }, respond) => respond.ok({ ...tom, ...principals })); // error
mocks.feedPet(tom); // error
mockPetShop({ getPet: 'tom' }); // error
mockPetShop({ feedPet: tom }); // error
mockPetShop({}, { unmocked: 'ignore' }); // error
