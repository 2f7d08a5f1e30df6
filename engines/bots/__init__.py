"""Players behind one small protocol: a seat's own view and a budget in, a thought out.

`player` is the protocol, `levels` what a level means in every game, `sight` what a seat knows,
`watch` when to stop. The players themselves live with their games.
"""
