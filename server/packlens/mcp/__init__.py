"""The MCP server: what a model can ask, and how it is told what to ask when.

A tool is its words (`tools`, one file each): a name, what it is good for, what each argument means. Its question,
its answer and who gives it belong to the bridge; `server` translates one into the other and nothing more. Texts
go to a model as they are at the other doors; beside them stands the same as JSON for programs.
"""
