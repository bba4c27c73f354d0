"""The tools, one file each, in the order in which they are listed."""

from __future__ import annotations

from packlens.mcp.tool import Tool
from packlens.mcp.tools.callees_of import CALLEES_OF
from packlens.mcp.tools.callers_of import CALLERS_OF
from packlens.mcp.tools.find_symbol import FIND_SYMBOL
from packlens.mcp.tools.get_context import GET_CONTEXT
from packlens.mcp.tools.get_symbol import GET_SYMBOL
from packlens.mcp.tools.impact_of import IMPACT_OF
from packlens.mcp.tools.index_status import INDEX_STATUS
from packlens.mcp.tools.repo_map import REPO_MAP
from packlens.mcp.tools.search_code import SEARCH_CODE
from packlens.mcp.tools.verify_pack import VERIFY_PACK

TOOLS: tuple[Tool, ...] = (
    GET_CONTEXT,
    REPO_MAP,
    FIND_SYMBOL,
    SEARCH_CODE,
    GET_SYMBOL,
    CALLERS_OF,
    CALLEES_OF,
    IMPACT_OF,
    INDEX_STATUS,
    VERIFY_PACK,
)
