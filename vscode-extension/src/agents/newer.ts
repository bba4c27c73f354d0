/**
 * Parts of the editor's API that are newer than the oldest editor that this extension runs in, as far as they are used.
 * Where the editor has no such part, what needs it is not offered.
 */

import * as vscode from "vscode";

export interface StdioDefinition {
  command: string;
  args: string[];
  env: Record<string, string | number | null>;
  cwd?: vscode.Uri;
}

export interface DefinitionProvider<D> {
  readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
  provideMcpServerDefinitions(token: vscode.CancellationToken): D[] | Promise<D[]>;
  resolveMcpServerDefinition(definition: D, token: vscode.CancellationToken): Promise<D | undefined>;
}

export interface Tool<I> {
  invoke(options: { readonly input: I }, token: vscode.CancellationToken): Promise<unknown>;
  prepareInvocation?(options: { readonly input: I }): { readonly invocationMessage: string };
}

interface LanguageModels {
  readonly registerTool?: <I>(name: string, tool: Tool<I>) => vscode.Disposable;
  readonly registerMcpServerDefinitionProvider?: <D>(id: string, provider: DefinitionProvider<D>) => vscode.Disposable;
}

interface Newer {
  readonly lm?: LanguageModels;
  readonly McpStdioServerDefinition?: new (
    label: string,
    command: string,
    args: string[],
    env: Record<string, string | number | null>,
    version?: string,
  ) => StdioDefinition;
  readonly LanguageModelTextPart?: new (value: string) => unknown;
  readonly LanguageModelToolResult?: new (content: unknown[]) => unknown;
}

export const newer = vscode as unknown as Newer;
