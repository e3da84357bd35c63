// Clocks: the program says how much is left, the page counts on until it hears more.

/** `1:02:03`, `4:05`, and tenths in the last ten seconds. */
export function shown(left) {
  const clipped = Math.max(0, left);
  if (clipped < 10_000) return (Math.floor(clipped / 100) / 10).toFixed(1);
  const seconds = Math.floor(clipped / 1000);
  const two = (value) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** At so many milliseconds left it is said aloud. */
const TOLD = [60_000, 30_000, 10_000];

export class Clocks {
  /** @param {Function} tell is called with a side whose time is getting short */
  constructor(places, tell) {
    [this.places, this.tell] = [places, tell];
    setInterval(() => this.draw(), 100);
  }

  /** What the program has said: milliseconds left of each side, and whose clock runs. */
  set(left, running) {
    [this.left, this.running, this.since] = [left, running, performance.now()];
    this.before = left && running !== undefined ? left[running] : 0;
    this.draw();
  }

  /** What is left of a side now. */
  now(side) {
    const gone = side === this.running ? performance.now() - this.since : 0;
    return this.left[side] - gone;
  }

  draw() {
    if (this.left && this.running !== undefined) {
      const now = this.now(this.running);
      const mark = TOLD.find((mark) => now <= mark && this.before > mark);
      this.before = now;
      if (mark) this.tell(this.running);
    }
    this.places().forEach((element, side) => {
      const text = this.left ? shown(this.now(side)) : "";
      if (element.textContent !== text) element.textContent = text;
    });
  }
}
