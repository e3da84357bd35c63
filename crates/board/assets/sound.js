// Sounds of moves, made here: a knock, a deeper one for captures, two for check.

let context = null;

function knock(frequency, delay = 0) {
  context ??= new AudioContext();
  const [source, volume] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + delay;
  source.type = "triangle";
  source.frequency.setValueAtTime(frequency, start);
  source.frequency.exponentialRampToValueAtTime(frequency / 2, start + 0.06);
  volume.gain.setValueAtTime(0.25, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.09);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + 0.1);
}

/** A move was made. */
export function moved({ takes, checks }) {
  knock(takes ? 220 : 420);
  if (checks) knock(620, 0.09);
}
