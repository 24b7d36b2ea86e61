"""The server that the browser tests of interoperability talk to, built on the official Python SDK.

It serves every revision at /mcp, prints its origin on one line, and ends when its standard input does.
"""

import os
import socket
import sys
import threading
from typing import Annotated

import uvicorn
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from mcp.types import (
    CreateMessageResult,
    ListRootsResult,
    SamplingMessage,
    TextContent,
)
from pydantic import BaseModel, Field
from starlette.middleware.cors import CORSMiddleware

server = MCPServer("python-interop", version="1.0.0", instructions="A server of the official Python SDK.")


class Booking(BaseModel):
    guests: int = Field(default=2, ge=1, le=8, description="How many come")
    window_seat: bool = False
    note: str = ""


class Confirmation(BaseModel):
    sure: bool


def ask_booking() -> Elicit[Booking]:
    return Elicit("A table for how many?", Booking)


def ask_again(booking: Annotated[Booking, Resolve(ask_booking)]) -> Elicit[Confirmation]:
    """Asks a second time, with what the first answer said: two rounds where rounds are known."""
    return Elicit(f"A table for {booking.guests}: sure?", Confirmation)


def sample() -> Sample:
    question = SamplingMessage(role="user", content=TextContent(type="text", text="Name the dish of the day"))
    return Sample([question], max_tokens=64, system_prompt="You are a waiter")


def roots() -> ListRoots:
    return ListRoots()


@server.tool()
def book_table(
    booking: Annotated[Booking, Resolve(ask_booking)],
    confirmation: Annotated[Confirmation, Resolve(ask_again)],
) -> str:
    return f"{booking.guests} guests, window seat {booking.window_seat}, sure {confirmation.sure}"


@server.tool()
def dish_of_the_day(message: Annotated[CreateMessageResult, Resolve(sample)]) -> str:
    content = message.content
    return f"{message.model} says: {content.text if isinstance(content, TextContent) else content}"


@server.tool()
def list_roots(listed: Annotated[ListRootsResult, Resolve(roots)]) -> str:
    return ", ".join(str(root.uri) for root in listed.roots)


@server.tool()
async def count_down(steps: int, ctx: Context) -> str:
    """Counts down with progress."""
    for step in range(1, steps + 1):
        await ctx.report_progress(step, steps, f"{steps - step} left")
    return "zero"


@server.prompt()
def greet(name: str) -> str:
    return f"Say hi to {name}"


@server.resource("menu://courses/{course}")
def course_of(course: str) -> str:
    return f"The {course}"


def end_with_input() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    app = CORSMiddleware(
        server.streamable_http_app(),
        allow_origins=["*"],
        allow_methods=["GET", "POST", "DELETE"],
        allow_headers=["*"],
        expose_headers=["Mcp-Session-Id"],
    )
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    threading.Thread(target=end_with_input, daemon=True).start()
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
