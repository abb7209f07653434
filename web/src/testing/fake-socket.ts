/** The server's end of a WebSocket that never touches a network. */
export class FakeSocket {
  static opened: FakeSocket[] = [];
  readonly url: string;
  readonly sent: { type: string; payload: unknown }[] = [];
  readyState = 0;
  closedWith: number | null = null;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((close: { code: number }) => void) | null = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.opened.push(this);
  }

  /** The newest socket that the client asked for. */
  static latest(): FakeSocket {
    const socket = FakeSocket.opened.at(-1);
    if (!socket) throw new Error('no socket was opened');
    return socket;
  }

  static reset(): void {
    FakeSocket.opened = [];
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(frame: unknown): void {
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  }

  /** The server, or the line, ends the connection. */
  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code?: number): void {
    this.readyState = 3;
    this.closedWith = code ?? 1005;
  }
}
