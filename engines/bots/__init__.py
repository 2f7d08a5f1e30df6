"""Players behind one small protocol: a seat's own view and a budget in, a thought out.

`player` is the protocol and what a level means in every game, `seat_view` what a seat knows,
`deadline` when to stop. The players themselves live with their games.
"""
