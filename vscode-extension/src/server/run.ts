/** Runs a program to its end and keeps what it said. Nothing is ever given to a shell. */

import { spawn } from "node:child_process";

export interface Ran {
  /** undefined when the program did not start, was stopped, or took too long. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Why there is no code. */
  readonly failure: "missing" | "notStarted" | "tookTooLong" | "stopped" | undefined;
}

export interface RunOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly line?: (line: string) => void;
}

export function run(command: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  return new Promise((resolve) => {
    let stdout = "";
    let stderr = "";
    let failure: Ran["failure"];
    const child = spawn(command, args, {
      cwd: __dirname,
      env: options.env,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    const stop = (why: Ran["failure"]) => (): void => {
      failure ??= why;
      child.kill("SIGKILL");
    };
    const withdraw = stop("stopped");
    const timer = setTimeout(stop("tookTooLong"), options.timeoutMs);
    options.signal?.addEventListener("abort", withdraw);
    const lines = splitter(options.line);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      lines(text);
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      lines(text);
    });
    const end = (code: number | undefined): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", withdraw);
      resolve({ code: failure === undefined ? code : undefined, stdout, stderr, failure });
    };
    child.on("error", (error: NodeJS.ErrnoException) => {
      failure ??= error.code === "ENOENT" ? "missing" : "notStarted";
      stderr ||= error.message;
      end(undefined);
    });
    child.on("close", (code) => {
      end(code ?? undefined);
    });
    if (options.signal?.aborted === true) {
      withdraw();
    }
  });
}

function splitter(line: ((line: string) => void) | undefined): (text: string) => void {
  let rest = "";
  return (text) => {
    const parts = (rest + text).split(/\r?\n/);
    rest = parts.pop() ?? "";
    for (const part of parts) {
      line?.(part);
    }
  };
}
