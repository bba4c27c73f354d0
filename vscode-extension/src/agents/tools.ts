/**
 * Tools for the editor's own chat: each asks the language server of the folder in front, so that what is not saved yet
 * counts too. Their names and arguments are in package.json; what is asked for and is not there is an error in words.
 */

import * as vscode from "vscode";
import type { App } from "../app";
import { markdownOf } from "../callers/markdown";
import { failureOf } from "../failure";
import type { Callers, Impact, Search } from "../forms";
import { filesInView } from "../places";
import { markdownOf as impactText } from "../impact/markdown";
import { askedText } from "../impact/model";
import { ServerCommand, type ImpactArguments, type MapResult, type PackResult } from "../protocol";
import type { Server } from "../server/servers";
import { agentsMayAsk } from "../settings";
import { newer } from "./newer";
import { counted } from "../words";

/** No answer may fill the whole of a conversation. */
const MOST_TOKENS = 20_000;

/** Of each group of an impact no more rows than this: about as many tokens, whatever their length. */
const MOST_ROWS = 60;

interface ChatTool<I> {
  /** What is said while it runs. */
  message(input: I): string;
  answer(server: Server, input: I, token: vscode.CancellationToken): Promise<string>;
}

interface ContextInput {
  /** A model may write one where several are asked for. */
  readonly targets?: readonly string[] | string;
  readonly query?: string;
  readonly budget?: number;
}

const context: ChatTool<ContextInput> = {
  message: ({ targets = [], query = "" }) => vscode.l10n.t("Packing {0}", [targets].flat().join(", ") || query),
  answer: async (server, { targets = [], query, budget }, token) => {
    const about = targets.length > 0 ? { targets: [targets].flat() } : { query: query ?? "", focus: filesInView(server) };
    const question = { ...about, format: "markdown", ...within(budget) };
    return (await server.execute<PackResult>(ServerCommand.PACK, question, token)).text;
  },
};

interface SearchInput {
  readonly text: string;
  readonly limit?: number;
}

const search: ChatTool<SearchInput> = {
  message: ({ text }) => vscode.l10n.t("Looking for {0}", text),
  answer: async (server, { text, limit = 10 }, token) => {
    const { results, total } = await server.execute<Search>(ServerCommand.SEARCH, { text, limit }, token);
    const lines = results.map((hit) => `${hit.path}:${hit.start_line} ${hit.qualname}\n    ${hit.signature}`);
    return [vscode.l10n.t("{0} of {1}", results.length, counted(vscode.l10n.t, total, "1 symbol", "{0} symbols")), ...lines].join("\n");
  },
};

interface CallersInput {
  readonly target: string;
}

const callers: ChatTool<CallersInput> = {
  message: ({ target }) => vscode.l10n.t("Looking for callers of {0}", target),
  answer: async (server, { target }, token) => {
    const direct = await server.execute<Callers>(ServerCommand.CALLERS, { target }, token);
    return markdownOf({ direct, far: undefined }, vscode.l10n.t);
  },
};

interface ImpactInput {
  /** A model may write one where several are asked for. */
  readonly targets?: readonly string[] | string;
  readonly staged?: boolean;
}

const impact: ChatTool<ImpactInput> = {
  message: ({ targets = [] }) => vscode.l10n.t("Looking at what a change reaches: {0}", [targets].flat().join(", ") || vscode.l10n.t("what differs from the last commit")),
  answer: async (server, { targets = [], staged = false }, token) => {
    const named = [targets].flat();
    const question: ImpactArguments = named.length > 0 ? { targets: named } : { staged };
    const answer = await server.execute<Impact>(ServerCommand.IMPACT, question, token);
    return impactText(askedText(question, answer, vscode.l10n.t), answer, vscode.l10n.t, MOST_ROWS);
  },
};

interface MapInput {
  readonly budget?: number;
  readonly pathPrefix?: string;
}

const map: ChatTool<MapInput> = {
  message: () => vscode.l10n.t("Making a map of the repository"),
  answer: async (server, { budget, pathPrefix = "" }, token) => {
    const question = { pathPrefix, focus: filesInView(server), ...within(budget) };
    return (await server.execute<MapResult>(ServerCommand.MAP, question, token)).text;
  },
};

/** Nothing where the editor knows no tools. */
export function registerTools(app: App): { dispose(): unknown }[] {
  const { lm, LanguageModelTextPart: Text, LanguageModelToolResult: Result } = newer;
  if (lm?.registerTool === undefined || Text === undefined || Result === undefined) {
    return [];
  }
  const register = lm.registerTool;
  const registered = <I>(name: string, tool: ChatTool<I>): vscode.Disposable =>
    register<I>(name, {
      prepareInvocation: ({ input }) => ({ invocationMessage: tool.message(input) }),
      invoke: async ({ input }, token) => new Result([new Text(await answered(app, tool, input, token))]),
    });
  return [
    registered("packlens_context", context),
    registered("packlens_search", search),
    registered("packlens_callers", callers),
    registered("packlens_impact", impact),
    registered("packlens_map", map),
  ];
}

async function answered<I>(app: App, tool: ChatTool<I>, input: I, token: vscode.CancellationToken): Promise<string> {
  const { servers } = app;
  if (!agentsMayAsk()) {
    throw new Error(vscode.l10n.t("The setting packlens.mcp.enabled is off, so agents are not answered."));
  }
  const server = servers.forUri(vscode.window.activeTextEditor?.document.uri) ?? servers.all[0];
  if (server === undefined) {
    throw new Error(vscode.l10n.t("No folder is open. Open one and try again."));
  }
  try {
    return await tool.answer(server, input, token);
  } catch (error) {
    const { message } = failureOf(error);
    throw new Error(message, { cause: error });
  }
}

function within(budget: number | undefined): { readonly budget?: number } {
  if (budget !== undefined && budget > MOST_TOKENS) {
    throw new Error(vscode.l10n.t("budget {0}: at most {1} tokens here; ask for less", budget, MOST_TOKENS));
  }
  return budget === undefined ? {} : { budget };
}
