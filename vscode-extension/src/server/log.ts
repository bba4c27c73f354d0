/**
 * The output channel, which remembers its last lines: a bug report needs them and a channel cannot be read back.
 * The language clients of all folders write to it.
 */

import type * as vscode from "vscode";

const KEPT = 200;

export class Log implements vscode.LogOutputChannel {
  private readonly kept: string[] = [];

  constructor(private readonly channel: vscode.LogOutputChannel) {}

  /** The last lines, oldest first. */
  get lines(): readonly string[] {
    return this.kept;
  }

  get name(): string {
    return this.channel.name;
  }

  get logLevel(): vscode.LogLevel {
    return this.channel.logLevel;
  }

  get onDidChangeLogLevel(): vscode.Event<vscode.LogLevel> {
    return this.channel.onDidChangeLogLevel;
  }

  trace(message: string, ...args: unknown[]): void {
    this.channel.trace(message, ...args);
  }

  debug(message: string, ...args: unknown[]): void {
    this.channel.debug(message, ...args);
  }

  info(message: string, ...args: unknown[]): void {
    this.keep("info", message);
    this.channel.info(message, ...args);
  }

  warn(message: string, ...args: unknown[]): void {
    this.keep("warning", message);
    this.channel.warn(message, ...args);
  }

  error(error: string | Error, ...args: unknown[]): void {
    this.keep("error", typeof error === "string" ? error : error.message);
    this.channel.error(error, ...args);
  }

  append(value: string): void {
    this.channel.append(value);
  }

  appendLine(value: string): void {
    this.keep("info", value);
    this.channel.appendLine(value);
  }

  replace(value: string): void {
    this.channel.replace(value);
  }

  clear(): void {
    this.channel.clear();
  }

  show(first?: vscode.ViewColumn | boolean, second?: boolean): void {
    this.channel.show(typeof first === "boolean" ? first : second);
  }

  hide(): void {
    this.channel.hide();
  }

  dispose(): void {
    this.channel.dispose();
  }

  private keep(level: string, text: string): void {
    for (const line of text.split(/\r?\n/)) {
      this.kept.push(`${new Date().toISOString().slice(11, 23)} [${level}] ${line}`);
    }
    this.kept.splice(0, Math.max(0, this.kept.length - KEPT));
  }
}
