"""How work is done: threads, memory, progress, files and what is kept."""
