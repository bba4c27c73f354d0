"""The MCP server: a call comes in, its question is asked, its answer goes out.

Whatever a model did wrong, or is not there, is a tool error in one line that says what to try; a fault of ours is
logged without any source text, and the model is told no more than its type.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError

from packlens import __version__
from packlens.base.errors import PacklensError
from packlens.base.fault import log_fault
from packlens.bridge.asked import read_question
from packlens.bridge.host import Answers
from packlens.bridge.reply import Answer
from packlens.mcp.tool import Tool, input_schema, output_schema
from packlens.mcp.tools import TOOLS
from packlens.mcp.words import INSTRUCTIONS, ONBOARD
from packlens.views.layout.common import fence_for

_HALF_PAIR = re.compile("[\ud800-\udfff]")
_LOGGER = logging.getLogger(__name__)
_LONGEST_REFUSAL = 1_000
_READ_ONLY = types.ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_MAP = types.Resource(
    name="map",
    title="Map of the workspace",
    uri="packlens://map",
    description="The files that matter most, and what stands in them.",
    mime_type="text/plain",
)
_ONBOARD = types.Prompt(
    name="packlens-onboard",
    title="Get to know this workspace",
    description="A map of the workspace, and how to learn more of it.",
)

Context = ServerRequestContext[Any, Any]


def new_server(host: Answers, *, structured: bool = True) -> Server[Any]:
    """A server whose answers are `host`'s. `structured` says whether they come as JSON too."""
    for library in ("mcp", "uvicorn"):  # they write parts of messages to their logs
        logging.getLogger(library).setLevel(logging.CRITICAL)
    known = {tool.name for tool in TOOLS}

    async def list_tools(_context: Context, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_listed(tool, structured) for tool in TOOLS])

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in known:
            raise MCPError(
                code=types.INVALID_PARAMS,
                message=f"no tool {params.name[:80]!r}; there are {', '.join(sorted(known))}",
            )
        try:
            question = read_question(params.name, params.arguments)
            answer = await host.ask(question, _progress(context))
        except PacklensError as error:
            return _refusal(" ".join(str(error).split()))
        except Exception as error:
            log_fault(_LOGGER, f"{params.name} failed", error)
            return _refusal(f"Packlens failed at this question ({type(error).__name__}); its log says where")
        return _result(answer, structured)

    async def list_resources(_context: Context, _params: Any) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[_MAP])

    async def read_resource(
        context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        if str(params.uri) != _MAP.uri:
            raise MCPError(code=types.INVALID_PARAMS, message=f"no such resource; there is {_MAP.uri}")
        text = await the_map(context)
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=_MAP.uri, mime_type=_MAP.mime_type, text=text)]
        )

    async def list_prompts(_context: Context, _params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_ONBOARD])

    async def get_prompt(context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name != _ONBOARD.name:
            raise MCPError(code=types.INVALID_PARAMS, message=f"no such prompt; there is {_ONBOARD.name}")
        shown = await the_map(context)
        fence = fence_for(shown, "`", 3)
        words = types.TextContent(text=f"{ONBOARD}\n\n{fence}map\n{shown}{fence}\n")
        return types.GetPromptResult(
            description=_ONBOARD.description, messages=[types.PromptMessage(role="user", content=words)]
        )

    async def the_map(context: Context) -> str:
        try:
            return _encodable((await host.ask(read_question("repo_map", None), _progress(context))).text)
        except PacklensError as error:
            raise MCPError(code=types.INTERNAL_ERROR, message=" ".join(str(error).split())) from None

    return Server(
        "packlens",
        version=__version__,
        title="Packlens",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def _listed(tool: Tool, structured: bool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=input_schema(tool),
        output_schema=output_schema(tool) if structured else None,
        annotations=_READ_ONLY,
    )


def _progress(context: Context) -> Callable[[int, int], Awaitable[None]]:
    last, before = 0, 0  # what a client hears never goes back, also where files are read once more

    async def report(done: int, total: int) -> None:
        nonlocal last, before
        if done < last:
            before += last
        last = done
        await context.session.report_progress(
            before + done, before + total if total else None, "reading the workspace"
        )

    return report


def _result(answer: Answer, structured: bool) -> types.CallToolResult:
    stale = "true" if answer.stale else "false"
    line = f"generation {answer.generation} · stale {stale} · pending {answer.pending}"
    if answer.note:
        line += f" · {answer.note}"
    content: list[types.ContentBlock] = [
        types.TextContent(text=_encodable(answer.text)),
        types.TextContent(text=line),
    ]
    if not structured:
        return types.CallToolResult(content=content)
    facts = {"generation": answer.generation, "stale": answer.stale, "pending": answer.pending}
    return types.CallToolResult(content=content, structured_content=answer.structured | facts)


def _refusal(line: str) -> types.CallToolResult:
    """A tool error of one line; what it repeats of a long question is cut, since its end says what is wrong."""
    if len(line) > _LONGEST_REFUSAL:
        line = f"{line[: _LONGEST_REFUSAL // 2]} ... {line[-_LONGEST_REFUSAL // 2 :]}"
    return types.CallToolResult(content=[types.TextContent(text=_encodable(line))], is_error=True)


def _encodable(text: str) -> str:
    """Half a surrogate pair, which JSON cannot carry, becomes U+FFFD."""
    return _HALF_PAIR.sub("\ufffd", text)
