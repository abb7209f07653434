"""Reference libraries, each answering the same JSON Lines as our engines."""
