// Measures updates of single levels per second of CPU, beside a sorted array with binary search. Both books process the same updates
// alternately in one process: mostly prices near the best ones, a third of them removals.
const [, , runtime, levels, count] = process.argv;
const { LevelBook } = await import(runtime);
const total = Number(count);
const depth = Number(levels);

let state = 1;
const fraction = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
/** Distance from the middle in ticks, for a book in which most of the given levels are filled. */
const priceOf = (isBid, away) => ((isBid ? 3_000_000 - away : 3_000_001 + away) / 100).toFixed(2);
const span = Math.ceil(depth * 1.4);
const snapshot = [true, false].flatMap((isBid) =>
  Array.from({ length: depth }, (_, index) => [
    isBid ? 'bid' : 'ask',
    priceOf(isBid, Math.floor((index * span) / depth)),
    (1 + fraction() * 3).toFixed(8),
  ]),
);
const changes = Array.from({ length: 200_000 }, () => {
  const isBid = fraction() < 0.5;
  const size = fraction() < 0.3 ? '0' : (fraction() * 3).toFixed(8);
  return [isBid ? 'bid' : 'ask', priceOf(isBid, Math.floor(fraction() * fraction() * span)), size];
});
// Strings, as in a frame.
const parsed = JSON.parse(JSON.stringify(changes));

/** Implementation by hand: rows sorted by numeric price, best price last, where insertions and removals move the fewest rows. */
class SortedArray {
  #sides = { bid: [], ask: [] };

  set(side, price, size) {
    const rows = this.#sides[side];
    const key = side === 'bid' ? Number(price) : -Number(price);
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle].key < key) low = middle + 1;
      else high = middle;
    }
    const isThere = low < rows.length && rows[low].key === key;
    if (Number(size) === 0) {
      if (isThere) rows.splice(low, 1);
    } else if (isThere) rows[low].size = size;
    else rows.splice(low, 0, { key, price, size });
  }

  get bestBid() {
    return this.#sides.bid.at(-1);
  }

  get bestAsk() {
    return this.#sides.ask.at(-1);
  }

  levels(side, depth) {
    return this.#sides[side]
      .slice(-depth)
      .reverse()
      .map(({ price, size }) => ({ price, size }));
  }
}

let seen = 0;
const run = (book, updates) => {
  for (let index = 0; index < updates; index += 1) {
    const [side, price, size] = parsed[index % parsed.length];
    book.set(side, price, size);
    // The best prices are read after every update, and ten levels occasionally.
    if (book.bestBid?.price === book.bestAsk?.price) seen += 1;
    if (index % 100 === 0) seen += book.levels(side, 10).length;
  }
};

const books = { tallystick: new LevelBook(), array: new SortedArray() };
for (const book of Object.values(books)) {
  for (const [side, price, size] of snapshot) book.set(side, price, size);
}
const best = { tallystick: 0, array: 0 };
const rounds = 7;
for (let round = 0; round < rounds; round += 1) {
  for (const [name, book] of Object.entries(books)) {
    const started = process.cpuUsage();
    run(book, total / rounds);
    const { user, system } = process.cpuUsage(started);
    // The first round is a warm-up.
    if (round > 0) best[name] = Math.max(best[name], total / rounds / ((user + system) / 1e6));
  }
}
const same = ['bid', 'ask'].every(
  (side) =>
    JSON.stringify(books.tallystick.levels(side, depth)) ===
    JSON.stringify(books.array.levels(side, depth)),
);
if (!same) throw new Error('the two books differ');
console.log(JSON.stringify({ ...best, seen }));
