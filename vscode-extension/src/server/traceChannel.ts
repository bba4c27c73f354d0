/**
 * Where the protocol is logged when `packlens.trace.server` asks for it: a channel of its own, made when the first
 * line comes. The language client logs the protocol only to a channel at the level Trace; this one is at that level
 * while the setting is on, whatever the level of the editor's own channels.
 */

import * as vscode from "vscode";
import { SECTION } from "../protocol";

export class TraceChannel implements vscode.LogOutputChannel {
  readonly name = "Packlens Trace";
  private readonly levelChanged = new vscode.EventEmitter<vscode.LogLevel>();
  private readonly listener: vscode.Disposable;
  private made: vscode.OutputChannel | undefined;
  readonly onDidChangeLogLevel: vscode.Event<vscode.LogLevel> = this.levelChanged.event;

  constructor() {
    this.listener = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.trace`)) {
        this.levelChanged.fire(this.logLevel);
      }
    });
  }

  get logLevel(): vscode.LogLevel {
    const wanted = vscode.workspace.getConfiguration(SECTION).get<string>("trace.server", "off");
    return wanted === "off" ? vscode.LogLevel.Info : vscode.LogLevel.Trace;
  }

  trace(message: string): void {
    this.appendLine(message);
  }

  debug(message: string): void {
    this.appendLine(message);
  }

  info(message: string): void {
    this.appendLine(message);
  }

  warn(message: string): void {
    this.appendLine(message);
  }

  error(error: string | Error): void {
    this.appendLine(typeof error === "string" ? error : error.message);
  }

  append(value: string): void {
    this.channel.append(value);
  }

  appendLine(value: string): void {
    this.channel.appendLine(value);
  }

  replace(value: string): void {
    this.channel.replace(value);
  }

  clear(): void {
    this.made?.clear();
  }

  show(): void {
    this.channel.show(true);
  }

  hide(): void {
    this.made?.hide();
  }

  dispose(): void {
    vscode.Disposable.from(this.listener, this.levelChanged).dispose();
    this.made?.dispose();
  }

  private get channel(): vscode.OutputChannel {
    return (this.made ??= vscode.window.createOutputChannel(this.name));
  }
}
