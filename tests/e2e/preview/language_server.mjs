// A `packlens lsp` over its standard streams, for pages that are tried without an editor around them.
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

export class LanguageServer {
  #waiting = new Map();
  #number = 0;
  #received = Buffer.alloc(0);

  /** Starts a server for a folder and waits until it answers. */
  static async start(python, root) {
    const server = new LanguageServer(spawn(python, ['-m', 'packlens', 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] }));
    await server.ask('initialize', { processId: process.pid, rootUri: pathToFileURL(root).href, capabilities: {} });
    server.tell('initialized', {});
    return server;
  }

  constructor(child) {
    this.child = child;
    child.stdout.on('data', (bytes) => this.#read(bytes));
  }

  ask(method, params) {
    this.#number += 1;
    const id = this.#number;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  tell(method, params) {
    this.#send({ method, params });
  }

  execute(command, argument) {
    return this.ask('workspace/executeCommand', { command, arguments: [argument] });
  }

  async close() {
    await this.ask('shutdown', null);
    this.tell('exit', null);
    await new Promise((resolve) => this.child.on('exit', resolve));
  }

  #send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    this.child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.child.stdin.write(body);
  }

  #read(bytes) {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const head = this.#received.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.subarray(0, head).toString())[1]);
      if (this.#received.length < head + 4 + length) return;
      const message = JSON.parse(this.#received.subarray(head + 4, head + 4 + length).toString());
      this.#received = this.#received.subarray(head + 4 + length);
      this.#take(message);
    }
  }

  #take(message) {
    if (message.method !== undefined) {
      if (message.id !== undefined) this.#send({ id: message.id, result: null });
      return;
    }
    const { resolve, reject } = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) reject(Object.assign(new Error(message.error.message), { data: message.error.data }));
    else resolve(message.result);
  }
}
