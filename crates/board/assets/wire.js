// The line to the program: requests with answers, and news. It is made anew when it breaks.

/** Between attempts to reach the program again, in milliseconds. */
const AGAIN = 1000;

export class Wire {
  /**
   * @param {string} address where the socket is
   * @param {object} wants `news(message)`, `lost()`, `back()`
   */
  constructor(address, wants) {
    this.address = address;
    this.wants = wants;
    this.waiting = new Map();
    this.number = 0;
    this.open();
  }

  open() {
    this.socket = new WebSocket(this.address);
    this.socket.addEventListener("open", () => {
      if (this.broken) this.wants.back();
      this.broken = false;
    });
    this.socket.addEventListener("message", ({ data }) => this.heard(JSON.parse(data)));
    this.socket.addEventListener("close", () => {
      if (!this.broken) this.wants.lost();
      this.broken = true;
      for (const { reject } of this.waiting.values()) reject(new Error("lost"));
      this.waiting.clear();
      setTimeout(() => this.open(), AGAIN);
    });
  }

  heard(message) {
    const { re } = message;
    if (re === undefined) return this.wants.news(message);
    const asked = this.waiting.get(re);
    this.waiting.delete(re);
    if (message.error !== undefined) asked?.reject(new Error(message.error));
    else asked?.resolve(message);
  }

  /** Asks for something; the answer, or an error with the program's words. */
  ask(request) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error("lost"));
    const id = ++this.number;
    this.socket.send(JSON.stringify({ id, ...request }));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }
}
