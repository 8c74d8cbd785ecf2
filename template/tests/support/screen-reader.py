# Prints what a screen reader is told of a page without asking: each text that is added to a live region which the
# browser's accessibility tree (AT-SPI) has already. A region that comes with its text is an event of its parent.

import json

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi


def say(text):
    print(json.dumps(text), flush=True)


def text_of(node):
    own = Atspi.Text.get_text(node, 0, -1) if node.get_text_iface() else ""
    children = (node.get_child_at_index(index) for index in range(node.get_child_count()))
    return own.replace("\ufffc", "") + "".join(text_of(child) for child in children if child)


def told(event):
    if (event.source.get_attributes() or {}).get("container-live") != "polite":
        return
    # A text stands for itself. An element is one of these characters.
    if event.type.startswith("object:text-changed"):
        if event.any_data.strip("\ufffc"):
            say(event.any_data)
    else:
        say(text_of(event.any_data))


listener = Atspi.EventListener.new(told)
listener.register("object:text-changed:insert")
listener.register("object:children-changed:add")
say("ready")
Atspi.event_main()
