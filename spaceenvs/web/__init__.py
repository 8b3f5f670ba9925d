"""The games in a browser: `spaceenvs web`.

| module | role |
|---|---|
| `room.py` | one table: who sits where, what was played, what each seat is shown |
| `house.py` | all tables of a server: made, found, bounded, put away, saved |
| `analysis.py` | what an agent sees and thinks in a position |
| `players.py` | who may be seated beside persons |
| `work.py` | which work is done when |
| `forms.py` | what a page asks before a game: games, options, players |
| `server.py` | HTTP and WebSocket: who may come in, what is said in which words |
| `static/` | the page: plain JavaScript and CSS |

No game is named here: whatever the page needs from a game is in its contract.
"""
