"""Thinking in a process of its own, so that the knob never stutters.

    ask(job, then) --> Thinker --> WorkerProcess ==pipe==> worker: the game's player
                          ^              |
                          +-- Inbox <----+   progress, the thought, or that the process ended

The process is started when somebody asks, ends by itself after a while without a question, and with
the box. It has no file and no match: a kill of either side loses nothing but a thought.
"""
