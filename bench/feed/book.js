// How many updates of single levels a book takes for a second of CPU: prices near the best ones most often, a third removed.
const [, , runtime, name, count] = process.argv;
const { LevelBook } = await import(runtime);
let state = 1;
const fraction = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const changes = Array.from({ length: 200_000 }, () => {
  const isBid = fraction() < 0.5;
  const away = Math.floor(fraction() * fraction() * 2000) / 100;
  const price = isBid ? 30_000 - away : 30_000.01 + away;
  const size = fraction() < 0.3 ? '0' : (fraction() * 3).toFixed(8);
  return [isBid ? 'bid' : 'ask', price.toFixed(2), size];
});
// As they come out of a frame.
const parsed = JSON.parse(JSON.stringify(changes));
const books = {
  tallystick() {
    const book = new LevelBook();
    return { set: (side, price, size) => book.set(side, price, size), best: () => book.bestBid };
  },
  'a Map, sorted when asked'() {
    const sides = { bid: new Map(), ask: new Map() };
    return {
      set(side, price, size) {
        if (Number(size) === 0) sides[side].delete(price);
        else sides[side].set(price, size);
      },
      best: () => [...sides.bid.keys()].sort((a, b) => Number(b) - Number(a))[0],
    };
  },
};
const book = books[name]();
const total = Number(count);
const run = (updates) => {
  for (let index = 0; index < updates; index += 1) {
    const [side, price, size] = parsed[index % parsed.length];
    book.set(side, price, size);
    // Somebody looks at the book, though not after every update.
    if (index % 1000 === 0) book.best();
  }
};
run(total / 10);
const started = process.cpuUsage();
run(total);
const { user, system } = process.cpuUsage(started);
console.log(JSON.stringify({ perSecond: total / ((user + system) / 1e6) }));
