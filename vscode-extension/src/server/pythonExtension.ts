/**
 * The interpreter that the Python extension has chosen for a folder, where there is one. Never required.
 *
 * Three shapes are asked, newest first: `ms-python.vscode-python-envs`; `environments` of `ms-python.python`; and its
 * older `settings.getExecutionDetails`. An extension that takes long to activate is not waited for; when it tells of a
 * change later, the server is looked for again.
 */

import * as vscode from "vscode";

const PATIENCE_MS = 4_000;
const ENVIRONMENTS = "ms-python.vscode-python-envs";
const PYTHON = "ms-python.python";

type Change = (listener: () => void) => vscode.Disposable;

interface EnvironmentsApi {
  getEnvironment?(scope: vscode.Uri): Promise<{ execInfo?: { run?: { executable?: string } } } | undefined>;
  onDidChangeEnvironment?: Change;
}

interface PythonApi {
  environments?: {
    getActiveEnvironmentPath(scope: vscode.Uri): { path: string };
    resolveEnvironment(path: unknown): Promise<{ executable?: { uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath?: Change;
  };
  settings?: {
    getExecutionDetails?(scope: vscode.Uri): { execCommand?: string[] };
    onDidChangeExecutionDetails?: Change;
  };
}

/** The interpreter for a folder; undefined where there is no Python extension or it has none. */
export async function extensionPython(folder: vscode.WorkspaceFolder): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted) {
    return undefined;
  }
  return (await ofEnvironments(folder.uri)) ?? (await ofPython(folder.uri));
}

/** Calls `changed` when an extension chooses another interpreter, as far as those that are active tell. */
export function onInterpreterChange(changed: () => void): vscode.Disposable {
  const subscribed = new Set<string>();
  const listeners: vscode.Disposable[] = [];
  const subscribe = (): void => {
    for (const id of [ENVIRONMENTS, PYTHON]) {
      const extension = vscode.extensions.getExtension<EnvironmentsApi & PythonApi>(id);
      if (extension?.isActive === true && !subscribed.has(id)) {
        subscribed.add(id);
        const api = extension.exports;
        const event =
          api.onDidChangeEnvironment ??
          api.environments?.onDidChangeActiveEnvironmentPath ??
          api.settings?.onDidChangeExecutionDetails;
        if (event !== undefined) {
          listeners.push(event(changed));
        }
      }
    }
  };
  listeners.push(vscode.extensions.onDidChange(subscribe));
  void Promise.all([activated(ENVIRONMENTS), activated(PYTHON)]).then(subscribe);
  return new vscode.Disposable(() => {
    vscode.Disposable.from(...listeners).dispose();
  });
}

async function ofEnvironments(scope: vscode.Uri): Promise<string | undefined> {
  const api = await activated<EnvironmentsApi>(ENVIRONMENTS);
  const environment = await attempt(() => api?.getEnvironment?.(scope));
  return environment?.execInfo?.run?.executable;
}

async function ofPython(scope: vscode.Uri): Promise<string | undefined> {
  const api = await activated<PythonApi>(PYTHON);
  const environments = api?.environments;
  if (environments !== undefined) {
    const resolved = await attempt(() => environments.resolveEnvironment(environments.getActiveEnvironmentPath(scope)));
    return resolved?.executable?.uri?.fsPath;
  }
  const details = await attempt(() => api?.settings?.getExecutionDetails?.(scope));
  return details?.execCommand?.[0];
}

async function activated<Api>(id: string): Promise<Api | undefined> {
  const extension = vscode.extensions.getExtension<Api>(id);
  return extension === undefined ? undefined : attempt(() => extension.activate());
}

/** What `question` answers in time; undefined when it fails. */
async function attempt<T>(question: () => T | PromiseLike<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  try {
    return await Promise.race([question(), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
